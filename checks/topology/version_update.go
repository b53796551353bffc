package topology

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

func versionDowngrade() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: downgradeID, Severity: checks.Error,
			Title:  "The topology version goes down",
			Why:    "The webhook refuses a lower version. It compares major, minor and patch alone; what it lets through and the controller then cannot plan is " + unplannableID + ".",
			Fix:    "Keep the version, or take a newer one.",
			Source: "pinning facts 2.2 item 1",
			Fails:  update(cluster("v1.31.4", "md-0"), cluster("v1.32.1", "md-0").persisted()),
			Passes: update(cluster("v1.32.1", "md-0"), cluster("v1.31.4", "md-0").persisted()),
		},
		Check: func(c *Change, out *checks.Sink) {
			if n, unread := c.lacksVersions(); unread {
				out.Skip(n)
			}
			reportRefusals(downgradeID, "keep the version that the cluster has, or take a newer one")(c, out)
		},
	}
}

func versionCeiling() Rule {
	refused, accepted := cluster("v1.33.0", "md-0"), cluster("v1.32.99", "md-0")
	before := cluster("v1.31.4", "md-0").persisted()
	return Rule{
		Meta: checks.Meta{
			ID: ceilingID, Severity: checks.Error,
			Title:  "The topology version skips a minor",
			Why:    "A control plane goes up one minor at a time. Without kubernetesVersions in the ClusterClass, and without an upgrade plan extension, one change can reach the next minor only; a pre-release counts as its release.",
			Fix:    "Go to the next minor first, or list kubernetesVersions in the ClusterClass for a chained upgrade.",
			Source: "pinning facts 2.2 item 2",
			Fails:  update(refused, before, classYAML(sampleClass)),
			Passes: update(accepted, before, classYAML(sampleClass)),
		},
		Check: func(c *Change, out *checks.Sink) {
			if c.bumps() && c.class == nil && c.beyondNextMinor() {
				c.skipClass(out)
			}
			if c.bumps() && c.class != nil && c.class.extension {
				out.Skip(c.lacksPlanAnswer())
			}
			reportRefusals(ceilingID, "go to the next minor first, or list kubernetesVersions in the ClusterClass")(c, out)
		},
	}
}

func afterClusterUpgradePending() Rule {
	before := cluster("v1.32.3", "md-0")
	return Rule{
		Meta: checks.Meta{
			ID: hookPendingID, Severity: checks.Error,
			Title:  "The upgrade before has not ended",
			Why:    "While the hook " + afterClusterUpgrade + " is pending, the webhook refuses another version. The annotation is the controller's: a manifest without it does not remove it.",
			Fix:    "Wait until the hook has completed.",
			Source: "pinning facts 2.2 item 3",
			Fails:  update(cluster("v1.33.0", "md-0"), before.annotated(hooksAnnotation+": "+afterClusterUpgrade).persisted()),
			Passes: update(cluster("v1.33.0", "md-0"), before.persisted()),
		},
		Check: reportRefusals(hookPendingID, "wait until the hook has completed"),
	}
}
