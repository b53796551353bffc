package machinepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

func moduleNoShell() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "module/no-shell", Severity: checks.Info,
			Title:  "local-exec needs a shell",
			Why:    "The image that runs the module need not hold a shell, and local-exec without an interpreter starts one.",
			Fix:    "Name an interpreter that the image holds, or do without local-exec.",
			Source: "machinepool.md 1.3",
			Fails:  checks.Example{Args: lint, Files: moduleNoShellFails},
			Passes: checks.Example{Args: lint, Files: moduleNoShellPasses},
		},
		Check: eachModule(func(_ *Input, m *module.Module, out *checks.Sink) {
			for _, r := range m.Resources {
				for _, p := range r.Provisioners {
					if len(p.Labels) == 1 && p.Labels[0] == "local-exec" && p.Body.Attributes["interpreter"] == nil {
						f := found(p.DefRange(), r.Address(), "local-exec without an interpreter starts a shell, which the image need not hold")
						out.Report(cure(f, "name an interpreter that the image holds", nil))
					}
				}
			}
		}),
	}
}

const moduleNoShellFails = `-- module/main.tf --
resource "terraform_data" "note" {
  provisioner "local-exec" {
    command = "date"
  }
}
`

const moduleNoShellPasses = `-- module/main.tf --
resource "terraform_data" "note" {
  provisioner "local-exec" {
    command     = "print('hello')"
    interpreter = ["/usr/bin/python3", "-c"]
  }
}
`
