package machinepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
)

func inputTagsUnused() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "input/tags-unused", Severity: checks.Warning,
			Title: "captf_tags reaches nothing that the module manages",
			Why: "The tags say which object a cloud resource belongs to; without them nobody can clean up or account for it. A mention in an " +
				"output, in a validation or in a local value that nothing reads does not tag anything.",
			Fix:    "Give var.captf_tags to every resource that can carry tags, and to what the group launches.",
			Source: "machinepool.md 1.4; tfcapi-lint input/tags-unused",
			Fails:  checks.Example{Args: lint, Files: inputTagsUnusedFails},
			Passes: checks.Example{Args: lint, Files: inputTagsUnusedPasses},
		},
		Check: func(in *Input, out *checks.Sink) {
			v := in.Module.Variable(contract.Tags)
			if v == nil || reaches(in.Module, contract.Tags) {
				return
			}
			f := found(v.Block.DefRange(), "var."+v.Name, "%s reaches no resource: what the module creates cannot be told apart from the rest of the account", v.Name)
			out.Report(cure(f, "give the tags to everything that can carry them", nil))
		},
	}
}

const inputTagsUnusedFails = `-- module/main.tf --
variable "captf_tags" {
  type = map(string)
}
locals {
  tags = var.captf_tags # nothing reads it
}
resource "aws_launch_template" "lt" {
  name_prefix = "pool-"
}
`

const inputTagsUnusedPasses = `-- module/main.tf --
variable "captf_tags" {
  type = map(string)
}
locals {
  tags = merge(var.captf_tags, { team = "a" })
}
resource "aws_launch_template" "lt" {
  name_prefix = "pool-"
  tags        = local.tags
}
`
