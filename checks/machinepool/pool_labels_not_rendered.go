package machinepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/flow"
)

func poolLabelsNotRendered() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "pool/labels-not-rendered", Severity: checks.Error,
			Title: "Node labels get lost",
			Why: "Members of a pool have no Machine objects, so nobody copies labels onto their Nodes. Unless the module renders node_labels " +
				"into the registration of the kubelet they are lost, and nothing tells.",
			Fix: "Render the labels beside the payload (a second MIME part with a kubelet drop-in, for example), or refuse labels with a " +
				"precondition.",
			Source: "seeds/003, node_labels (input)",
			Fails:  checks.Example{Args: lint, Files: awsPool("--node-labels=${labels}", "")},
			Passes: checks.Example{Args: lint, Files: awsPool()},
		},
		Check: eachSink(func(in *Input, sink *flow.Node, out *checks.Sink) {
			v := in.Module.Variable(contract.NodeLabels)
			if v == nil {
				return
			}
			lost, open := in.lacks(sink, contract.NodeLabels, in.guardsLabels(contract.NodeLabels))
			switch {
			case lost != nil && lost.Stuck == "":
				f := found(sink.Resource().Block.DefRange(), sink.Address(),
					"var.%s reaches neither the user data of %s nor a precondition%s: the labels get lost", contract.NodeLabels, sink.Address(), lost.inFormat())
				f.Related = append(f.Related, related(v.Block.DefRange(), "var."+v.Name, "the input"))
				out.Report(cure(f, "render the labels into the registration of the kubelet, or refuse them with a precondition", nil))
			case lost == nil && open:
				in.skipSink(sink, out)
			}
		}),
	}
}
