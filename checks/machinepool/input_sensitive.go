package machinepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/fix"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

func inputSensitive() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "input/sensitive", Severity: checks.Warning,
			Title:  "bootstrap_data is not marked sensitive",
			Why:    "The payload holds a join token; without the mark the plan prints it into the log of every job.",
			Fix:    "Set sensitive = true on the variable.",
			Source: "seeds/003, Minimal skeleton; tfcapi-lint input/sensitive",
			Fails:  checks.Example{Args: lint, Files: inputSensitiveFails},
			Passes: checks.Example{Args: lint, Files: inputSensitivePasses},
		},
		Check: eachInput(func(in *Input, want contract.Input, v *module.Variable, out *checks.Sink) {
			if !want.Sensitive || flag(v.Sensitive, false) {
				return
			}
			at := v.Block.DefRange()
			f := found(at, "var."+want.Name, "%s is not marked sensitive: plans print the bootstrap payload with its token", want.Name)
			edits := fix.AddArgument(in.fileOf(at), v.Block, "sensitive", "true")
			if v.Sensitive != nil {
				edits = in.replace(v.Sensitive.Expr.Range(), "true")
			}
			out.Report(cure(f, "add sensitive = true", edits))
		}),
	}
}

const inputSensitiveFails = `-- module/variables.tf --
variable "bootstrap_data" { type = string }
`

const inputSensitivePasses = `-- module/variables.tf --
variable "bootstrap_data" { type = string }
-- module/variables_override.tf --
variable "bootstrap_data" { sensitive = true }
`
