package machinepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/flow"
)

func poolVersionSuffixLost() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "pool/version-suffix-lost", Severity: checks.Info,
			Title: "Only the version without its suffix rolls the pool",
			Why: "A distribution's suffix is part of the version: v1.31.4+rke2r1 to v1.31.4+rke2r2 is an upgrade. A trigger that sees the " +
				"stripped value does not roll on it.",
			Fix:    "Use var.kubernetes_version as it is in the trigger, and strip the suffix only where an image is looked up.",
			Source: "machinepool.md 1.5 L6",
			Fails:  checks.Example{Args: lint, Files: awsPool("triggers_replace = var.kubernetes_version", "triggers_replace = local.release")},
			Passes: checks.Example{Args: lint, Files: awsPool()},
		},
		Check: eachSink(func(in *Input, sink *flow.Node, out *checks.Sink) {
			view := in.flows().Of(contract.Version)
			if in.rollsOn(view, sink) != flow.Yes || in.rollsOn(in.suffixes(), sink) != flow.No {
				return
			}
			path := view.Rolls(view.Node(sink.Address()), contract.Version)[0].Path
			f := proved(path[min(1, len(path)-1)].Range, sink.Address(), path,
				"%s rolls on a new version, but not on a new suffix (+rke2r1 to +rke2r2): the trigger only sees the stripped value", sink.Address())
			out.Report(cure(f, "use var.kubernetes_version as it is in the trigger", nil))
		}),
	}
}
