package topology

import (
	"slices"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/version"
)

func pinNotInClass() Rule {
	before := cluster("v1.32.1", "md-0@v1.31.4").persisted()
	class := classYAML(sampleClass, "v1.31.4", "v1.32.1")
	return Rule{
		Meta: checks.Meta{
			ID: "pin/not-in-class-versions", Severity: checks.Error,
			Title:  "The class does not list a pin",
			Why:    "When a ClusterClass lists kubernetesVersions, a pin must be one of them, letter by letter.",
			Fix:    "Take a version from the list, or add this one to the ClusterClass first.",
			Source: "pinning facts 3.1 item 3",
			Fails:  update(cluster("v1.32.1", "md-0@v1.31.9"), before, class),
			Passes: update(cluster("v1.32.1", "md-0@v1.32.1"), before, class),
		},
		Check: func(c *Change, out *checks.Sink) {
			if c.pinned() {
				c.skipClass(out)
			}
			for _, p := range c.Pools {
				if p.pin.IsZero() || c.class == nil || c.class.lists(p.pin.String()) {
					continue
				}
				f := c.findPin(p, "the pin %s of %s is not among the kubernetesVersions of ClusterClass %s (%s)", p.pin, p, c.class.Name, names(c.class.versions))
				out.Report(fix(f, "take a version that the class lists"))
			}
		},
	}
}

func pinAboveControlPlane() Rule {
	before := cluster("v1.32.0", "md-0@v1.32.0").persisted()
	return Rule{
		Meta: checks.Meta{
			ID: "pin/above-control-plane", Severity: checks.Error,
			Title: "A pin is above the control plane",
			Why: "A kubelet must never be newer than the API server. The limit is the lowest of the topology version before and after, and of what the control plane " +
				"asks for and runs: a pool that is raised together with the topology would start before the control plane does. The whole version counts, with patch and pre-release.",
			Fix:    "Raise the topology version first, and the pin when the control plane is there.",
			Source: "seeds/001, Behavior; pinning facts 3.1 item 4, 3.4-a, 3.4-l",
			Fails:  update(cluster("v1.32.0", "md-0@v1.33.0"), before),
			Passes: update(cluster("v1.32.4", "md-0@v1.32.0"), before),
		},
		Check: func(c *Change, out *checks.Sink) {
			if c.Kind == Update && c.pinned() {
				c.skipControlPlane(out)
			}
			for _, p := range c.Pools {
				if p.pin.IsZero() {
					continue
				}
				if limit, ok := c.exceeded(p); ok {
					out.Report(c.above(p, limit))
				}
			}
		},
	}
}

// mode is how the ceiling of pins is compared: the draft implementation leaves
// pre-releases out.
func (c *Change) ceilingMode() version.Mode {
	if c.Profile == DraftImpl {
		return version.CoreOnly
	}
	return version.BuildTags
}

// exceeded finds the lowest version that the pin is above.
func (c *Change) exceeded(p *Pool) (limit version.Version, ok bool) {
	for _, v := range c.ceilings() {
		if version.Newer(p.pin, v, c.ceilingMode()) {
			limit, ok = version.Lowest(limit, v), true
		}
	}
	return limit, ok
}

func (c *Change) above(p *Pool, limit version.Version) checks.Finding {
	f := c.findPin(p, "the pin %s of %s is above the control plane, whose lowest version during the change is %s", p.pin, p, limit)
	if version.SameRelease(limit, p.pin) || version.Compare(limit, p.pin, version.CoreOnly) == version.Equal {
		f.Message += "; only the pre-release or the build differs"
	}
	observed := []version.Version{c.To(), c.controlPlane.spec, c.controlPlane.lowest}
	if c.git && !slices.ContainsFunc(observed, func(v version.Version) bool { return !v.IsZero() && version.Newer(p.pin, v, c.ceilingMode()) }) {
		f = assume(f, "the cluster has what the base says")
	}
	return fix(f, "raise the topology version to at least %s first, and the pin when the control plane is there", p.pin)
}

func maxMinorSkew() Rule {
	before := cluster("v1.32.1", "md-0@v1.31.4").persisted()
	limit := func(n string) string { return sampleArgs + " --max-minor-skew " + n }
	return Rule{
		Meta: checks.Meta{
			ID: "pin/max-minor-skew", Severity: checks.Error,
			Title:  "A pin is further behind than the organisation allows",
			Why:    "With --max-minor-skew an organisation sets a limit of its own below the three minors of Kubernetes; 0 allows other patches only.",
			Fix:    "Raise the pin, or leave the topology where it is.",
			Source: "pinning facts 3.1 item 34 (upstream issue 12466)",
			Fails:  example(limit("0"), []string{cluster("v1.32.1", "md-0@v1.31.4").manifest()}, before),
			Passes: example(limit("1"), []string{cluster("v1.32.1", "md-0@v1.31.4").manifest()}, before),
		},
		Check: func(c *Change, out *checks.Sink) {
			if c.MaxMinorSkew == nil || c.To().IsZero() {
				return
			}
			for _, p := range c.Pools {
				if p.pin.IsZero() || !version.SameMajor(p.pin, c.To()) || version.Skew(c.To(), p.pin) <= *c.MaxMinorSkew {
					continue
				}
				f := c.findPin(p, "%s is pinned to %s, %d minors behind %s; --max-minor-skew allows %d", p, p.pin, version.Skew(c.To(), p.pin), c.To(), *c.MaxMinorSkew)
				out.Report(fix(f, "raise the pin to at least %s", version.MinorOf(c.To().Major(), c.To().Minor()-*c.MaxMinorSkew)))
			}
		},
	}
}

func annotationConflict() Rule {
	before := cluster("v1.34.0", "md-0@v1.33.0").persisted()
	return Rule{
		Meta: checks.Meta{
			ID: "pin/annotation-conflict", Severity: checks.Error,
			Title:  "A pool has a pin and an annotation that keeps it back",
			Why:    "defer-upgrade and hold-upgrade-sequence are about pools that follow the topology; together with a pin the draft implementation refuses them. A hold on an earlier entry without a pin is fine and does not hold a pinned pool.",
			Fix:    "Remove the annotation from the pinned entry.",
			Source: "pinning facts 3.1 item 12",
			Fails:  update(cluster("v1.34.0", "md-0@v1.33.0+"+deferAnnotation), before),
			Passes: update(cluster("v1.34.0", "md-0@v1.33.0"), before),
		},
		Check: func(c *Change, out *checks.Sink) {
			for _, p := range c.Pools {
				if p.pin.IsZero() || !(p.New.deferred || p.New.holds) {
					continue
				}
				v, key := p.New.keeper()
				out.Report(fix(c.findEntry(p, v, "%s is pinned to %s and carries the annotation %s: only one of them may be there", p, p.pin, key), "remove the annotation"))
			}
		},
	}
}
