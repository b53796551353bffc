package machinepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
)

func inputTagsDeclared() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "input/tags-declared", Severity: checks.Error,
			Title:  "captf_tags is not declared",
			Why:    "Every module takes the tags that say which object a cloud resource belongs to; the root passes them, and the plan fails without the variable.",
			Fix:    "Declare captf_tags as map(string) and give it to everything that can carry tags.",
			Source: "seeds/003, Minimal skeleton; tfcapi-lint input/tags-declared",
			Fails:  checks.Example{Args: lint, Files: inputRequiredFails},
			Passes: checks.Example{Args: lint, Files: skeleton},
		},
		Check: func(in *Input, out *checks.Sink) {
			want, known := in.Contract.Input(contract.Tags)
			if known && in.Module.Variable(want.Name) == nil {
				out.Report(missingInput(in, want, "%s is not declared: every module must take the tags of the contract", want.Name))
			}
		},
	}
}
