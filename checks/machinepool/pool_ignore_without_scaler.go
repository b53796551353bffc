package machinepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/flow"
)

func poolIgnoreWithoutScaler() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "pool/ignore-without-scaler", Severity: checks.Warning,
			Title: "Nothing carries replicas while autoscaling is off",
			Why: "The group ignores its desired count, and nothing else sets its size while autoscaling is off. An edit of spec.replicas then " +
				"does nothing.",
			Fix:    "Keep an autoscale setting with its limits at var.replicas while autoscaling is off, or use two groups of which only one ignores its count.",
			Source: "machinepool.md 1.5 L2",
			Fails: checks.Example{Args: lint, Files: azurePool(
				"resource \"azurerm_monitor_autoscale_setting\" \"scale\" {\n", "resource \"azurerm_monitor_autoscale_setting\" \"scale\" {\n  count               = var.autoscaling.enabled ? 1 : 0\n")},
			Passes: checks.Example{Args: lint, Files: azurePool()},
		},
		Check: eachSink(func(in *Input, sink *flow.Node, out *checks.Sink) {
			b := in.boundsOf(sink)
			if b.needed && !b.exist && b.ignored {
				f := found(sink.RangeOf("lifecycle"), sink.Address(),
					"%s ignores its desired count, and nothing else carries var.replicas while autoscaling is off: edits of replicas do nothing", sink.Address())
				out.Report(cure(f, "pin the size in another way while autoscaling is off", nil))
			}
		}),
	}
}
