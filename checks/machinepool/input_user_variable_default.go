package machinepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

func inputUserVariableDefault() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "input/user-variable-default", Severity: checks.Warning,
			Title:  "A user variable has no default",
			Why:    "Every object that does not set the variable fails its plan. That can be what you want; then allow this warning.",
			Fix:    "Give the variable a default.",
			Source: "machinepool.md 1.1; tfcapi-lint input/user-variable-default",
			Fails:  checks.Example{Args: lint, Files: inputUserVariableDefaultFails},
			Passes: checks.Example{Args: lint, Files: inputReservedPasses},
		},
		Check: eachOwnVariable(func(in *Input, v *module.Variable, out *checks.Sink) {
			if _, other := in.Contract.OtherRoles[v.Name]; other || v.Default != nil || in.Contract.Reserved(v.Name) {
				return
			}
			f := found(v.Block.DefRange(), "var."+v.Name, "%s has no default: every object that does not set it fails its plan", v.Name)
			out.Report(cure(f, "add a default", nil))
		}),
	}
}

const inputUserVariableDefaultFails = `-- module/variables.tf --
variable "instance_type" {
  type = string
}
`
