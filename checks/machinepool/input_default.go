package machinepool

import (
	"github.com/zclconf/go-cty/cty"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/fix"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

func inputDefault() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "input/default", Severity: checks.Warning,
			Title: "A contract input has a default",
			Why: "The root always sets every input, so a default never applies and only hides a mistake. Null is allowed where the contract " +
				"passes null: kubernetes_version, and captf_cluster_outputs with null or {}.",
			Fix:    "Remove the default.",
			Source: "seeds/003, Minimal skeleton; tfcapi-lint input/default",
			Fails:  checks.Example{Args: lint, Files: inputDefaultFails},
			Passes: checks.Example{Args: lint, Files: inputDefaultPasses},
		},
		Check: eachInput(checkInputDefault),
	}
}

func checkInputDefault(in *Input, want contract.Input, v *module.Variable, out *checks.Sink) {
	if v.Default == nil || allowedDefault(want, v) {
		return
	}
	f := found(v.Default.NameRange, "var."+want.Name, "%s has a default: the root always sets it, so a default only hides a mistake", want.Name)
	if want.Default == contract.NoDefault {
		out.Report(cure(f, "remove the default", fix.RemoveArgument(in.fileOf(v.Default.NameRange), v.Default)))
		return
	}
	f.Message = want.Name + " has a default other than null: the root passes null where there is no value, and never leaves it out"
	out.Report(cure(f, "use null", in.replace(v.Default.Expr.Range(), "null")))
}

func allowedDefault(want contract.Input, v *module.Variable) bool {
	value, ok := constant(v.Default)
	switch {
	case !ok || want.Default == contract.NoDefault:
		return false
	case value.IsNull():
		return true
	}
	return want.Default == contract.NullOrEmptyDefault && value.RawEquals(cty.EmptyObjectVal)
}

const inputDefaultFails = `-- module/variables.tf --
variable "kubernetes_version" {
  type    = string
  default = "v1.33.0"
}
`

const inputDefaultPasses = `-- module/variables.tf --
variable "kubernetes_version" {
  type    = string
  default = null
}
variable "captf_cluster_outputs" {
  type    = any
  default = {}
}
`
