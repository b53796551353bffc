package machinepool

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/shape"
)

func moduleProviderConfig() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "module/provider-config", Severity: checks.Warning,
			Title: "A provider block holds a credential",
			Why: "Credentials come from the identity of the job. One in the module lies in every image and every copy of it, and is used for " +
				"every cluster.",
			Fix:    "Remove the argument; the provider finds the credentials of the identity by itself.",
			Source: "machinepool.md 1.3; tfcapi-lint module/provider-config",
			Fails:  checks.Example{Args: lint, Files: moduleProviderConfigFails},
			Passes: checks.Example{Args: lint, Files: moduleProviderConfigPasses},
		},
		Check: eachModule(func(_ *Input, m *module.Module, out *checks.Sink) {
			for _, p := range m.Providers {
				arguments(p.Block.Body, func(name string, expr hclsyntax.Expression) {
					if credential(name) {
						reportCredential(m, p, name, expr, out)
					}
				})
			}
		}),
	}
}

// credentialNames are provider arguments that hold a secret.
var credentialNames = []string{
	"access_key", "secret_key", "secret_access_key", "session_token", "security_token", "token", "access_token", "auth_token",
	"bearer_token", "api_token", "api_key", "apikey", "password", "passphrase", "client_secret", "client_certificate",
	"client_certificate_password", "client_key", "private_key", "private_key_password", "ssh_private_key", "secret",
	"application_credential_secret", "credentials",
}

func credential(name string) bool { return slices.Contains(credentialNames, strings.ToLower(name)) }

// reportCredential tells about a literal, without ever showing it. One named
// value or default in between does not hide it.
func reportCredential(m *module.Module, p *module.Provider, name string, expr hclsyntax.Expression, out *checks.Sink) {
	source := literalSource(m, expr)
	if source == nil {
		return
	}
	f := found(expr.Range(), "provider."+p.Address(), "%s of provider %s is a literal: credentials come from the identity of the job, never from the module", name, p.Address())
	if source != expr {
		f.Related = []checks.Related{related(source.Range(), "", "the literal is here")}
	}
	out.Report(cure(f, "remove the argument", nil))
}

// literalSource finds the text constant behind an argument, nil without one.
func literalSource(m *module.Module, expr hclsyntax.Expression) hclsyntax.Expression {
	if t, ok := expr.(*hclsyntax.ScopeTraversalExpr); ok && len(t.Traversal) == 2 {
		switch name := shape.StepName(t.Traversal, 1); t.Traversal.RootName() {
		case "local":
			if l := m.Local(name); l != nil {
				expr = l.Expr
			}
		case "var":
			if v := m.Variable(name); v != nil && v.Default != nil {
				expr = v.Default.Expr
			}
		}
	}
	v, diags := expr.Value(nil)
	if diags.HasErrors() || !v.IsKnown() || v.IsNull() || v.Type() != cty.String || v.AsString() == "" {
		return nil
	}
	return expr
}

// arguments visits every argument of a body, of its nested blocks, and every
// attribute of objects in it.
func arguments(b *hclsyntax.Body, visit func(name string, expr hclsyntax.Expression)) {
	for _, a := range module.SortedAttributes(b) {
		members(a.Name, a.Expr, visit)
	}
	for _, n := range b.Blocks {
		arguments(n.Body, visit)
	}
}

func members(name string, expr hclsyntax.Expression, visit func(name string, expr hclsyntax.Expression)) {
	switch e := expr.(type) {
	case *hclsyntax.ObjectConsExpr:
		for _, item := range e.Items {
			members(module.KeyText(item.KeyExpr), item.ValueExpr, visit)
		}
	case *hclsyntax.TupleConsExpr:
		for _, item := range e.Exprs {
			members(name, item, visit)
		}
	case *hclsyntax.ParenthesesExpr:
		members(name, e.Expression, visit)
	default:
		visit(name, expr)
	}
}

const moduleProviderConfigFails = `-- module/main.tf --
variable "key" {
  type    = string
  default = "an example"
}
provider "aws" {
  region     = "eu-west-1"
  secret_key = var.key
}
`

const moduleProviderConfigPasses = `-- module/main.tf --
variable "region" {
  type    = string
  default = "eu-west-1"
}
provider "aws" {
  region = var.region
}
`
