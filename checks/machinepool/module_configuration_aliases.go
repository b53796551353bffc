package machinepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

func moduleConfigurationAliases() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "module/configuration-aliases", Severity: checks.Error,
			Title:  "The module wants a provider configuration from its caller",
			Why:    "The generated root passes no providers, so init fails with a missing provider configuration.",
			Fix:    "Configure the second provider inside the module with an alias.",
			Source: "machinepool.md 1.3",
			Fails:  checks.Example{Args: lint, Files: moduleConfigurationAliasesFails},
			Passes: checks.Example{Args: lint, Files: moduleConfigurationAliasesPasses},
		},
		Check: func(in *Input, out *checks.Sink) {
			for _, p := range in.Module.Settings.RequiredProviders {
				if len(p.Aliases) > 0 {
					f := found(p.AliasesRange, "required_providers."+p.Name, "%s has configuration_aliases, but the generated root passes no providers: init fails", p.Name)
					out.Report(cure(f, "configure the provider inside the module", nil))
				}
			}
		},
	}
}

const moduleConfigurationAliasesFails = `-- module/main.tf --
terraform {
  required_providers {
    aws = {
      source                = "hashicorp/aws"
      configuration_aliases = [aws.images]
    }
  }
}
`

const moduleConfigurationAliasesPasses = `-- module/main.tf --
terraform {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.60"
    }
  }
}
provider "aws" {
  alias  = "images"
  region = "eu-west-1"
}
`
