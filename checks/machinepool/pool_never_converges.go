package machinepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/flow"
)

func poolNeverConverges() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "pool/never-converges", Severity: checks.Error,
			Title: "Every plan has a change",
			Why: "timestamp(), plantimestamp(), uuid() and bcrypt() give another result each time. An argument that follows one is different " +
				"in every plan: the pool is applied at every rotation and reported as drifted for ever.",
			Fix:    "Do without the function, or keep its first result: in a terraform_data with ignore_changes, or a time_static resource.",
			Source: "seeds/003, Bootstrap rotation (a module that never converges)",
			Fails:  checks.Example{Args: lint, Files: awsPool("  tags                   = var.captf_tags\n", "  tags                   = merge(var.captf_tags, { applied = timestamp() })\n")},
			Passes: checks.Example{Args: lint, Files: awsPool()},
		},
		Check: func(in *Input, out *checks.Sink) {
			free := in.flows().Free()
			for _, n := range free.Nodes() {
				if n.Managed() && free.Of(n.Argument("*"), flow.Impure) == flow.Yes {
					in.reportImpure(n.Address(), out)
				}
			}
		},
	}
}

func (in *Input) reportImpure(address string, out *checks.Sink) {
	view := in.flows().Of(flow.Impure)
	n := view.Node(address)
	t := n.Argument("*")
	if view.Of(t, flow.Impure) != flow.Yes {
		return
	}
	path := append(t.Steps(), flow.Step{Text: "a change in every plan", Range: n.Resource().Block.DefRange(), Kind: flow.Effect})
	f := proved(lastPlace(path), address, path, "%s follows %s, which gives another result each time: the module never converges", address, path[0].Text)
	out.Report(cure(f, "do without the function, or keep its first result", nil))
}
