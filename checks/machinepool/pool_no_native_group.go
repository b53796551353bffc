package machinepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/flow"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/provider"
)

func poolNoNativeGroup() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "pool/no-native-group", Severity: checks.Warning,
			Title: "Single machines stand in for a scaling group",
			Why: "A count of machines cannot be ignored while autoscaling is on, nothing controls a roll, and on many clouds new user data " +
				"replaces a machine.",
			Fix:    "Use the scaling group of the cloud.",
			Source: "machinepool.md 4.1",
			Fails:  checks.Example{Args: lint, Files: machines()},
			Passes: checks.Example{Args: lint, Files: awsPool()},
		},
		Check: func(in *Input, out *checks.Sink) {
			for _, n := range in.sinks() {
				if n.Kind() == provider.Machine {
					out.Report(singleMachines(n))
				}
			}
		},
	}
}

func singleMachines(n *flow.Node) checks.Finding {
	at := n.RangeOf("count")
	if n.Resource().ForEach != nil {
		at = n.RangeOf("for_each")
	}
	f := found(at, n.Address(), "var.replicas counts single machines (%s): there is no scaling group that could keep their number or roll them", n.Address())
	return cure(f, "use the scaling group of the cloud", nil)
}
