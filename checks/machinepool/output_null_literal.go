package machinepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

func outputNullLiteral() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "output/null-literal", Severity: checks.Error,
			Title: "A contract output is always null",
			Why: "Null means that the value is not known yet, so the controller keeps waiting, for ever here; a health that is null is " +
				"refused. provider_id may stay null (info), because the contract makes it optional.",
			Fix:    "Report the value that the group has.",
			Source: "machinepool.md 1.2",
			Fails:  checks.Example{Args: lint, Files: outputNullLiteralFails},
			Passes: checks.Example{Args: lint, Files: skeleton},
		},
		Check: func(in *Input, out *checks.Sink) {
			for _, want := range in.Contract.Outputs {
				value, ok := in.output(want.Name)
				if ok || value.Expr == nil {
					continue
				}
				f := found(value.Expr.Range(), "output."+want.Name, "output %s is always null: the controller waits for a value that never comes", want.Name)
				if want.Nullable {
					f.Severity, f.Message = checks.Info, "output "+want.Name+" is always null: that is allowed, and the pool then shows no group"
				}
				out.Report(f)
			}
		},
	}
}

const outputNullLiteralFails = `-- module/outputs.tf --
output "provider_id" { value = null }
output "provider_id_list" { value = null }
`
