package machinepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/fix"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

func inputNullable() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "input/nullable", Severity: checks.Warning,
			Title: "kubernetes_version refuses null",
			Why: "A pool without a version passes null. With nullable = false that fails the plan, or silently becomes the default where " +
				"there is one.",
			Fix:    "Remove nullable = false.",
			Source: "machinepool.md 1.1",
			Fails:  checks.Example{Args: lint, Files: inputNullableFails},
			Passes: checks.Example{Args: lint, Files: inputNullablePasses},
		},
		Check: eachInput(func(in *Input, want contract.Input, v *module.Variable, out *checks.Sink) {
			if !want.Nullable || flag(v.Nullable, true) {
				return
			}
			at := v.Nullable.NameRange
			f := found(at, "var."+want.Name, "%s refuses null, which the root passes for a pool without a version", want.Name)
			out.Report(cure(f, "remove nullable = false", fix.RemoveArgument(in.fileOf(at), v.Nullable)))
		}),
	}
}

const inputNullableFails = `-- module/variables.tf --
variable "kubernetes_version" {
  type     = string
  nullable = false
}
`

const inputNullablePasses = `-- module/variables.tf --
variable "kubernetes_version" {
  type = string
}
variable "replicas" {
  type     = number
  nullable = false
}
`
