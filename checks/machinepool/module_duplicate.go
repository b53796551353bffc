package machinepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

func moduleDuplicate() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "module/duplicate", Severity: checks.Error,
			Title:  "The same thing is declared twice",
			Why:    "The runtimes refuse a second declaration of one address at init. Override files are merged and do not count.",
			Fix:    "Remove one of the two.",
			Source: "machinepool.md 1.3",
			Fails:  checks.Example{Args: lint, Files: moduleDuplicateFails},
			Passes: checks.Example{Args: lint, Files: moduleDuplicatePasses},
		},
		Check: eachModule(func(_ *Input, m *module.Module, out *checks.Sink) {
			for _, d := range m.Duplicates {
				f := found(d.Second, d.Address, "%s is declared twice: init fails", d.Address)
				f.Related = []checks.Related{related(d.First, d.Address, "first declared here")}
				out.Report(cure(f, "remove one of the declarations", nil))
			}
		}),
	}
}

const moduleDuplicateFails = `-- module/main.tf --
output "replicas" {
  value = 1
}
-- module/more.tf --
output "replicas" {
  value = 2
}
`

const moduleDuplicatePasses = `-- module/main.tf --
output "replicas" {
  value = 1
}
-- module/override.tf --
output "replicas" {
  value = 2
}
`
