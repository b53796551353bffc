package machinepool

import (
	"path"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

func moduleOverride() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "module/override", Severity: checks.Info,
			Title:  "The module has override files",
			Why:    "Override files change declarations of other files argument by argument. All findings are about the merged result.",
			Fix:    "Nothing needs to be done; without override files the module is easier to read.",
			Source: "machinepool.md 1.3",
			Fails:  checks.Example{Args: lint, Files: inputSensitivePasses},
			Passes: checks.Example{Args: lint, Files: skeleton},
		},
		Check: eachModule(func(_ *Input, m *module.Module, out *checks.Sink) {
			for _, file := range m.Files {
				if file.Override {
					f := checks.Finding{Subject: path.Base(file.Name), Message: "an override file changes declarations of other files: all findings are about the merged result"}
					f.File, f.Line, f.Column = file.Name, 1, 1
					out.Report(f)
				}
			}
		}),
	}
}
