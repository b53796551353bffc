package topology

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/version"
)

func orderChanged() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "topology/order-changed", Severity: checks.Info,
			Title:  "The pools stand in another order",
			Why:    "Pools without a pin roll in the order of their list, so another order is another sequence at the next upgrade. Nothing rolls because of it.",
			Fix:    "Nothing, if the new sequence is meant.",
			Source: "pinning facts 2.3 item 4",
			Fails:  update(cluster("v1.32.1", "md-1", "md-0"), cluster("v1.32.1", "md-0", "md-1").persisted()),
			Passes: update(cluster("v1.32.1", "md-0", "md-1"), cluster("v1.32.1", "md-0", "md-1").persisted()),
		},
		Check: func(c *Change, out *checks.Sink) {
			for _, lane := range lanes {
				last := -1
				for _, p := range c.Pools {
					if p.Lane != lane.Lane || !p.kept() {
						continue
					}
					if p.Old.index < last {
						v := c.New.topology.Get("workers", lane.list)
						out.Report(c.find(v, "the order of %s changed: it is the sequence in which pools without a pin roll at the next upgrade, and nothing rolls now", lane.list))
						return
					}
					last = p.Old.index
				}
			}
		},
	}
}

func deferred() Rule {
	before := cluster("v1.31.4", "md-0").persisted()
	return Rule{
		Meta: checks.Meta{
			ID: "topology/deferred", Severity: checks.Info,
			Title:  "An annotation keeps a pool at its version",
			Why:    "The annotations defer-upgrade and hold-upgrade-sequence keep a pool back, the latter also every later entry of its list. Until it has caught up no second change of the version is accepted.",
			Fix:    "Remove the annotation when the pool may roll.",
			Source: "pinning facts 1.2, 2.2",
			Fails:  update(cluster("v1.32.1", "md-0+"+deferAnnotation), before),
			Passes: update(cluster("v1.32.1", "md-0"), before),
		},
		Check: func(c *Change, out *checks.Sink) {
			for _, p := range c.Pools {
				running, _ := c.running(p)
				if !c.bumps() || !p.keptBack() || version.SamePrinted(running, c.To()) {
					continue
				}
				v, key := p.New.keeper()
				f := c.findEntry(p, v, "%s stays at %s while the topology goes to %s: the annotation %s%s keeps it back", p, running, c.To(), key, p.New.onWhom())
				out.Report(fix(f, "remove the annotation when the pool may roll"))
			}
		},
	}
}

// keptBack reports whether an annotation holds a pool that follows the topology.
func (p *Pool) keptBack() bool { return p.kept() && p.pin.IsZero() && p.New.back }

// onWhom says where a hold stands that is not the entry's own.
func (e *Entry) onWhom() string {
	if e.deferred || e.holds || e.heldBy == nil {
		return ""
	}
	return " of " + e.lane.String() + "/" + e.heldBy.name
}

func deferStalls() Rule {
	versions := []string{"v1.30.0", "v1.31.1", "v1.32.0", "v1.33.1", "v1.34.1"}
	base := []string{cluster("v1.30.0", "md-0").persisted(), classYAML(sampleClass, versions...)}
	return Rule{
		Meta: checks.Meta{
			ID: "topology/defer-stalls-chained-upgrade", Severity: checks.Warning,
			Title:  "A pool that is kept back stops a chained upgrade",
			Why:    "The control plane does not go more than three minors above a pool that follows the topology. It waits at that minor until the annotation goes, and no webhook warns.",
			Fix:    "Remove the annotation, pin the pool, or upgrade in two changes.",
			Source: "pinning facts 2.3 item 6",
			Fails:  update(cluster("v1.34.1", "md-0+"+deferAnnotation), base...),
			Passes: update(cluster("v1.34.1", "md-0"), base...),
		},
		Check: func(c *Change, out *checks.Sink) {
			if c.plan.Stall == nil {
				return
			}
			stopping := map[string]bool{}
			for _, p := range c.plan.Stall.Pools {
				stopping[p.String()] = true
			}
			for _, p := range c.Pools {
				if stopping[p.String()] {
					out.Report(c.stops(p))
				}
			}
		},
	}
}

func (c *Change) stops(p *Pool) checks.Finding {
	running, assumed := c.running(p)
	v, _ := p.New.keeper()
	at := c.plan.Stall.ControlPlane
	f := c.findEntry(p, v, "%s is kept at %s, so the control plane stops at %s on its way to %s until the annotation goes", p, running, at, c.To())
	return fix(assumeRunning(f, assumed), "remove the annotation, or go to %s first and on when %s has followed", at, p)
}
