package topology

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/version"
)

func pinFirstSet() Rule {
	before := cluster("v1.32.0", "md-0").persisted()
	return Rule{
		Meta: checks.Meta{
			ID: "pin/first-set-mismatch", Severity: checks.Error,
			Title:  "The first pin is not what the pool runs",
			Why:    "Setting a pin must not roll anything: it only takes the pool out of the rollouts of the topology. It therefore has to be the running version, letter by letter, since another spelling or build makes another template.",
			Fix:    "Pin the running version first, and raise the pin in a later change.",
			Source: "seeds/001, Behavior and Workflow; pinning facts 3.1 item 5",
			Fails:  update(cluster("v1.32.0", "md-0@v1.31.0"), before, runs("md-0", "v1.32.0")),
			Passes: update(cluster("v1.32.0", "md-0@v1.32.0"), before, runs("md-0", "v1.32.0")),
		},
		Check: func(c *Change, out *checks.Sink) {
			if c.Profile != CAEP {
				return
			}
			c.skipRunningOf(out, (*Pool).firstPin)
			for _, p := range c.Pools {
				if !p.firstPin() {
					continue
				}
				if running, assumed := c.running(p); !version.SameString(p.pin, running) {
					out.Report(assumeRunning(c.wrongFirst(p, running), assumed))
				}
			}
		},
	}
}

func (c *Change) wrongFirst(p *Pool, running version.Version) checks.Finding {
	f := c.findPin(p, "the first pin of %s must be the version that it runs, %s, not %s", p, running, p.pin)
	if version.Compare(p.pin, running, version.Plain) == version.Equal {
		f.Message += ": the spelling counts, and the pool would roll"
	}
	if p.Old.back && !version.SamePrinted(running, c.From()) {
		f.Message += "; an annotation kept the pool back during the upgrade, and the proposal wants the upgrade finished before a pin is set"
	}
	f = fix(f, "pin %s first, and raise the pin in a later change", running)
	return rewrite(f, p.New.pin.Value, running.String())
}

func firstPinRolls() Rule {
	before := []string{cluster("v1.32.0", "md-0+"+deferAnnotation).persisted(), controlPlane("v1.32.0", "v1.32.0"), runs("md-0", "v1.31.0")}
	draft := sampleArgs + " --profile " + string(DraftImpl)
	return Rule{
		Meta: checks.Meta{
			ID: "pin/first-pin-rolls", Severity: checks.Warning,
			Title:  "The first pin rolls the pool",
			Why:    "The draft implementation accepts a first pin above the running version as long as the control plane is there; the pool then rolls at once. The proposal refuses it.",
			Fix:    "Pin the running version first.",
			Source: "pinning facts 3.4-b",
			Fails:  example(draft, []string{cluster("v1.32.0", "md-0@v1.32.0").manifest()}, before...),
			Passes: example(draft, []string{cluster("v1.32.0", "md-0@v1.31.0").manifest()}, before...),
		},
		Check: func(c *Change, out *checks.Sink) {
			if c.Profile != DraftImpl {
				return
			}
			for _, p := range c.Pools {
				running, assumed := c.running(p)
				if !p.firstPin() || version.SameString(p.pin, running) || version.Older(p.pin, running, version.BuildTags) {
					continue
				}
				if _, above := c.exceeded(p); above {
					continue
				}
				f := c.findPin(p, "the first pin of %s rolls it from %s to %s at once", p, running, p.pin)
				out.Report(fix(assumeRunning(f, assumed), "pin %s first, and raise the pin in a later change", running))
			}
		},
	}
}

