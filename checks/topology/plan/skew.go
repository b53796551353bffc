package plan

import (
	"slices"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/version"
)

// held names what a pin or an annotation keeps from a new topology version.
func held(in Input) []string {
	out := []string{}
	if !in.Bumps() {
		return out
	}
	for _, p := range in.Pools {
		switch {
		case p.Presence == Removed:
		case p.pinned() && !version.SamePrinted(p.Pin, in.To), p.back() && !version.SamePrinted(p.Running, in.To):
			out = append(out, p.String())
		}
	}
	return out
}

// headroom is the least of all pinned pools.
func headroom(in Input) *int {
	var least *int
	for _, p := range in.Pools {
		if p.Presence == Removed || !p.pinned() || !version.SameMajor(p.Pin, in.To) {
			continue
		}
		if room := Headroom(in.To, p.Pin); least == nil || room < *least {
			least = &room
		}
	}
	return least
}

// Headroom is how many more minors a control plane may go up before a worker
// that stays is too far behind; negative when it already is.
func Headroom(controlPlane, worker version.Version) int {
	return version.MaxSkew - version.Skew(controlPlane, worker)
}

// FirstViolation finds the first step of the control plane at which a worker
// that stays at its version is too far behind (pinning facts 3.3). The input is
// planned as if nothing forbade it; ok is false when no step violates the skew,
// or when there is no plan.
func FirstViolation(in Input, worker version.Version) (at version.Version, ok bool) {
	steps, err := controlPlaneSteps(in)
	if err != nil {
		return version.Version{}, false
	}
	for _, s := range steps {
		if !version.SameMajor(s, worker) || Headroom(s, worker) < 0 {
			return s, true
		}
	}
	return version.Version{}, false
}

// missing lists the evidence that the steps would change with.
func missing(in Input) []string {
	var out []string
	if in.Bumps() {
		if !in.ClassKnown {
			out = append(out, ClassVersions)
		}
		if in.Extension {
			out = append(out, ExtensionAnswer)
		}
		if in.ControlPlaneAssumed {
			out = append(out, ControlPlaneSpec)
		}
	}
	if slices.ContainsFunc(in.Pools, func(p Pool) bool { return p.Assumed && matters(in, p) }) {
		out = append(out, RunningVersion)
	}
	return out
}

// matters reports whether the running version of the pool decides a step.
func matters(in Input, p Pool) bool {
	if in.Create || p.Presence != Kept {
		return false
	}
	if p.pinned() {
		return !version.SameString(p.Pin, p.OldPin)
	}
	return in.Bumps() || (p.WasBack && !p.Back)
}
