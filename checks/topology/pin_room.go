package topology

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/topology/plan"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/version"
)

func headroom() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "pin/headroom", Severity: checks.Warning,
			Title:  "A pin leaves the topology little room to go up",
			Why:    "The topology can be three minors above a pin. With none left the next minor upgrade is refused until the pin is raised; with one left there is a note. A forgotten pin blocks the whole cluster.",
			Fix:    "Raise the pin before the next minor upgrade.",
			Source: "seeds/001, Risks and Mitigations; pinning facts 3.1 item 14",
			Fails:  update(cluster("v1.34.0", "md-0@v1.31.0"), cluster("v1.33.0", "md-0@v1.31.0").persisted()),
			Passes: update(cluster("v1.33.1", "md-0@v1.32.0"), cluster("v1.33.0", "md-0@v1.32.0").persisted()),
		},
		Check: func(c *Change, out *checks.Sink) {
			for _, p := range c.Pools {
				if p.pin.IsZero() || c.To().IsZero() || !version.SameMajor(p.pin, c.To()) {
					continue
				}
				major, minor := c.To().Major(), c.To().Minor()
				reach := version.MinorOf(major, p.pin.Minor()+version.MaxSkew)
				switch plan.Headroom(c.To(), p.pin) {
				case 0:
					f := c.findPin(p, "%s at %s leaves no room: the topology can go to %s at most, so the next minor upgrade is refused until the pin is raised", p, p.pin, reach)
					out.Report(fix(f, "raise the pin to at least %s before %s", version.MinorOf(major, minor+1-version.MaxSkew), version.MinorOf(major, minor+1)))
				case 1:
					f := c.findPin(p, "%s at %s leaves room for one minor: the topology can go to %s at most", p, p.pin, reach)
					f.Severity = checks.Info
					out.Report(fix(f, "raise the pin to at least %s before %s", version.MinorOf(major, minor+2-version.MaxSkew), version.MinorOf(major, minor+2)))
				}
			}
		},
	}
}

func hooksIgnored() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "pin/defers-hooks-ignored", Severity: checks.Info,
			Title:  "Lifecycle hooks do not wait for pinned pools",
			Why:    "AfterClusterUpgrade fires although pinned pools are behind, and BeforeWorkersUpgrade does not ask about them: an extension that takes the hook for \"all nodes are new\" is wrong.",
			Fix:    "Let such an extension look at the pools.",
			Source: "pinning facts 3.1 item 18",
			Fails:  update(cluster("v1.32.1", "md-0@v1.31.4"), cluster("v1.31.4", "md-0@v1.31.4").persisted()),
			Passes: update(cluster("v1.32.1", "md-0@v1.32.1"), cluster("v1.32.1", "md-0@v1.31.4").persisted()),
		},
		Check: func(c *Change, out *checks.Sink) {
			if !c.bumps() {
				return
			}
			var behind []string
			for _, p := range c.Pools {
				if !p.pin.IsZero() && version.Older(p.pin, c.To(), version.BuildTags) {
					behind = append(behind, p.String())
				}
			}
			if len(behind) > 0 {
				out.Report(c.find(c.New.version.Value, "AfterClusterUpgrade will fire although pinned pools stay behind (%s)", names(behind)))
			}
		},
	}
}

func parallelRollout() Rule {
	before := cluster("v1.32.1", "md-0@v1.31.4", "md-1@v1.31.4").persisted()
	return Rule{
		Meta: checks.Meta{
			ID: "pin/parallel-rollout", Severity: checks.Warning,
			Title:  "Several pools roll at once",
			Why:    "Pools whose pins are raised in one change all roll at the same time: upgrade-concurrency is about pools without a pin.",
			Fix:    "Raise one pin per change if the pools shall roll one after the other.",
			Source: "pinning facts 3.1 item 19",
			Fails:  update(cluster("v1.32.1", "md-0@v1.32.1", "md-1@v1.32.1"), before),
			Passes: update(cluster("v1.32.1", "md-0@v1.32.1", "md-1@v1.31.4"), before),
		},
		Check: func(c *Change, out *checks.Sink) {
			var raised []string
			for _, p := range c.Pools {
				if p.raised() {
					raised = append(raised, p.String())
				}
			}
			if len(raised) > 1 {
				f := c.find(c.New.topology.Get("workers"), "%d pools roll at the same time, upgrade-concurrency does not apply to pins: %s", len(raised), names(raised))
				out.Report(fix(f, "raise one pin per change if the pools shall roll one after the other"))
			}
		},
	}
}

func withTopologyChange() Rule {
	before := cluster("v1.33.0", "md-0@v1.32.0").persisted()
	return Rule{
		Meta: checks.Meta{
			ID: "pin/with-topology-change", Severity: checks.Warning,
			Title:  "A pin and the topology version change together",
			Why:    "Both sides of the skew move at once: the pool starts to roll when the control plane does, and a mistake is hard to take back.",
			Fix:    "Make two changes, the topology version first.",
			Source: "pinning facts 3.1 item 20",
			Fails:  update(cluster("v1.34.0", "md-0@v1.33.0"), before),
			Passes: update(cluster("v1.34.0", "md-0@v1.32.0"), before),
		},
		Check: func(c *Change, out *checks.Sink) {
			if !c.bumps() {
				return
			}
			for _, p := range c.Pools {
				if p.kept() && c.repinned(p) {
					f := c.findPin(p, "the pin of %s and the topology version change in one request", p)
					if p.moved() && version.Skew(c.To(), p.oldPin) > version.MaxSkew {
						out.Report(fix(f, "make two changes: raise the pin first, then take the topology to %s", c.To()))
						continue
					}
					out.Report(fix(f, "make two changes: take the topology to %s first, then edit the pin", c.To()))
				}
			}
		},
	}
}
