package machinepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/fix"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

func moduleCloud() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "module/cloud", Severity: checks.Error,
			Title:  "The module configures HCP Terraform",
			Why:    "The generated root owns the state. The runtimes say nothing about a cloud block in a called module, so nobody else will tell.",
			Fix:    "Delete the block.",
			Source: "machinepool.md 1.3; tfcapi-lint module/cloud",
			Fails:  checks.Example{Args: lint, Files: moduleCloudFails},
			Passes: checks.Example{Args: lint, Files: skeleton},
		},
		Check: eachModule(func(in *Input, m *module.Module, out *checks.Sink) {
			for _, b := range m.Settings.Clouds {
				f := found(b.DefRange(), "terraform.cloud", "a module must not have a cloud block: the generated root owns the state")
				out.Report(cure(f, "delete the cloud block", fix.RemoveBlock(in.fileOf(b.DefRange()), b)))
			}
		}),
	}
}

const moduleCloudFails = `-- module/main.tf --
terraform {
  cloud {
    organization = "acme"
  }
}
`
