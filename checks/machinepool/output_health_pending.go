package machinepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/shape"
)

func outputHealthPending() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "output/health-pending", Severity: checks.Info,
			Title: "health is pending although the pool is there",
			Why: "A pool that is scaled to zero is running and healthy; reported as pending it is never provisioned. While some members " +
				"still start, the controller refreshes every 30 seconds anyway; pending there makes the health flap.",
			Fix:    "Report pending only while the group does not exist or should have members and has none.",
			Source: "seeds/003, Per-instance state",
			Fails:  checks.Example{Args: lint, Files: outputHealthPendingFails},
			Passes: checks.Example{Args: lint, Files: outputHealthPendingPasses},
		},
		Check: checkHealthPending,
	}
}

func checkHealthPending(in *Input, out *checks.Sink) {
	value, ok := in.observedOutput(contract.Health, out)
	if !ok {
		return
	}
	for _, a := range shape.Attribute(value, "state") {
		if word, ok := literalText(a.Expr); !ok || word != "pending" {
			continue
		}
		f := atNode(a.Node, value.Expr.Range(), "output."+contract.Health, "")
		switch {
		case world{desired: 0, members: 0}.holds(in, a.Guards):
			f.Message = "health is pending while the pool is scaled to zero: such a pool is running and healthy, and would never count as provisioned"
		case world{desired: 3, members: 1}.holds(in, a.Guards):
			f.Message = "health is pending while members are there: the controller looks every 30 seconds anyway, and the health flaps with each scaling"
		default:
			continue
		}
		out.Report(cure(f, "report pending only while the group should have members and has none", nil))
	}
}

const outputHealthPendingFails = `-- module/main.tf --
resource "aws_autoscaling_group" "g" {}
data "aws_instances" "members" {}
output "health" {
  value = length(data.aws_instances.members.ids) == 0 ? { state = "pending", healthy = false } : { state = "running", healthy = true }
}
`

const outputHealthPendingPasses = `-- module/main.tf --
resource "aws_autoscaling_group" "g" {}
data "aws_instances" "members" {}
output "health" {
  value = (
    aws_autoscaling_group.g.desired_capacity > 0 && length(data.aws_instances.members.ids) == 0 ?
    { state = "pending", healthy = false } : { state = "running", healthy = true }
  )
}
`
