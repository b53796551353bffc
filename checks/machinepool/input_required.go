package machinepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
)

func inputRequired() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "input/required", Severity: checks.Error,
			Title:  "A contract input is not declared",
			Why:    "The generated root passes every input of the contract; an argument that the module does not declare fails the plan.",
			Fix:    "Declare the variable, also when the module does not use it.",
			Source: "seeds/003, Inputs; tfcapi-lint input/required",
			Fails:  checks.Example{Args: lint, Files: inputRequiredFails},
			Passes: checks.Example{Args: lint, Files: skeleton},
		},
		Check: func(in *Input, out *checks.Sink) {
			for _, want := range in.Contract.Inputs {
				if want.Name != contract.Tags && in.Module.Variable(want.Name) == nil {
					out.Report(missingInput(in, want, "contract input %s is not declared: the root passes it, and the plan fails", want.Name))
				}
			}
		},
	}
}

const inputRequiredFails = `-- module/variables.tf --
variable "replicas" {
  type = number
}
`
