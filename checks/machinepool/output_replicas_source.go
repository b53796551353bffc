package machinepool

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/shape"
)

func outputReplicasSource() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "output/replicas-source", Severity: checks.Warning,
			Title: "replicas does not read the desired capacity of the group",
			Why: "replicas is the desired capacity as the cloud has it. An input or a literal never shows what an autoscaler decided, and a " +
				"count of members is not what the group aims at: the write-back then works against the autoscaler.",
			Fix:    "Report the desired count of the group resource.",
			Source: "seeds/003, replicas (output)",
			Fails:  checks.Example{Args: lint, Files: outputReplicasSourceFails},
			Passes: checks.Example{Args: lint, Files: outputReplicasSourcePasses},
		},
		Check: checkReplicasSource,
	}
}

func checkReplicasSource(in *Input, out *checks.Sink) {
	value, ok := in.observedOutput(contract.Replicas, out)
	if !ok {
		return
	}
	what := ""
	for _, a := range shape.Alternatives(value) {
		kind := replicasSource(a.Node)
		if kind == "" {
			return
		}
		what = kind
	}
	if what == "" {
		return
	}
	f := found(value.Expr.Range(), "output."+contract.Replicas, "replicas %s: it must be the desired capacity that the group has in the cloud", what)
	out.Report(cure(f, "report the desired count of the group resource", nil))
}

// replicasSource says what is wrong with one form of the count, "" for a form
// that reads something or cannot be followed.
func replicasSource(n shape.Node) string {
	s := shape.SourcesOf(n)
	call, isCall := n.Expr.(*hclsyntax.FunctionCallExpr)
	switch {
	case s.Unknown:
		return ""
	case len(s.Managed)+len(s.Data) == 0 && len(s.Inputs) > 0:
		return "repeats an input"
	case len(s.Managed)+len(s.Data) == 0:
		return "is a constant"
	case isCall && call.Name == "length" && !countedOnly(s):
		return "counts members"
	}
	return ""
}

// countedOnly reports whether everything that is counted are the instances of
// resources with a count, whose number is the desired one.
func countedOnly(s shape.Sources) bool {
	for _, r := range s.Managed {
		if r.Count == nil && r.ForEach == nil {
			return false
		}
	}
	return len(s.Data) == 0
}

const outputReplicasSourceFails = `-- module/main.tf --
resource "aws_autoscaling_group" "g" {}
data "aws_instances" "members" {}
output "replicas" {
  value = length(data.aws_instances.members.ids)
}
`

const outputReplicasSourcePasses = `-- module/main.tf --
variable "replicas" {
  type = number
}
resource "aws_autoscaling_group" "g" {}
output "replicas" {
  value = try(aws_autoscaling_group.g.desired_capacity, var.replicas)
}
`
