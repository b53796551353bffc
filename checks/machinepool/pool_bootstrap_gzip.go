package machinepool

import (
	"slices"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/flow"
)

func poolBootstrapGzip() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "pool/bootstrap-gzip", Severity: checks.Info,
			Title: "A compressed payload cannot be decoded to text",
			Why: "Some bootstrap providers compress the payload (gzipUserData of RKE2). base64decode takes text only and fails on it, in the " +
				"middle of an apply and without a hint at the reason.",
			Fix:    "Use an argument that takes base64, or refuse payloads that begin with H4sI by a precondition.",
			Source: "seeds/003, bootstrap_data (input)",
			Fails: checks.Example{Args: lint, Files: googlePool(
				"      \"user-data\"          = local.user_data\n      \"user-data-encoding\" = \"base64\"\n", "      \"user-data\" = base64decode(var.bootstrap_data)\n")},
			Passes: checks.Example{Args: lint, Files: googlePool()},
		},
		Check: eachSink(func(in *Input, sink *flow.Node, out *checks.Sink) {
			view := in.flows().Of(contract.BootstrapData)
			d := view.Delivers(view.Node(sink.Address()), contract.BootstrapData)
			i := slices.IndexFunc(d.Path, func(s flow.Step) bool { return s.Kind == flow.Decoded })
			if i < 0 || in.mentions("H4sI") || in.attempts("base64decode") {
				return
			}
			f := proved(d.Path[i].Range, sink.Address(), d.Path, "base64decode fails on a compressed payload, and nothing guards against one")
			out.Report(cure(f, "use an argument that takes base64, or refuse payloads that begin with H4sI", nil))
		}),
	}
}