func pinBelowRunning() Rule {
	before := cluster("v1.32.0", "md-0").persisted()
	return Rule{
		Meta: checks.Meta{
			ID: "pin/below-running", Severity: checks.Error,
			Title:  "A pin is below what the pool runs",
			Why:    "A pin must never move a pool down. It takes the MachineDeployment or MachinePool to tell.",
			Fix:    "Pin the running version, or a newer one that the control plane has.",
			Source: "seeds/001, Behavior; pinning facts 3.1 item 6",
			Fails:  update(cluster("v1.32.0", "md-0@v1.31.0"), before, runs("md-0", "v1.32.0")),
			Passes: update(cluster("v1.32.0", "md-0@v1.32.0"), before, runs("md-0", "v1.32.0")),
		},
		Check: func(c *Change, out *checks.Sink) {
			c.skipRunningOf(out, func(p *Pool) bool { return p.kept() && !p.pin.IsZero() && c.repinned(p) })
			for _, p := range c.Pools {
				if p.pin.IsZero() || !p.kept() {
					continue
				}
				if running, assumed := c.running(p); !assumed && version.Older(p.pin, running, version.BuildTags) {
					f := c.findPin(p, "the pin %s of %s is below %s, which it runs", p.pin, p, running)
					out.Report(fix(f, "pin %s", running))
				}
			}
		},
	}
}

func pinDowngrade() Rule {
	before := cluster("v1.32.0", "md-0@v1.32.0").persisted()
	return Rule{
		Meta: checks.Meta{
			ID: "pin/downgrade", Severity: checks.Error,
			Title:  "A pin goes down",
			Why:    "A pin is never lowered. Pre-releases and numbered builds have an order too; builds that are text have none, and are neither down nor up.",
			Fix:    "Keep the pin, or raise it.",
			Source: "seeds/001, Behavior; pinning facts 3.1 item 7",
			Fails:  update(cluster("v1.32.0", "md-0@v1.31.0"), before),
			Passes: update(cluster("v1.32.0", "md-0@v1.32.0"), before),
		},
		Check: func(c *Change, out *checks.Sink) {
			for _, p := range c.Pools {
				if p.moved() && version.Older(p.pin, p.oldPin, version.BuildTags) {
					out.Report(fix(c.findPin(p, "the pin of %s goes down from %s to %s", p, p.oldPin, p.pin), "keep %s, or raise the pin", p.oldPin))
				}
			}
		},
	}
}

func unpinMismatch() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "pin/unpin-mismatch", Severity: checks.Error,
			Title:  "A pool is unpinned before it has caught up",
			Why:    "A pool may follow the topology again only when its pin is the topology version, before and after the change and letter by letter, and when it runs it.",
			Fix:    "Raise the pin to the topology version, wait until the pool is there, then remove it.",
			Source: "seeds/001, Behavior; pinning facts 3.1 item 10, 3.4-g",
			Fails:  update(cluster("v1.32.0", "md-0"), cluster("v1.32.0", "md-0@v1.31.0").persisted()),
			Passes: update(cluster("v1.32.0", "md-0"), cluster("v1.32.0", "md-0@v1.32.0").persisted()),
		},
		Check: func(c *Change, out *checks.Sink) {
			c.skipRunningOf(out, (*Pool).unpinned)
			for _, p := range c.Pools {
				if !p.unpinned() {
					continue
				}
				if f, wrong := c.unpinTooEarly(p); wrong {
					out.Report(f)
				}
			}
		},
	}
}

func (c *Change) unpinTooEarly(p *Pool) (checks.Finding, bool) {
	running, assumed := c.running(p)
	switch {
	case !version.SameString(p.oldPin, c.From()):
		f := c.findPin(p, "%s cannot be unpinned at %s: the topology is at %s", p, p.oldPin, c.From())
		return fix(f, "raise the pin to %s, wait until the pool is there, then remove it", c.From()), true
	case !version.SameString(p.oldPin, c.To()):
		f := c.findPin(p, "%s cannot be unpinned at %s in the change that takes the topology to %s", p, p.oldPin, c.To())
		return fix(f, "unpin first, and change the topology version after it"), true
	case !assumed && !running.IsZero() && !version.SameString(running, p.oldPin):
		f := c.findPin(p, "%s cannot be unpinned yet: it is pinned to %s and still at %s", p, p.oldPin, running)
		return fix(f, "wait until the pool runs %s", p.oldPin), true
	}
	return checks.Finding{}, false
}
