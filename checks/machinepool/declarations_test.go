package machinepool

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

// of keeps the findings of one rule.
func of(list []checks.Finding, rule string) []checks.Finding {
	var out []checks.Finding
	for _, f := range list {
		if f.Rule == rule {
			out = append(out, f)
		}
	}
	return out
}

func TestDeclarations(t *testing.T) {
	const tags = "variable \"captf_tags\" {\n  type = map(string)\n}\n"
	for _, tt := range []struct {
		name, rule, files string
		want              []string
	}{
		{"no type", "input/type", "-- module/v.tf --\nvariable \"replicas\" {}\n", []string{"warning var.replicas module/v.tf:1"}},
		{"anything", "input/type", "-- module/v.tf --\nvariable \"replicas\" {\n  type = any\n}\n", []string{"info var.replicas module/v.tf:2"}},
		{"anything for a map", "input/type", "-- module/v.tf --\nvariable \"node_labels\" {\n  type = any\n}\n", nil},
		{"bare keyword", "input/type", "-- module/v.tf --\nvariable \"node_labels\" {\n  type = map\n}\n", nil},
		{"text for a number", "input/type", "-- module/v.tf --\nvariable \"replicas\" {\n  type = string\n}\n", []string{"error var.replicas module/v.tf:2"}},
		{"list for a map", "input/type", "-- module/v.tf --\nvariable \"node_labels\" {\n  type = list(string)\n}\n", []string{"error var.node_labels module/v.tf:2"}},
		{"fewer attributes", "input/type", "-- module/v.tf --\nvariable \"autoscaling\" {\n  type = object({ enabled = bool })\n}\n", nil},
		{"outputs as text", "input/type", "-- module/v.tf --\nvariable \"captf_cluster_outputs\" {\n  type = string\n}\n", []string{"error var.captf_cluster_outputs module/v.tf:2"}},
		{"json", "input/type", "-- module/v.tf.json --\n{\"variable\": {\"replicas\": {\"type\": \"bool\"}}}\n", []string{"error var.replicas module/v.tf.json:1"}},
		{"own variables are free", "input/type", "-- module/v.tf --\nvariable \"zone\" {}\n", nil},

		{"domains with a default", "input/default", "-- module/v.tf --\nvariable \"failure_domains\" {\n  type    = list(string)\n  default = []\n}\n", []string{"warning var.failure_domains module/v.tf:3"}},
		{"null where none is passed", "input/default", "-- module/v.tf --\nvariable \"replicas\" {\n  default = null\n}\n", []string{"warning var.replicas module/v.tf:2"}},
		{"outputs with a value", "input/default", "-- module/v.tf --\nvariable \"captf_cluster_outputs\" {\n  default = { a = 1 }\n}\n", []string{"warning var.captf_cluster_outputs module/v.tf:2"}},
		{"outputs empty", "input/default", "-- module/v.tf --\nvariable \"captf_cluster_outputs\" {\n  default = {}\n}\n", nil},

		{"foreign and without default", "input/user-variable-default", "-- module/v.tf --\nvariable \"failure_domain\" {}\n", nil},
		{"foreign and without default", "input/wrong-role", "-- module/v.tf --\nvariable \"failure_domain\" {}\n", []string{"warning var.failure_domain module/v.tf:1"}},
		{"word of module calls", "input/reserved", "-- module/v.tf --\nvariable \"count\" {}\n", []string{"error var.count module/v.tf:1"}},

		{"tags in a validation", "input/tags-unused", "-- module/v.tf --\nvariable \"captf_tags\" {\n  type = map(string)\n  validation {\n    condition     = length(var.captf_tags) > 0\n    error_message = \"no\"\n  }\n}\n", []string{"warning var.captf_tags module/v.tf:1"}},
		{"tags in an output", "input/tags-unused", "-- module/v.tf --\n" + tags + "output \"t\" {\n  value = var.captf_tags\n}\n", []string{"warning var.captf_tags module/v.tf:1"}},
		{"tags in a precondition", "input/tags-unused", "-- module/v.tf --\n" + tags + "resource \"x_y\" \"z\" {\n  lifecycle {\n    precondition {\n      condition     = length(var.captf_tags) > 0\n      error_message = \"no\"\n    }\n  }\n}\n", []string{"warning var.captf_tags module/v.tf:1"}},
		{"tags of a provider", "input/tags-unused", "-- module/v.tf --\n" + tags + "provider \"aws\" {\n  default_tags {\n    tags = var.captf_tags\n  }\n}\n", nil},
		{"tags through locals", "input/tags-unused", "-- module/v.tf --\n" + tags + "locals {\n  a = local.b\n  b = merge(var.captf_tags, local.a)\n}\nresource \"x_y\" \"z\" {\n  labels = local.a\n}\n", nil},
		{"tags for a module that uses them", "input/tags-unused", "-- module/v.tf --\n" + tags + "module \"m\" {\n  source = \"./m\"\n  labels = var.captf_tags\n}\n-- module/m/m.tf --\nvariable \"labels\" {}\nresource \"x_y\" \"z\" {\n  labels = var.labels\n}\n", nil},
		{"tags for a module that does not", "input/tags-unused", "-- module/v.tf --\n" + tags + "module \"m\" {\n  source = \"./m\"\n  labels = var.captf_tags\n}\n-- module/m/m.tf --\nvariable \"labels\" {}\n", []string{"warning var.captf_tags module/v.tf:1"}},
		{"tags for a remote module", "input/tags-unused", "-- module/v.tf --\n" + tags + "module \"m\" {\n  source = \"acme/m/x\"\n  labels = var.captf_tags\n}\n", nil},

		{"credential in an object", "module/provider-config", "-- module/p.tf --\nprovider \"x\" {\n  auth = { user = \"u\", password = \"p\" }\n}\n", []string{"warning provider.x module/p.tf:2"}},
		{"credential in a block of an alias", "module/provider-config", "-- module/p.tf --\nprovider \"x\" {\n  alias = \"b\"\n  login {\n    token = local.t\n  }\n}\nlocals {\n  t = \"t\"\n}\n", []string{"warning provider.x.b module/p.tf:4"}},
		{"credential from an input", "module/provider-config", "-- module/p.tf --\nprovider \"x\" {\n  token    = var.t\n  password = \"\"\n  api_key  = file(\"/run/key\")\n}\nvariable \"t\" {\n  default = null\n}\n", nil},
		{"credential in a nested module", "module/provider-config", "-- module/p.tf --\nmodule \"m\" {\n  source = \"./m\"\n}\n-- module/m/p.tf --\nprovider \"x\" {\n  secret_key = \"s\"\n}\n", []string{"warning provider.x module/m/p.tf:2"}},

		{"backend in an override", "module/backend", "-- module/a.tf --\nterraform {}\n-- module/a_override.tf --\nterraform {\n  backend \"s3\" {}\n}\n", []string{"error terraform.backend module/a_override.tf:2"}},
		{"aliases of a nested module", "module/configuration-aliases", "-- module/a.tf --\nmodule \"m\" {\n  source = \"./m\"\n}\n-- module/m/a.tf --\nterraform {\n  required_providers {\n    x = { source = \"a/x\", configuration_aliases = [x.y] }\n  }\n}\n", nil},
		{"a local twice", "module/duplicate", "-- module/a.tf --\nlocals {\n  a = 1\n}\n-- module/b.tf --\nlocals {\n  a = 2\n}\n", []string{"error local.a module/b.tf:2"}},
		{"both syntaxes", "module/duplicate", "-- module/a.tf --\noutput \"x\" {\n  value = 1\n}\n-- module/b.tf.json --\n{\"output\": {\"x\": {\"value\": 2}}}\n", []string{"error output.x module/b.tf.json:1"}},
		{"legacy constraint", "module/provider-version", "-- module/a.tf --\nterraform {\n  required_providers {\n    x = \"~> 1.0\"\n  }\n}\nresource \"x_y\" \"z\" {}\nresource \"terraform_data\" \"d\" {}\n", nil},
		{"used, not required", "module/provider-version", "-- module/a.tf --\ndata \"x_y\" \"z\" {}\n", []string{"info required_providers.x module/a.tf:1"}},
		{"only for OpenTofu", "module/tofu-shadow", "-- module/a.tf --\nlocals {\n  a = 1\n}\n-- module/b.tofu --\noutput \"x\" {\n  value = 1\n}\n", []string{"warning output.x module/b.tofu:1"}},
		{"hidden from OpenTofu", "module/tofu-shadow", "-- module/a.tf --\nlocals {\n  a = 1\n  b = 2\n}\n-- module/a.tofu --\nlocals {\n  a = 1\n}\n", []string{"warning local.b module/a.tf:3"}},

		{"misspelt key", "output/health-shape", "-- module/a.tf --\noutput \"health\" {\n  value = { state = \"running\", healthy = true, reason = [] }\n}\n", []string{"error output.health module/a.tf:2"}},
		{"wrong types", "output/health-shape", "-- module/a.tf --\noutput \"health\" {\n  value = {\n    state   = 1\n    healthy = \"yes\"\n    message = []\n    reasons = [1]\n  }\n}\n", []string{"error output.health module/a.tf:3", "error output.health module/a.tf:4", "error output.health module/a.tf:5", "error output.health module/a.tf:6"}},
		{"no object", "output/health-shape", "-- module/a.tf --\noutput \"health\" {\n  value = \"running\"\n}\n", []string{"error output.health module/a.tf:2"}},
		{"branches", "output/health-shape", "-- module/a.tf --\noutput \"health\" {\n  value = local.up ? local.good : local.bad\n}\nlocals {\n  up   = true\n  good = { state = \"running\", healthy = true }\n  bad  = { state = \"failed\", healthy = false }\n}\n", []string{"error output.health module/a.tf:7"}},
		{"computed keys", "output/health-shape", "-- module/a.tf --\noutput \"health\" {\n  value = { (local.k) = \"running\", healthy = true }\n}\nlocals {\n  k = \"state\"\n}\n", nil},
		{"instances as a map", "output/instances-shape", "-- module/a.tf --\noutput \"instances\" {\n  value = { for i in [1] : i => { provider_id = \"x\" } }\n}\n", []string{"error output.instances module/a.tf:2"}},
		{"instances as texts", "output/instances-shape", "-- module/a.tf --\noutput \"instances\" {\n  value = [\"aws:///a/b\"]\n}\n", []string{"error output.instances module/a.tf:2"}},
		{"no instances", "output/instances-shape", "-- module/a.tf --\noutput \"instances\" {\n  value = []\n}\n", nil},
		{"addresses as texts", "output/instances-shape", "-- module/a.tf --\noutput \"instances\" {\n  value = [{ provider_id = \"x\", addresses = [\"10.0.0.1\"], state = null }]\n}\n", []string{"error output.instances module/a.tf:2"}},
		{"list in JSON", "output/provider-id-list-shape", "-- module/a.tf.json --\n{\"data\": {\"x_y\": {\"z\": {}}},\n\"output\": {\"provider_id_list\": {\n\"value\": \"${data.x_y.z.ids}\"}}}\n", []string{"warning output.provider_id_list module/a.tf.json:3"}},
		{"sorted in JSON", "output/provider-id-list-shape", "-- module/a.tf.json --\n{\"data\": {\"x_y\": {\"z\": {}}}, \"output\": {\"provider_id_list\": {\"value\": \"${sort(data.x_y.z.ids)}\"}}}\n", nil},
		{"health in JSON", "output/health-shape", "-- module/a.tf.json --\n{\"output\": {\"health\": {\"value\": {\"state\": \"up\",\n\"healthy\": \"${true}\"}}}}\n", []string{"error output.health module/a.tf.json:1"}},
		{"null behind a local", "output/null-literal", "-- module/a.tf --\nlocals {\n  nothing = null\n}\noutput \"replicas\" {\n  value = local.nothing\n}\n", []string{"error output.replicas module/a.tf:5"}},
		{"null as a fallback", "output/null-literal", "-- module/a.tf --\noutput \"replicas\" {\n  value = try(x_y.z.size, null)\n}\n", nil},
	} {
		t.Run(tt.rule+" "+tt.name, func(t *testing.T) {
			var got []string
			for _, line := range describe(of(Evaluate(input(t, tt.files, module.Terraform)).Findings, tt.rule)) {
				got = append(got, strings.Replace(line, " "+tt.rule, "", 1))
			}
			assert.ElementsMatch(t, tt.want, got)
		})
	}
}

func TestNoSecretIsShown(t *testing.T) {
	const secret = "a-literal-credential"
	files := "-- module/p.tf --\nprovider \"x\" {\n  token = var.t\n  password = \"" + secret + "\"\n}\nvariable \"t\" {\n  default = \"" + secret + "\"\n}\n"
	for _, f := range Evaluate(input(t, files, module.Terraform)).Findings {
		assert.NotContains(t, f.Message, secret)
		for _, r := range f.Related {
			assert.NotContains(t, r.Message+r.Subject, secret)
		}
		if f.Fix != nil {
			assert.NotContains(t, f.Fix.Description, secret)
		}
	}
}

func TestMissingOutputStartsFromTheGroup(t *testing.T) {
	files := "-- module/a.tf --\nresource \"aws_autoscaling_group\" \"g\" {\n  min_size = 1\n  max_size = 1\n}\n"
	for _, f := range of(Evaluate(input(t, files, module.Terraform)).Findings, "output/required") {
		if f.Subject == "output.replicas" {
			require.NotNil(t, f.Fix)
			assert.Contains(t, f.Fix.Edits[0].NewText, "aws_autoscaling_group.g.desired_capacity")
			return
		}
	}
	t.Fatal("no finding about output.replicas")
}
