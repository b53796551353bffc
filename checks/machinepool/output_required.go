package machinepool

import (
	"slices"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
)

func outputRequired() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "output/required", Severity: checks.Error,
			Title:  "A contract output is not declared",
			Why:    "The generated root reads every output of the contract; a missing one is a hard error that no retry cures (OutputsMissing).",
			Fix:    "Declare the output.",
			Source: "machinepool.md 1.2; tfcapi-lint output/required",
			Fails:  checks.Example{Args: lint, Files: inputRequiredFails},
			Passes: checks.Example{Args: lint, Files: skeleton},
		},
		Check: func(in *Input, out *checks.Sink) {
			for _, want := range in.Contract.Outputs {
				if !slices.Contains([]string{contract.Health, contract.ProviderIDList}, want.Name) && in.Module.Output(want.Name) == nil {
					out.Report(missingOutput(in, want, "contract output %s is not declared: the generated root reads it, and no retry cures that", want.Name))
				}
			}
		},
	}
}

func outputHealth() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "output/health", Severity: checks.Error,
			Title:  "The health output is not declared",
			Why:    "Every module reports its health; a pool counts as provisioned once it is no longer pending.",
			Fix:    "Declare the output.",
			Source: "machinepool.md 1.2; tfcapi-lint output/health",
			Fails:  checks.Example{Args: lint, Files: inputRequiredFails},
			Passes: checks.Example{Args: lint, Files: skeleton},
		},
		Check: func(in *Input, out *checks.Sink) {
			if want, known := in.Contract.Output(contract.Health); known && in.Module.Output(want.Name) == nil {
				out.Report(missingOutput(in, want, "output %s is not declared: every module must report its health", want.Name))
			}
		},
	}
}
