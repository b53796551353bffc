package machinepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/shape"
)

func outputHealthConstant() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "output/health-constant", Severity: checks.Warning,
			Title:  "health does not look at the pool",
			Why:    "A health that no resource and no data source feeds says the same whatever happens: a dead pool looks healthy.",
			Fix:    "Derive health from the group and its members.",
			Source: "seeds/003, Per-instance state; machinepool.md 1.2",
			Fails:  checks.Example{Args: lint, Files: outputHealthConstantFails},
			Passes: checks.Example{Args: lint, Files: outputHealthConstantPasses},
		},
		Check: func(in *Input, out *checks.Sink) {
			value, ok := in.observedOutput(contract.Health, out)
			if !ok || len(healthProblems(in)) > 0 {
				return
			}
			if s := shape.SourcesOf(value); s.Unknown || len(s.Managed)+len(s.Data) > 0 {
				return
			}
			f := found(value.Expr.Range(), "output."+contract.Health, "health depends on nothing that is observed: a dead pool looks the same as a healthy one")
			out.Report(cure(f, "derive health from the group and its members", nil))
		},
	}
}

const outputHealthConstantFails = `-- module/main.tf --
resource "aws_autoscaling_group" "g" {}
output "health" {
  value = { state = "running", healthy = true }
}
`

const outputHealthConstantPasses = `-- module/main.tf --
resource "aws_autoscaling_group" "g" {}
output "health" {
  value = { state = "running", healthy = aws_autoscaling_group.g.desired_capacity > 0 }
}
`
