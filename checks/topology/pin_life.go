package topology

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/version"
)

func newPoolBehind() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "pin/new-pool-behind", Severity: checks.Warning,
			Title:  "A new pool starts behind the control plane",
			Why:    "The draft implementation accepts a new pool within the skew; the proposal does not speak of it, and its Machines must be able to join a newer control plane.",
			Fix:    "Start the pool at the topology version, unless it must be older.",
			Source: "pinning facts 3.1 items 21, 22, 3.4-h",
			Fails:  creation(cluster("v1.34.0", "md-0@v1.33.0")),
			Passes: creation(cluster("v1.34.0", "md-0@v1.34.0")),
		},
		Check: func(c *Change, out *checks.Sink) {
			for _, p := range c.Pools {
				if p.Old == nil && !p.pin.IsZero() && version.Older(p.pin, c.To(), version.BuildTags) {
					f := c.findPin(p, "the new %s starts at %s, behind the topology at %s", p, p.pin, c.To())
					out.Report(fix(f, "start the pool at %s, unless it must be older", c.To()))
				}
			}
		},
	}
}

func stalePoolRemoved() Rule {
	before := cluster("v1.32.1", "md-0@v1.31.4", "md-1").persisted()
	return Rule{
		Meta: checks.Meta{
			ID: "pin/stale-pool-removed", Severity: checks.Info,
			Title:  "A pinned pool is deleted",
			Why:    "Removing an entry deletes the pool with its Machines; it does not unpin it.",
			Fix:    "Nothing, if the pool shall go; to unpin it, keep the entry and remove its version.",
			Source: "pinning facts 3.1 item 24",
			Fails:  update(cluster("v1.32.1", "md-1"), before),
			Passes: update(cluster("v1.32.1", "md-0@v1.31.4", "md-1"), before),
		},
		Check: func(c *Change, out *checks.Sink) {
			for _, p := range c.Pools {
				if p.New == nil && !p.oldPin.IsZero() {
					f := c.findPin(p, "%s, pinned to %s, is deleted with its Machines; it is not unpinned", p, p.oldPin)
					out.Report(fix(f, "to unpin the pool instead, keep the entry and remove its version"))
				}
			}
		},
	}
}

func poolReplaced() Rule {
	before := cluster("v1.31.4", "md-0@v1.31.4").persisted()
	return Rule{
		Meta: checks.Meta{
			ID: "pin/pool-replaced", Severity: checks.Warning,
			Title:  "A pinned pool is renamed, which replaces it",
			Why:    "Entries are matched by name: under a new name a new pool is created and the old one is deleted, with all its nodes.",
			Fix:    "Keep the name.",
			Source: "pinning facts 1.1, 3.1 item 24",
			Fails:  update(cluster("v1.31.4", "md-new@v1.31.4"), before),
			Passes: update(cluster("v1.31.4", "md-0@v1.31.4"), before),
		},
		Check: func(c *Change, out *checks.Sink) {
			removed := map[string][]*Pool{}
			for _, p := range c.Pools {
				if p.New == nil && !p.oldPin.IsZero() {
					key := p.likeness()
					removed[key] = append(removed[key], p)
				}
			}
			for _, p := range c.Pools {
				if p.Old != nil || p.pin.IsZero() || len(removed) == 0 {
					continue
				}
				key := p.likeness()
				if len(removed[key]) == 0 {
					continue
				}
				old := removed[key][0]
				removed[key] = removed[key][1:]
				f := c.findPin(p, "%s is %s under another name: it is created, and %s is deleted with its Machines", p, old, old)
				out.Report(fix(f, "keep the name %s", old.Name))
			}
		},
	}
}

// likeness is everything about an entry but its name.
func (p *Pool) likeness() string { return p.Lane.String() + canonical(p.entry().Value, "name") }

func classVersionRemoved() Rule {
	base := []string{cluster("v1.32.1", "md-0@v1.31.4").persisted(), classYAML(sampleClass, "v1.31.4", "v1.32.1")}
	return Rule{
		Meta: checks.Meta{
			ID: "pin/class-version-removed", Severity: checks.Error,
			Title:  "A class drops a version that a Cluster pins",
			Why:    "The ClusterClass webhook of the draft implementation refuses to remove a version that a Cluster of the class uses; without it the Cluster could not be edited any more.",
			Fix:    "Raise the pins first, then remove the version from the class.",
			Source: "pinning facts 3.1 item 23",
			Fails:  example(sampleArgs, []string{classYAML(sampleClass, "v1.32.1", "v1.33.0")}, base...),
			Passes: example(sampleArgs, []string{classYAML(sampleClass, "v1.31.4", "v1.32.1", "v1.33.0")}, base...),
		},
		Check: func(c *Change, out *checks.Sink) {
			if !c.classChanges || c.class == nil || c.oldClass == nil || c.creates() || !c.Old.class.same(c.New.class) {
				return
			}
			for _, p := range c.Pools {
				if !p.kept() || p.pin.IsZero() || !c.oldClass.lists(p.pin.String()) || c.class.lists(p.pin.String()) {
					continue
				}
				f := c.atClass(c.findPin(p, "ClusterClass %s no longer lists %s, to which %s of this Cluster is pinned", c.class.Name, p.pin, p))
				out.Report(fix(f, "raise the pin first, then remove %s from the class", p.pin))
			}
		},
	}
}
