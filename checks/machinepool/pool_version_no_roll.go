package machinepool

import (
	"slices"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/flow"
)

func poolVersionNoRoll() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "pool/version-no-roll", Severity: checks.Error,
			Title: "A new Kubernetes version does not replace the members of the pool",
			Why: "A ClusterClass upgrade is complete only when the kubelets of all Nodes have the new version. A group that does not roll " +
				"on kubernetes_version leaves the upgrade unfinished for ever.",
			Fix: "Let the version replace what the members start from: a trigger resource in replace_triggered_by, a hash of the version in " +
				"a name that replaces, or the version in the name of the image.",
			Source: "seeds/003, kubernetes_version (input)",
			Fails:  checks.Example{Args: lint, Files: awsPool("    replace_triggered_by  = [terraform_data.roll]\n", "")},
			Passes: checks.Example{Args: lint, Files: awsPool()},
		},
		Check: eachSink(func(in *Input, sink *flow.Node, out *checks.Sink) {
			if in.Module.Variable(contract.Version) == nil {
				return
			}
			switch c := in.rollsOn(in.flows().Of(contract.Version), sink); {
			case c == flow.Maybe || c == flow.No && sink.Trust() != flow.Yes:
				in.skipSink(sink, out)
			case c == flow.No:
				f := found(sink.Resource().Block.DefRange(), sink.Address(),
					"a change of var.%s replaces no member of %s: an upgrade of the pool never completes", contract.Version, sink.Address())
				out.Report(cure(f, "let the version replace what the members start from", nil))
			}
		}),
	}
}

// rollsOn is how certain a change of the version replaces the members of a
// sink. A restart is not enough.
func (in *Input) rollsOn(view *flow.View, sink *flow.Node) flow.Certainty {
	rolls := view.Rolls(view.Node(sink.Address()), contract.Version)
	rolls = slices.DeleteFunc(rolls, func(r flow.Roll) bool { return r.Effect.Restart })
	if len(rolls) == 0 {
		return flow.No
	}
	return rolls[0].Certainty
}
