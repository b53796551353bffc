package machinepool

import (
	"slices"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/flow"
)

func poolBootstrapParsed() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "pool/bootstrap-parsed", Severity: checks.Warning,
			Title: "The payload is read or edited",
			Why: "The payload is opaque: its format depends on the bootstrap provider and its settings, and may be compressed. A module that " +
				"parses or edits it breaks with another provider or release.",
			Fix:    "Pass the payload on whole, and put what the module adds beside it (a second MIME part, for example).",
			Source: "seeds/003, node_labels (input)",
			Fails: checks.Example{Args: lint, Files: awsPool(
				"= local.user_data", `= base64encode(yamlencode(merge(yamldecode(base64decode(var.bootstrap_data)), { labels = local.labels })))`)},
			Passes: checks.Example{Args: lint, Files: awsPool()},
		},
		Check: func(in *Input, out *checks.Sink) {
			view := in.flows().Of(contract.BootstrapData)
			for _, n := range view.Nodes() {
				t := n.Written("*")
				if !n.Managed() || t.Forms()&flow.Edited == 0 {
					continue
				}
				path := t.Steps()
				at := lastPlace(path)
				if i := slices.IndexFunc(path, func(s flow.Step) bool { return s.Kind == flow.Parsed }); i >= 0 {
					at = path[i].Range
				}
				f := proved(at, n.Address(), path, "the payload is parsed or edited before it reaches %s, but it is opaque", n.Address())
				out.Report(cure(f, "pass the payload on whole", nil))
				return
			}
		},
	}
}
