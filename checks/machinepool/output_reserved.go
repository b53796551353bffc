package machinepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

func outputReserved() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "output/reserved", Severity: checks.Warning,
			Title:  "An output has a reserved name",
			Why:    "Names that begin with captf_ belong to the contract; a later version may give this one a meaning.",
			Fix:    "Rename the output.",
			Source: "machinepool.md 1.2; tfcapi-lint output/reserved",
			Fails:  checks.Example{Args: lint, Files: outputReservedFails},
			Passes: checks.Example{Args: lint, Files: skeleton},
		},
		Check: func(in *Input, out *checks.Sink) {
			for _, o := range in.Module.Outputs {
				if _, known := in.Contract.Output(o.Name); !known && in.Contract.Reserved(o.Name) {
					f := found(o.Block.DefRange(), "output."+o.Name, "output %s uses the prefix %s, which belongs to the contract", o.Name, in.Contract.ReservedPrefix)
					out.Report(cure(f, "rename the output", nil))
				}
			}
		},
	}
}

const outputReservedFails = `-- module/outputs.tf --
output "captf_debug" {
  value = "x"
}
`
