package machinepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/flow"
)

func poolLabelsRestricted() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "pool/labels-restricted", Severity: checks.Info,
			Title: "Node labels are not filtered",
			Why: "A kubelet may not give itself labels of kubernetes.io and k8s.io outside a short list, and does not start with such a " +
				"label among its own. Labels of that kind are the module's to leave out.",
			Fix:    "Leave out keys that match (^|[.])(kubernetes|k8s)[.]io/ before they are rendered.",
			Source: "seeds/003, node_labels (input)",
			Fails: checks.Example{Args: lint, Files: awsPool(
				`{ for k, v in var.node_labels : k => v if !can(regex("(kubernetes|k8s)\\.io/", k)) }`, "var.node_labels")},
			Passes: checks.Example{Args: lint, Files: awsPool()},
		},
		Check: eachSink(func(in *Input, sink *flow.Node, out *checks.Sink) {
			view := in.flows().Of(contract.NodeLabels)
			d := view.Delivers(view.Node(sink.Address()), contract.NodeLabels)
			if d.Certainty != flow.Yes || in.mentions("kubernetes", "k8s") {
				return
			}
			f := proved(lastPlace(d.Path), sink.Address(), d.Path,
				"var.%s goes into the user data of %s unfiltered: a kubelet does not start with labels that it may not give itself", contract.NodeLabels, sink.Address())
			out.Report(cure(f, "leave out keys of kubernetes.io and k8s.io", nil))
		}),
	}
}
