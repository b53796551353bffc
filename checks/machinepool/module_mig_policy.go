package machinepool

import (
	"slices"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/flow"
)

func moduleMIGPolicy() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "module/mig-policy", Severity: checks.Error,
			Title: "The payload is part of an instance template under a PROACTIVE policy",
			Why: "Every argument of an instance template makes a new template, and a PROACTIVE policy replaces the members with it at once. " +
				"With the payload in the template that happens at every rotation of the token.",
			Fix: "Keep the payload in all_instances_config.metadata with minimal_action = \"REFRESH\", or make the policy OPPORTUNISTIC and " +
				"let the version replace the group.",
			Source: "machinepool.md 4.1 and 4.2",
			Fails: checks.Example{Args: lint, Files: googlePool(
				"  metadata = {}\n", "  metadata = {\n    \"user-data\"          = local.user_data\n    \"user-data-encoding\" = \"base64\"\n  }\n")},
			Passes: checks.Example{Args: lint, Files: googlePool()},
		},
		Check: reportsPolicy("module/mig-policy", nil),
	}
}

// reportsPolicy makes the body of a rule about a way of rolling that has a rule
// of its own.
func reportsPolicy(id string, amend func(*Input, *flow.Node, *checks.Finding)) func(*Input, *checks.Sink) {
	return func(in *Input, out *checks.Sink) {
		for _, sink := range in.sinks() {
			rolls := in.provedRolls(sink, contract.BootstrapData)
			i := slices.IndexFunc(rolls, func(r flow.Roll) bool { return r.Effect.Rule == id })
			if i < 0 {
				continue
			}
			f := rollFinding(sink, rolls[i], contract.BootstrapData, tokenHarm)
			f.Related = append(f.Related, checks.Related{
				Subject: sink.Address(), Rule: "pool/bootstrap-rolls", Position: f.Position, Message: "this includes pool/bootstrap-rolls",
			})
			if amend != nil {
				amend(in, sink, &f)
			}
			out.Report(f)
		}
	}
}
