package machinepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

func moduleRemoteSource() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "module/remote-source", Severity: checks.Info,
			Title:  "A remote module is not analysed",
			Why:    "Nothing is fetched. What a remote module does with the inputs is unknown, so the promises about rolling and freshness cannot be judged through it.",
			Fix:    "Keep a copy of the module below the module directory, or check the remote module on its own.",
			Source: "machinepool.md 5.2",
			Fails:  checks.Example{Args: lint, Files: moduleRemoteSourceFails},
			Passes: checks.Example{Args: lint, Files: moduleSourceEscapePasses},
		},
		Check: eachModule(func(_ *Input, m *module.Module, out *checks.Sink) {
			for _, c := range m.Calls {
				if c.Remote {
					out.Report(found(c.SourceRange, "module."+c.Name, "module.%s is remote and not analysed: what it does with the inputs is unknown", c.Name))
				}
			}
		}),
	}
}

const moduleRemoteSourceFails = `-- module/main.tf --
module "names" {
  source  = "acme/names/aws"
  version = "1.2.0"
}
`
