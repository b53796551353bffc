package machinepool

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

func moduleProviderVersion() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "module/provider-version", Severity: checks.Info,
			Title: "A provider has no version constraint",
			Why: "Which arguments replace or roll a resource differs between major versions of a provider. Without a constraint the module " +
				"gets whatever the mirror holds, and rules that depend on the version cannot be judged.",
			Fix:    "Constrain the version in required_providers.",
			Source: "machinepool.md 5.2 and 9",
			Fails:  checks.Example{Args: lint, Files: moduleProviderVersionFails},
			Passes: checks.Example{Args: lint, Files: moduleConfigurationAliasesPasses},
		},
		Check: func(in *Input, out *checks.Sink) {
			for _, p := range unconstrained(in.Module) {
				f := found(p.at, "required_providers."+p.name, "provider %s has no version constraint: what it does differs between major versions", p.name)
				out.Report(cure(f, "constrain the version in required_providers", nil))
			}
		},
	}
}

// providerUse is the first place where a provider is named.
type providerUse struct {
	name string
	at   hcl.Range
}

// unconstrained lists the providers that are required or used without a
// constraint anywhere in the module and the local modules that it calls.
func unconstrained(root *module.Module) []providerUse {
	constrained := map[string]bool{"terraform": true}
	uses := map[string]providerUse{}
	add := func(name string, at hcl.Range) {
		if _, seen := uses[name]; !seen && name != "" {
			uses[name] = providerUse{name, at}
		}
	}
	root.Walk(func(m *module.Module) {
		for _, p := range m.Settings.RequiredProviders {
			constrained[p.Name] = constrained[p.Name] || p.Version != ""
			add(p.Name, p.Range)
		}
		for _, list := range [][]*module.Resource{m.Resources, m.Data, m.Ephemerals} {
			for _, r := range list {
				add(providerName(r), r.Block.DefRange())
			}
		}
	})
	var out []providerUse
	for name, use := range uses {
		if !constrained[name] {
			out = append(out, use)
		}
	}
	slices.SortFunc(out, func(a, b providerUse) int { return cmp.Compare(a.name, b.name) })
	return out
}

// providerName is the local name of a resource's provider.
func providerName(r *module.Resource) string {
	if r.Provider != "" {
		name, _, _ := strings.Cut(r.Provider, ".")
		return name
	}
	name, _, _ := strings.Cut(r.Type, "_")
	return name
}

const moduleProviderVersionFails = `-- module/main.tf --
terraform {
  required_providers {
    aws = {
      source = "hashicorp/aws"
    }
  }
}
`
