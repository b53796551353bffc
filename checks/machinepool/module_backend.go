package machinepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/fix"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

func moduleBackend() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "module/backend", Severity: checks.Error,
			Title: "The module configures a backend",
			Why: "The generated root owns the state. The runtime only warns about a backend in a called module, so that the mistake would " +
				"not be seen; in a module that is run by hand the block leads the state elsewhere.",
			Fix:    "Delete the block.",
			Source: "machinepool.md 1.3; tfcapi-lint module/backend",
			Fails:  checks.Example{Args: lint, Files: moduleBackendFails},
			Passes: checks.Example{Args: lint, Files: skeleton},
		},
		Check: eachModule(func(in *Input, m *module.Module, out *checks.Sink) {
			for _, b := range m.Settings.Backends {
				f := found(b.DefRange(), "terraform.backend", "a module must not configure a backend: the generated root owns the state")
				out.Report(cure(f, "delete the backend block", fix.RemoveBlock(in.fileOf(b.DefRange()), b)))
			}
		}),
	}
}

const moduleBackendFails = `-- module/main.tf --
terraform {
  backend "s3" {
    bucket = "states"
  }
}
`
