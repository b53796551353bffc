package machinepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/flow"
)

func poolReplicasFeedback() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "pool/replicas-feedback", Severity: checks.Warning,
			Title: "The observed count flows back into the configuration",
			Why: "With autoscaling on, var.replicas is what the controller last saw in the cloud. An argument that follows it turns every " +
				"decision of the autoscaler into drift and an apply.",
			Fix:    "Use var.autoscaling.min as the scaler's default while autoscaling is on, and keep the count out of names and tags.",
			Source: "seeds/003, replicas (input)",
			Fails: checks.Example{Args: lint, Files: azurePool(
				"default = var.autoscaling.enabled ? var.autoscaling.min : var.replicas", "default = var.replicas")},
			Passes: checks.Example{Args: lint, Files: azurePool()},
		},
		Check: withSink(func(in *Input, out *checks.Sink) {
			if in.supportsAutoscaling() {
				in.checkFeedback(out)
			}
		}),
	}
}

// checkFeedback looks for arguments that follow the count while autoscaling is
// on. The desired count of a group has a rule of its own.
func (in *Input) checkFeedback(out *checks.Sink) {
	view := in.flows().OfIn(contract.Replicas, scaledMode)
	for _, n := range view.Nodes() {
		if !n.Managed() || n.Exists() == flow.No {
			continue
		}
		size := ""
		if n.Known() && n.Row().Size != nil {
			size = n.Row().Size.Argument
		}
		t := n.Without(size)
		if view.Of(t, contract.Replicas) != flow.Yes {
			continue
		}
		path := append(t.Steps(), flow.Step{Text: "drift at every scaling of the cloud", Range: n.Resource().Block.DefRange(), Kind: flow.Effect})
		f := proved(lastPlace(path), n.Address(), path,
			"while autoscaling is on, var.replicas is the observed count, and %s follows it: every scaling of the cloud becomes a change", n.Address())
		out.Report(cure(f, "do not use var.replicas here while var.autoscaling.enabled", nil))
	}
}
