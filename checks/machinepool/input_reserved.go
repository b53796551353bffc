package machinepool

import (
	"slices"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

func inputReserved() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "input/reserved", Severity: checks.Error,
			Title:  "A variable has a reserved name",
			Why:    "Names that begin with captf_ belong to the contract, and a few names belong to module calls: no object can set such a variable.",
			Fix:    "Rename the variable.",
			Source: "machinepool.md 1.1; tfcapi-lint input/reserved",
			Fails:  checks.Example{Args: lint, Files: inputReservedFails},
			Passes: checks.Example{Args: lint, Files: inputReservedPasses},
		},
		Check: eachOwnVariable(func(in *Input, v *module.Variable, out *checks.Sink) {
			f := found(v.Block.DefRange(), "var."+v.Name, "")
			switch {
			case in.Contract.Reserved(v.Name):
				f.Message = v.Name + " uses the prefix " + in.Contract.ReservedPrefix + ", which belongs to the contract: no object can set it"
			case slices.Contains(in.Contract.Meta, v.Name):
				f.Message = v.Name + " is a word of module calls: the runtimes refuse a variable of this name"
			default:
				return
			}
			out.Report(cure(f, "rename the variable", nil))
		}),
	}
}

const inputReservedFails = `-- module/variables.tf --
variable "captf_region" {
  type    = string
  default = "eu-west-1"
}
`

const inputReservedPasses = `-- module/variables.tf --
variable "region" {
  type    = string
  default = "eu-west-1"
}
`
