package machinepool

import (
	"slices"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

func moduleTofuShadow() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "module/tofu-shadow", Severity: checks.Warning,
			Title: "OpenTofu and Terraform read different modules here",
			Why: "A .tofu file hides the .tf file of the same name from OpenTofu, and Terraform reads no .tofu files. What is right for one " +
				"runtime can be wrong for the other.",
			Fix:    "Keep one set of files, or lint both with --runtime.",
			Source: "machinepool.md 1.3; tfcapi-lint module/tofu-shadow",
			Fails:  checks.Example{Args: lint, Files: moduleTofuShadowFails},
			Passes: checks.Example{Args: lint, Files: moduleTofuShadowPasses},
		},
		Check: checkTofuShadow,
	}
}

func checkTofuShadow(in *Input, out *checks.Sink) {
	terraform, tofu := in.Module, in.Other
	if in.Module.Runtime == module.OpenTofu {
		terraform, tofu = in.Other, in.Module
	}
	if terraform == nil || tofu == nil || !hasTofuFiles(tofu) {
		return
	}
	left, right := declarations(terraform), declarations(tofu)
	var addresses []string
	for a := range left {
		addresses = append(addresses, a)
	}
	for a := range right {
		addresses = append(addresses, a)
	}
	slices.Sort(addresses)
	for _, a := range slices.Compact(addresses) {
		l, inTerraform := left[a]
		r, inTofu := right[a]
		switch {
		case !inTofu:
			out.Report(found(l.at, a, "%s is there for Terraform only: a .tofu file hides it from OpenTofu", a))
		case !inTerraform:
			out.Report(found(r.at, a, "%s is there for OpenTofu only: Terraform reads no .tofu files", a))
		case l.text != r.text:
			f := found(r.at, a, "%s differs between the files of OpenTofu and those of Terraform", a)
			f.Related = []checks.Related{related(l.at, a, "as Terraform reads it")}
			out.Report(f)
		}
	}
}

func hasTofuFiles(m *module.Module) bool {
	return slices.ContainsFunc(m.Files, func(f *module.File) bool {
		return strings.HasSuffix(f.Name, ".tofu") || strings.HasSuffix(f.Name, ".tofu.json")
	})
}

const moduleTofuShadowFails = `-- module/main.tf --
locals {
  size = 1
}
-- module/main.tofu --
locals {
  size = 2
}
`

const moduleTofuShadowPasses = `-- module/main.tf --
locals {
  size = 1
}
-- module/main.tofu --
locals {
  size = 1 # only the comment differs
}
`
