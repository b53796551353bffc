package machinepool

import (
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/flow"
)

func poolBootstrapStale() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "pool/bootstrap-stale", Severity: checks.Error,
			Title: "New members start with an old bootstrap payload",
			Why: "A join token lives 15 minutes. A launch configuration that keeps an older payload starts machines that cannot join: the " +
				"first scale-out or repair after that time fails.",
			Fix: "Let every apply write the payload into what the group launches, and let the group follow it: no ignore_changes on user " +
				"data, \"$Latest\" or update_default_version = true.",
			Source: "seeds/003, Bootstrap rotation; machinepool.md 1.5 L8",
			Fails:  checks.Example{Args: lint, Files: awsPool("  update_default_version = true\n", "", "    version = \"$Latest\"\n", "")},
			Passes: checks.Example{Args: lint, Files: awsPool("    version = \"$Latest\"\n", "")},
		},
		Check: eachSink(func(in *Input, sink *flow.Node, out *checks.Sink) {
			if in.Module.Variable(contract.BootstrapData) == nil {
				return
			}
			lost, open := in.lacks(sink, contract.BootstrapData, in.refuses)
			switch {
			case lost != nil:
				out.Report(staleFinding(sink, lost))
			case open:
				in.skipSink(sink, out)
			}
		}),
	}
}

func staleFinding(sink *flow.Node, d *lacking) checks.Finding {
	at, why := d.At.Range, d.Stuck
	if why == "" {
		at, why = sink.Resource().Block.DefRange(), "nothing that "+sink.Address()+" launches holds var."+contract.BootstrapData
	}
	path := append(slices.Clone(d.Path), flow.Step{Text: "new members start with an old payload", Range: at, Kind: flow.Effect})
	if at == (hcl.Range{}) {
		at = sink.Resource().Block.DefRange()
	}
	f := proved(at, sink.Address(), path, "new members of %s do not get the present bootstrap payload%s: %s", sink.Address(), d.inFormat(), why)
	return cure(f, "write the payload into what the group launches and let the group follow it", nil)
}
