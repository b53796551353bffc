package machinepool

import (
	"maps"
	"path"
	"slices"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

func moduleSourceEscape() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "module/source-escape", Severity: checks.Error,
			Title: "A local module is outside the module directory, or does not resolve",
			Why: "Only the module directory gets into the image: a path that leaves it, also through a link, is not there at run time, and " +
				"what it holds is not looked at here.",
			Fix:    "Move the called module below the module directory.",
			Source: "machinepool.md 1.3; tfcapi-lint module/source-escape",
			Fails:  checks.Example{Args: lint, Files: moduleSourceEscapeFails},
			Passes: checks.Example{Args: lint, Files: moduleSourceEscapePasses},
		},
		Check: eachModule(func(in *Input, m *module.Module, out *checks.Sink) {
			for _, c := range m.Calls {
				if c.Problem != "" {
					f := found(c.SourceRange, "module."+c.Name, "module.%s cannot be used: %s", c.Name, c.Problem)
					out.Report(cure(f, "call a module below the module directory", nil))
				}
			}
			for _, p := range slices.Sorted(maps.Keys(m.Tree.Refused)) {
				if path.Dir(p) == m.Dir && module.IsModuleFile(p) {
					f := checks.Finding{Message: "the module file is not read: " + m.Tree.Refused[p]}
					f.Subject, f.File, f.Line, f.Column = path.Base(p), m.Tree.DisplayPath(p), 1, 1
					out.Report(cure(f, "put the file itself into the module directory", nil))
				}
			}
		}),
	}
}

const moduleSourceEscapeFails = `-- module/main.tf --
module "names" {
  source = "../names"
}
-- names/main.tf --
locals {
  prefix = "pool"
}
`

const moduleSourceEscapePasses = `-- module/main.tf --
module "names" {
  source = "./names"
}
-- module/names/main.tf --
locals {
  prefix = "pool"
}
`
