package machinepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/flow"
)

func poolMinMaxPin() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "pool/min-max-pin", Severity: checks.Warning,
			Title: "A fixed pool does not follow replicas",
			Why: "A group that ignores its desired count follows var.replicas only when the smallest and largest size are both pinned to it " +
				"while autoscaling is off. var.autoscaling.min and max are 0 then: used as they are, the pool shrinks to nothing.",
			Fix:    "min_size = var.autoscaling.enabled ? var.autoscaling.min : var.replicas, and max_size alike.",
			Source: "seeds/003, Module note",
			Fails: checks.Example{Args: lint, Files: awsPool(
				"var.autoscaling.enabled ? var.autoscaling.min : var.replicas", "var.autoscaling.min",
				"var.autoscaling.enabled ? var.autoscaling.max : var.replicas", "var.autoscaling.max")},
			Passes: checks.Example{Args: lint, Files: awsPool()},
		},
		Check: eachSink(func(in *Input, sink *flow.Node, out *checks.Sink) {
			b := in.boundsOf(sink)
			if b.needed && b.exist && b.pinned == flow.No {
				out.Report(in.boundsFinding(sink, b))
			}
		}),
	}
}
