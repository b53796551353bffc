package plan

import (
	"slices"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/version"
)

// The ids of missing evidence that a plan can rest on.
const (
	ClassVersions    = "class-kubernetes-versions"
	ExtensionAnswer  = "upgrade-plan-extension"
	ControlPlaneSpec = "control-plane-version"
	RunningVersion   = "running-worker-version"
)

// Plan is what a change makes happen.
type Plan struct {
	Steps []Step
	// Held names the pools that a pin or an annotation keeps from a new
	// topology version.
	Held []string
	// Stall tells why the steps end before the topology version is reached.
	Stall *Stall
	// Headroom is how many more minors the control plane may go up before a pin
	// is in the way, negative when one already is; nil without pins.
	Headroom *int
	// Missing lists the evidence that was replaced by an assumption and could
	// change the steps.
	Missing []string
}

// Compute plans a change. The error wraps ErrUnplannable and says why the
// topology controller would fail after the change was accepted; Held and
// Headroom are filled all the same.
func Compute(in Input) (Plan, error) {
	in.Concurrency = max(in.Concurrency, 1)
	out := Plan{Held: held(in), Headroom: headroom(in), Missing: missing(in)}
	if in.Create {
		out.Steps = createSteps(in)
		return out, nil
	}
	chain, stall, err := rollout(in)
	if err != nil {
		return out, err
	}
	out.Stall = stall
	out.Steps = assemble(in, chain, stall)
	return out, nil
}

// Bumps reports whether the topology version changes.
func (in Input) Bumps() bool { return !in.Create && !version.SamePrinted(in.From, in.To) }

// released lists the pools that an annotation kept back and no longer does.
func released(in Input) []Pool {
	return filter(in.Pools, func(p *Pool) bool {
		return p.follows() && p.WasBack && !p.Back
	})
}

// rollout plans what follows the topology version. Without a new version only
// pools that an annotation lets go move, or the chain that they were stalling.
func rollout(in Input) ([]Step, *Stall, error) {
	free := released(in)
	switch {
	case in.Bumps(), len(free) > 0 && !version.SamePrinted(in.ControlPlane, in.To):
		return climb(in)
	case len(free) > 0:
		return appendStep(nil, follow(in, free, in.To)), nil, nil
	}
	return nil, nil, nil
}

// climb alternates between steps of the control plane and stops of the workers.
// Like the topology controller it plans anew from each point that is reached,
// because what annotations keep back decides which stops are left.
func climb(in Input) ([]Step, *Stall, error) {
	var out []Step
	if unfinished(in) {
		out = append(out, controlPlane(in.ControlPlane))
	}
	lowest := lowestFollower(in)
	for {
		up, stop, err := next(in, lowest)
		switch {
		case err != nil:
			return nil, nil, err
		case stop:
			out = appendStep(out, follow(in, in.Pools, in.ControlPlane))
			in.Pools = arrived(in.Pools, in.ControlPlane)
			lowest = lowestFollower(in)
			if stall := stalled(in); stall != nil {
				return out, stall, nil
			}
		case up.IsZero():
			return out, nil, nil
		default:
			in.ControlPlane = up
			out = append(out, controlPlane(up))
		}
	}
}

// next is the version that the control plane goes to, zero when it has arrived;
// stop is true when the workers have to come to its present version first.
func next(in Input, lowest version.Version) (up version.Version, stop bool, err error) {
	steps, err := controlPlaneSteps(in)
	if err != nil {
		return up, false, err
	}
	rest, err := stops(in, steps, lowest)
	if err != nil {
		return up, false, err
	}
	if len(steps) > 0 {
		up = steps[0]
	}
	due := len(rest) > 0 && version.SamePrinted(rest[0], in.ControlPlane)
	return up, due && waits(in), nil
}

// waits reports whether the control plane has pools to wait for. At the end it
// waits for none that is kept back: they are just not part of the upgrade.
func waits(in Input) bool {
	end := version.SamePrinted(in.ControlPlane, in.To)
	for _, p := range in.Pools {
		if p.follows() && !version.SamePrinted(p.Running, in.ControlPlane) && !(end && p.back()) {
			return true
		}
	}
	return false
}

func controlPlane(to version.Version) Step { return Step{Target: ControlPlane, To: to.String()} }

// unfinished reports whether the control plane has members below its version.
func unfinished(in Input) bool {
	if in.Lowest.IsZero() {
		return false
	}
	order := version.Compare(in.ControlPlane, in.Lowest, version.BuildTags)
	return order == version.Greater || order == version.Unordered
}

// follow is the step in which pools go to the version of the control plane.
func follow(in Input, pools []Pool, to version.Version) Step {
	return workers(Workers, to.String(), pools, in.Concurrency, func(p *Pool) bool {
		return p.follows() && !p.back() && !version.SamePrinted(p.Running, to)
	})
}

// arrived moves the followers that nothing keeps back.
func arrived(pools []Pool, at version.Version) []Pool {
	out := slices.Clone(pools)
	for i := range out {
		if out[i].follows() && !out[i].back() {
			out[i].Running = at
		}
	}
	return out
}

// appendStep leaves out a step without pools.
func appendStep(steps []Step, s Step) []Step {
	if len(s.MachineDeployments) == 0 && len(s.MachinePools) == 0 {
		return steps
	}
	return append(steps, s)
}

func filter(pools []Pool, keep func(*Pool) bool) []Pool {
	var out []Pool
	for i := range pools {
		if keep(&pools[i]) {
			out = append(out, pools[i])
		}
	}
	return out
}
