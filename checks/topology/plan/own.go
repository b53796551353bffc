package plan

import (
	"cmp"
	"slices"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/version"
)

// assemble puts what starts at once before the chain: raised pins, deletions and,
// when the control plane stays, new pools. Otherwise new pools wait until the
// control plane is stable, and do not come at all while the chain is stalled.
func assemble(in Input, chain []Step, stall *Stall) []Step {
	added := creations(in)
	moves := slices.ContainsFunc(chain, func(s Step) bool { return s.Target == ControlPlane })
	out := raises(in)
	if !moves {
		out = append(out, added...)
	}
	out = sideBySide(appendStep(out, deletions(in)))
	if len(chain) > 0 && len(out) > 0 {
		chain[0].Parallel = true
	}
	out = append(out, chain...)
	if moves && stall == nil {
		added = sideBySide(added)
		if len(added) > 0 {
			added[0].Parallel = out[len(out)-1].Target == Workers
		}
		out = append(out, added...)
	}
	return out
}

// sideBySide marks all steps but the first as parallel.
func sideBySide(steps []Step) []Step {
	for i := range steps {
		steps[i].Parallel = i > 0
	}
	return steps
}

// raises are pools that follow their own pin. They all roll at once:
// upgrade-concurrency is about followers of the topology.
func raises(in Input) []Step {
	return byVersion(filter(in.Pools, func(p *Pool) bool {
		return p.Presence == Kept && p.pinned() && !version.SameString(p.Pin, p.OldPin) && !version.SameString(p.Pin, p.Running)
	}), func(p Pool) version.Version { return p.Pin })
}

// creations are pools that the topology did not have.
func creations(in Input) []Step {
	steps := byVersion(filter(in.Pools, func(p *Pool) bool { return p.Presence == Added }), func(p Pool) version.Version {
		if p.pinned() {
			return p.Pin
		}
		return in.To
	})
	for i := range steps {
		steps[i].Create = true
	}
	return steps
}

func deletions(in Input) Step {
	return workers(Delete, "", in.Pools, 0, func(p *Pool) bool { return p.Presence == Removed })
}

// createSteps make a cluster: the control plane, then all pools.
func createSteps(in Input) []Step {
	added := slices.Clone(in.Pools)
	for i := range added {
		added[i].Presence = Added
	}
	in.Pools = added
	first := Step{Target: ControlPlane, To: in.To.String(), Create: true}
	return append([]Step{first}, sideBySide(creations(in))...)
}

// byVersion makes one step for each version, the lowest first.
func byVersion(pools []Pool, of func(Pool) version.Version) []Step {
	groups := map[string][]Pool{}
	var versions []version.Version
	for _, p := range pools {
		v := of(p)
		if _, seen := groups[v.String()]; !seen {
			versions = append(versions, v)
		}
		groups[v.String()] = append(groups[v.String()], p)
	}
	slices.SortFunc(versions, func(a, b version.Version) int {
		order := version.Compare(a, b, version.BuildTags)
		if order == version.Unordered {
			order = version.Equal
		}
		return cmp.Or(int(order), cmp.Compare(a.String(), b.String()))
	})
	var out []Step
	for _, v := range versions {
		out = append(out, workers(Workers, v.String(), groups[v.String()], 0, func(*Pool) bool { return true }))
	}
	return out
}
