package topology

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

func controlPlaneNotSettled() Rule {
	before := cluster("v1.32.0", "md-0").persisted()
	return Rule{
		Meta: checks.Meta{
			ID: planeSettledID, Severity: checks.Error,
			Title:  "The control plane has not reached the version before",
			Why:    "The webhook refuses a new version while the control plane does not ask for the one before, provisions, or still has members below it.",
			Fix:    "Wait until the control plane is at the version before.",
			Source: "pinning facts 2.2 item 4",
			Fails:  update(cluster("v1.32.1", "md-0"), before, controlPlane("v1.32.0", "v1.31.4")),
			Passes: update(cluster("v1.32.1", "md-0"), before, controlPlane("v1.32.0", "v1.32.0")),
		},
		Check: func(c *Change, out *checks.Sink) {
			if c.bumps() {
				c.skipControlPlane(out)
				c.skipStability(out)
			}
			reportRefusals(planeSettledID, "wait until the control plane is at the version before")(c, out)
		},
	}
}

func machineDeploymentNotSettled() Rule {
	before := cluster("v1.32.1", "md-0").persisted()
	return Rule{
		Meta: checks.Meta{
			ID: deployedID, Severity: checks.Error,
			Title:  "A MachineDeployment has not reached the version before",
			Why:    "The webhook refuses a new version while a MachineDeployment of the topology, or one of its Machines, is not at the one before. A pool that an annotation keeps back is such a one.",
			Fix:    "Wait for the pool, or let it go.",
			Source: "pinning facts 2.2 item 5",
			Fails:  update(cluster("v1.32.3", "md-0"), before, runs("md-0", "v1.31.4")),
			Passes: update(cluster("v1.32.3", "md-0"), before, runs("md-0", "v1.32.1")),
		},
		Check: func(c *Change, out *checks.Sink) {
			if c.bumps() && c.has(MachineDeployment) {
				c.skipStability(out)
			}
			reportRefusals(deployedID, "wait until the pool is at the version before; an annotation that keeps it back must go first")(c, out)
		},
	}
}

func machinePoolNotSettled() Rule {
	before := cluster("v1.32.1", "mp-0").persisted()
	return Rule{
		Meta: checks.Meta{
			ID: poolSettledID, Severity: checks.Error,
			Title:  "A MachinePool has not reached the version before",
			Why:    "The webhook refuses a new version while a MachinePool of the topology, or a kubelet of its Nodes, is not at the one before. It asks the workload cluster; this program reads the Nodes from the base.",
			Fix:    "Wait for the pool.",
			Source: "pinning facts 2.2 item 6",
			Fails:  update(cluster("v1.32.3", "mp-0"), before, runs("mp-0", "v1.31.4")),
			Passes: update(cluster("v1.32.3", "mp-0"), before, runs("mp-0", "v1.32.1")),
		},
		Check: func(c *Change, out *checks.Sink) {
			if c.bumps() && c.has(MachinePool) {
				c.skipStability(out)
				c.skipKubelets(out)
			}
			reportRefusals(poolSettledID, "wait until the pool is at the version before")(c, out)
		},
	}
}

func kubeletSuffix() Rule {
	before := cluster("v1.33.1+k0s", "md-0").persisted()
	docs := func(kubelet string) []string {
		return []string{before, runs("md-0", "v1.33.1+k0s"), machine("md-0", "v1.33.1+k0s", kubelet)}
	}
	return Rule{
		Meta: checks.Meta{
			ID: "topology/kubelet-suffix-mismatch", Severity: checks.Warning,
			Title: "The kubelet reports another suffix than the pool asks for",
			Why: "Cluster API compares the version of a pool with that of its kubelets as text. A distribution that reports v1.33.1+k0s.0 for v1.33.1+k0s, " +
				"or v1.36.3-eks-cb19647 for v1.36.3, therefore looks as if it were upgrading for ever, and every change of a version is refused.",
			Fix:    "Use a release of Cluster API that compares the numbers, or override the check with " + skipVersionAnnotation + " after looking yourself.",
			Source: "pinning facts 1.4 (upstream bugs 14086, 14219)",
			Fails:  update(cluster("v1.33.2+k0s", "md-0"), docs("v1.33.1+k0s.0")...),
			Passes: update(cluster("v1.33.2+k0s", "md-0"), docs("v1.33.1+k0s")...),
		},
		Check: func(c *Change, out *checks.Sink) {
			if !c.bumps() && !c.repins() {
				return
			}
			for _, p := range c.Pools {
				if c.stability.pools[p] == "" || p.worker.suffixed() == "" {
					continue
				}
				f := c.findAt(p, c.New.version.Value, "%s counts as upgrading only because its kubelets report %s where it asks for %s: they are compared as text, "+
					"so waiting does not help", p, p.worker.suffixed(), p.worker.text())
				out.Report(fix(f, "use a release of Cluster API that compares the numbers; %s overrides the check", skipVersionAnnotation))
			}
		},
	}
}
