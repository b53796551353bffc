package plan

import (
	"errors"
	"fmt"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/version"
)

// ErrUnplannable is wrapped by the errors about changes that admission would
// accept and the topology controller could then not plan (pinning facts 2.4).
var ErrUnplannable = errors.New("the topology controller cannot plan this change")

func unplannable(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrUnplannable}, args...)...)
}

// controlPlaneSteps lists the versions that the control plane goes through, its
// present version excluded and To included.
func controlPlaneSteps(in Input) ([]version.Version, error) {
	if version.SamePrinted(in.ControlPlane, in.To) {
		return nil, nil
	}
	steps, err := candidates(in)
	if err != nil {
		return nil, err
	}
	current := in.ControlPlane
	for _, step := range steps {
		if order := version.Compare(step, current, version.BuildTags); order == version.Less || order == version.Equal {
			return nil, unplannable("the step to %s is not above %s, where the control plane is then", step, current)
		}
		if step.Minor() > current.Minor()+1 && guarded(in) {
			return nil, unplannable("the class lists no version between %s and %s, and a control plane cannot skip minors", current, step)
		}
		current = step
	}
	return steps, nil
}

// guarded reports whether what is known rules out that more steps lie between.
func guarded(in Input) bool { return in.ClassKnown && !in.Extension }

// candidates picks the steps: the newest listed version of each minor, or a
// single hop when the class lists none.
func candidates(in Input) ([]version.Version, error) {
	if guarded(in) && !version.SameMajor(in.ControlPlane, in.To) {
		return nil, unplannable("%s and %s have different major versions", in.ControlPlane, in.To)
	}
	if in.Extension || !in.ClassKnown || len(in.ClassVersions) == 0 {
		if guarded(in) && in.To.Minor() > in.ControlPlane.Minor()+1 {
			return nil, unplannable("without versions listed by the class only one minor at a time is possible, not %s to %s", in.ControlPlane, in.To)
		}
		return []version.Version{in.To}, nil
	}
	newest := newestOfMinors(in)
	if len(newest) == 0 || !version.SamePrinted(newest[len(newest)-1], in.To) {
		return nil, unplannable("from %s the versions listed by the class do not lead to %s; versions that differ from the present one by their build only are left out", in.ControlPlane, in.To)
	}
	return newest, nil
}

// newestOfMinors keeps one listed version for each minor above the present one,
// up to To. Builds do not count for being above.
func newestOfMinors(in Input) []version.Version {
	var out []version.Version
	for _, v := range in.ClassVersions {
		if !version.Newer(v, in.ControlPlane, version.Plain) || version.Newer(v, in.To, version.Plain) {
			continue
		}
		if v.Minor() == in.ControlPlane.Minor() && v.Minor() != in.To.Minor() {
			continue // a newer patch of the present minor is no step on the way up
		}
		last := len(out) - 1
		switch {
		case last < 0 || out[last].Minor() != v.Minor():
			out = append(out, v)
		case !version.SamePrinted(out[last], in.To) && !version.Older(v, out[last], version.BuildTags):
			out[last] = v
		}
	}
	return out
}

// stops lists the versions that the workers go through: one whenever they would
// be three minors behind, and To. lowest is the lowest version of the pools that
// follow the topology; zero when there are none.
func stops(in Input, steps []version.Version, lowest version.Version) ([]version.Version, error) {
	if lowest.IsZero() || version.SamePrinted(lowest, in.To) {
		return nil, nil
	}
	out, err := stopsBetween(in, append([]version.Version{in.ControlPlane}, steps...), lowest)
	if err != nil {
		return nil, err
	}
	out = append(out, in.To)
	if order := version.Compare(out[0], lowest, version.BuildTags); order == version.Less || order == version.Equal {
		return nil, unplannable("workers already run %s, which is not below their next step %s", lowest, out[0])
	}
	return out, nil
}

// stopsBetween picks, of the versions that the control plane has on its way, those
// whole multiples of the skew above the lowest worker. A gap is an error where all
// of the way is known.
func stopsBetween(in Input, way []version.Version, lowest version.Version) ([]version.Version, error) {
	var out []version.Version
	due := lowest.Minor() + version.MaxSkew
	for _, v := range way {
		ahead := v.Minor() - due
		if ahead > 0 && due < in.To.Minor() {
			if guarded(in) {
				break
			}
			due += (ahead + version.MaxSkew - 1) / version.MaxSkew * version.MaxSkew
		}
		if v.Minor() == due && due < in.To.Minor() {
			out, due = append(out, v), due+version.MaxSkew
		}
	}
	if guarded(in) && due < in.To.Minor() {
		return nil, unplannable("workers at %s need a stop at %s, for which no version is known", lowest, version.MinorOf(in.To.Major(), due))
	}
	return out, nil
}

// lowestFollower is the lowest version of the pools that follow the topology. Of
// two that differ in builds without order, the one that is not at the control
// plane's version counts as the lower one.
func lowestFollower(in Input) version.Version {
	var low version.Version
	for _, p := range in.Pools {
		if !p.follows() || p.Running.IsZero() {
			continue
		}
		if low.IsZero() || lower(p.Running, low, in.ControlPlane) {
			low = p.Running
		}
	}
	return low
}

func lower(v, than, controlPlane version.Version) bool {
	switch version.Compare(v, than, version.BuildTags) {
	case version.Less:
		return true
	case version.Unordered:
		return !version.SamePrinted(v, controlPlane)
	}
	return false
}
