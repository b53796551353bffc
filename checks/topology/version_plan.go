package topology

import (
	"slices"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/topology/plan"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/version"
)

func versionUnplannable() Rule {
	before := cluster("v1.31.4", "md-0").persisted()
	return Rule{
		Meta: checks.Meta{
			ID: unplannableID, Severity: checks.Error,
			Title: "The version is accepted and can then not be planned",
			Why: "Admission compares less than the planner of the topology controller does. After such a change the Cluster stops reconciling, and changing it back " +
				"is refused too, because the control plane never got there.",
			Fix:    "Take a version above the present one; for builds of one release, leave them out of kubernetesVersions.",
			Source: "pinning facts 2.4",
			Fails:  update(cluster("v1.31.4-rc.1", "md-0"), before, classYAML(sampleClass)),
			Passes: update(cluster("v1.31.5", "md-0"), before, classYAML(sampleClass)),
		},
		Check: checkUnplannable,
	}
}

func checkUnplannable(c *Change, out *checks.Sink) {
	if !c.bumps() {
		return
	}
	c.skipControlPlane(out)
	c.skipClass(out)
	c.skipRunning(out)
	if c.class != nil && c.class.extension {
		out.Skip(c.lacksPlanAnswer())
	}
	err := c.unplannable()
	if err == nil {
		return
	}
	reason := strings.TrimPrefix(err.Error(), plan.ErrUnplannable.Error()+": ")
	f := c.find(c.New.version.Value, "admission accepts %s after %s, but the topology controller cannot plan it and stops reconciling: %s", c.To(), c.From(), reason)
	guessed := slices.ContainsFunc(c.planInput.Pools, func(p plan.Pool) bool { return p.Assumed })
	if c.planInput.ControlPlaneAssumed || guessed {
		f = assume(f, "control plane and pools run what the base asks for")
	}
	out.Report(fix(f, "take a version above %s that the controller can reach", c.From()))
}

func versionOrderUnknown() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "topology/version-order-unknown", Severity: checks.Info,
			Title:  "Two builds have no order",
			Why:    "Build identifiers that are text, such as rke2r1 and rke2r2, have no order for Cluster API: the change is neither an upgrade nor a downgrade, and it rolls.",
			Fix:    "Nothing; make sure that the new build is the one you want.",
			Source: "pinning facts 3.4-k, 4.2",
			Fails:  update(cluster("v1.31.4+rke2r2", "md-0"), cluster("v1.31.4+rke2r1", "md-0").persisted()),
			Passes: update(cluster("v1.31.5+rke2r1", "md-0"), cluster("v1.31.4+rke2r1", "md-0").persisted()),
		},
		Check: func(c *Change, out *checks.Sink) {
			unordered := func(a, b version.Version) bool { return version.Compare(a, b, version.BuildTags) == version.Unordered }
			if c.bumps() && unordered(c.To(), c.From()) {
				out.Report(c.find(c.New.version.Value, "%s and %s differ in builds that have no order: neither up nor down, and it rolls", c.From(), c.To()))
			}
			for _, p := range c.Pools {
				if p.moved() && unordered(p.pin, p.oldPin) {
					out.Report(c.findPin(p, "the pins %s and %s of %s differ in builds that have no order: neither up nor down, and the pool rolls", p.oldPin, p.pin, p))
				}
			}
		},
	}
}
