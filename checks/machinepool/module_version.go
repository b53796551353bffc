package machinepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

func moduleVersion() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "module/version", Severity: checks.Info,
			Title:  "The module does not say which runtimes it was tested with",
			Why:    "Without required_version the module runs, or fails half-way, under whatever runtime the image brings.",
			Fix:    "State required_version.",
			Source: "machinepool.md 1.3; tfcapi-lint module/version",
			Fails:  checks.Example{Args: lint, Files: inputRequiredFails},
			Passes: checks.Example{Args: lint, Files: skeleton},
		},
		Check: func(in *Input, out *checks.Sink) {
			if len(in.Module.Settings.RequiredVersion) == 0 {
				f := found(in.start(), "terraform", "no required_version: nothing says which runtimes the module was tested with")
				out.Report(cure(f, "state required_version", nil))
			}
		},
	}
}
