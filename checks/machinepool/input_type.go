package machinepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/fix"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
	"github.com/zclconf/go-cty/cty"
)

func inputType() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "input/type", Severity: checks.Error,
			Title: "The type of a contract input does not take what the root passes",
			Why: "A type that is narrower than the contract's, for example an object that demands an attribute which is never passed, fails " +
				"every plan. Wider types are fine: any, a set for a list, fewer or optional attributes.",
			Fix:    "Use the type of the contract.",
			Source: "seeds/003, Inputs; tfcapi-lint input/type",
			Fails:  checks.Example{Args: lint, Files: inputTypeFails},
			Passes: checks.Example{Args: lint, Files: inputTypePasses},
		},
		Check: eachInput(checkInputType),
	}
}

func checkInputType(in *Input, want contract.Input, v *module.Variable, out *checks.Sink) {
	subject := "var." + want.Name
	if v.Type == nil {
		f := found(v.Block.DefRange(), subject, "%s has no type: what the root passes is taken as it comes; the contract says %s", want.Name, want.Written)
		edits := fix.AddArgument(in.fileOf(v.Block.DefRange()), v.Block, "type", want.Written)
		out.Report(rated(cure(f, "add the type of the contract", edits), checks.Warning))
		return
	}
	at := v.Type.Expr.Range()
	declared, err := contract.ParseType(v.Type.Expr)
	why := ""
	if err == nil {
		why = contract.Refusal(declared, want.Type)
	}
	f := found(at, subject, "")
	switch {
	case err != nil:
		f.Severity, f.Message = checks.Warning, "the type of "+want.Name+" cannot be read; the contract says "+want.Written
	case why != "":
		f.Message = "the type of " + want.Name + " " + why
	case declared == cty.DynamicPseudoType && want.Scalar():
		f.Severity, f.Message = checks.Info, want.Name+" takes any value where the contract passes a "+want.Written+": a mistake shows late"
	default:
		return
	}
	out.Report(cure(f, "use the type of the contract: "+want.Written, in.replace(at, want.Written)))
}

const inputTypeFails = `-- module/variables.tf --
variable "captf_object" {
  type = object({
    kind      = string
    name      = string
    namespace = string
    uid       = string # never passed
  })
}
`

const inputTypePasses = `-- module/variables.tf --
variable "captf_object" {
  type = object({
    name = string           # fewer attributes are fine
    uid  = optional(string) # and so are optional ones
  })
}
variable "failure_domains" {
  type = set(string)
}
`
