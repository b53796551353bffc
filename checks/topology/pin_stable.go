package topology

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/version"
)

func clusterNotStable() Rule {
	before := cluster("v1.32.1", "md-0@v1.31.4", "md-1").persisted()
	to := cluster("v1.32.1", "md-0@v1.32.1", "md-1")
	return Rule{
		Meta: checks.Meta{
			ID: "pin/cluster-not-stable", Severity: checks.Error,
			Title: "A pin is edited while the cluster is not settled",
			Why: "The proposal allows to set, raise or remove a pin only while control plane, the pools without a pin, the pool itself and the lifecycle hooks are settled. " +
				"Another pinned pool may roll. The draft implementation does not check it, so there it is a warning.",
			Fix:    "Wait until the upgrade in progress has ended.",
			Source: "seeds/001, Behavior; pinning facts 1.4, 3.1 item 11, 3.4-c, 3.4-d",
			Fails:  update(to, before, controlPlane("v1.32.1", "v1.32.1"), runs("md-0", "v1.31.4"), runs("md-1", "v1.31.4")),
			Passes: update(to, before, controlPlane("v1.32.1", "v1.32.1"), runs("md-0", "v1.31.4"), runs("md-1", "v1.32.1")),
		},
		Check: func(c *Change, out *checks.Sink) {
			if c.repins() {
				c.skipControlPlane(out)
				c.skipStability(out)
				c.skipKubelets(out)
			}
			for _, p := range c.Pools {
				if !c.repinned(p) {
					continue
				}
				reasons := c.unstable(p)
				if reasons == "" {
					continue
				}
				f := c.findPin(p, "the pin of %s cannot change while the cluster is not settled: %s", p, reasons)
				if c.Profile == DraftImpl {
					f.Severity = checks.Warning
				}
				out.Report(fix(f, "wait until the upgrade in progress has ended"))
			}
		},
	}
}

// noRolloutID is told only when nothing is refused; see precedence.
const noRolloutID = "pin/no-rollout-expected"

func noRolloutExpected() Rule {
	before := []string{cluster("v1.32.0", "md-0").persisted(), runs("md-0", "v1.32.0")}
	return Rule{
		Meta: checks.Meta{
			ID: noRolloutID, Severity: checks.Info,
			Title:  "Pinning or unpinning rolls nothing",
			Why:    "Setting the first pin to the running version, and removing a pin that equals the topology version, change who decides about the pool and nothing else. Other edits of the entry apply at once: a pinned pool is never frozen by an upgrade.",
			Fix:    "Nothing.",
			Source: "seeds/001, Workflow; pinning facts 3.1 item 13",
			Fails:  update(cluster("v1.32.0", "md-0@v1.32.0"), before...),
			Passes: update(cluster("v1.32.0", "md-0"), before...),
		},
		Check: func(c *Change, out *checks.Sink) {
			for _, p := range c.Pools {
				running, assumed := c.running(p)
				var f checks.Finding
				switch {
				case p.firstPin() && version.SameString(p.pin, running):
					f = c.findPin(p, "%s is pinned to the version that it runs: nothing rolls", p)
				case p.unpinned() && version.SameString(p.oldPin, running):
					f = c.findPin(p, "%s follows the topology again at the version that it runs: nothing rolls", p)
				default:
					continue
				}
				if other := p.otherEdits(); len(other) > 0 {
					f.Message += "; the other edits of the entry (" + list(other) + ") apply at once"
				}
				out.Report(assumeRunning(f, assumed))
			}
		},
	}
}

// otherEdits lists the fields of the entry, except its pin, that differ.
func (p *Pool) otherEdits() []string {
	var out []string
	seen := map[string]bool{"version": true}
	for _, side := range []*Entry{p.New, p.Old} {
		for key := range side.Fields() {
			if !seen[key] && !same(p.New.Get(key), p.Old.Get(key)) {
				out = append(out, key)
			}
			seen[key] = true
		}
	}
	return out
}

func notHeld() Rule {
	before := cluster("v1.32.1", "md-0+"+holdAnnotation, "md-1@v1.31.4").persisted()
	return Rule{
		Meta: checks.Meta{
			ID: "pin/not-held", Severity: checks.Info,
			Title:  "A hold on an earlier entry does not hold a pinned pool",
			Why:    "hold-upgrade-sequence keeps every later entry of its list back, except pinned ones: those follow their pin alone.",
			Fix:    "Nothing; leave the pin where it is if the pool shall stay.",
			Source: "pinning facts 3.1 items 12, 33",
			Fails:  update(cluster("v1.32.1", "md-0+"+holdAnnotation, "md-1@v1.32.1"), before),
			Passes: update(cluster("v1.32.1", "md-0+"+holdAnnotation, "md-1@v1.31.4"), before),
		},
		Check: func(c *Change, out *checks.Sink) {
			for _, p := range c.Pools {
				if p.pin.IsZero() || p.New.heldBy == nil || !p.New.heldBy.pin.Version.IsZero() || !(c.bumps() || c.repinned(p)) {
					continue
				}
				v, key := p.New.heldBy.annotation(holdAnnotation), holdAnnotation
				f := c.findPin(p, "%s is pinned, so the annotation %s of %s/%s does not hold it", p, key, p.Lane, p.New.heldBy.name)
				f.Related = []checks.Related{{Position: c.New.At(v), Message: "the hold"}}
				out.Report(f)
			}
		},
	}
}
