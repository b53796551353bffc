package machinepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

func inputWrongRole() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "input/wrong-role", Severity: checks.Warning,
			Title:  "A variable belongs to another role",
			Why:    "The controller sets this input for modules of another role only. In a pool it stays at its default; without one, every plan fails.",
			Fix:    "Remove the variable, or rename it when it is meant as one of your own.",
			Source: "machinepool.md 1.1",
			Fails:  checks.Example{Args: lint, Files: inputWrongRoleFails},
			Passes: checks.Example{Args: lint, Files: inputWrongRolePasses},
		},
		Check: eachOwnVariable(func(in *Input, v *module.Variable, out *checks.Sink) {
			role, other := in.Contract.OtherRoles[v.Name]
			if !other {
				return
			}
			f := found(v.Block.DefRange(), "var."+v.Name, "%s is an input of the %s role: the controller never sets it for a pool", v.Name, role)
			if v.Default == nil {
				f.Message += ", and it has no default"
				f.Related = append(f.Related, checks.Related{Rule: "input/user-variable-default", Subject: f.Subject, Position: f.Position})
			}
			out.Report(cure(f, "remove or rename the variable", nil))
		}),
	}
}

const inputWrongRoleFails = `-- module/variables.tf --
variable "machine_name" {
  type    = string
  default = ""
}
`

const inputWrongRolePasses = `-- module/variables.tf --
variable "machinepool_name" {
  type = string
}
`
