package machinepool

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

// change is one replacement in the text of the base module; an empty old text
// stands for a new file.
type change struct{ old, new string }

// base returns the base module with changes.
func base(t testing.TB, changes ...change) string {
	t.Helper()
	data, err := os.ReadFile("testdata/base.txtar")
	require.NoError(t, err)
	text := string(data)
	for _, c := range changes {
		if c.old == "" {
			text += c.new
			continue
		}
		require.Equal(t, 1, strings.Count(text, c.old), "%q must be there once", c.old)
		text = strings.Replace(text, c.old, c.new, 1)
	}
	return text
}

const (
	listValue   = `value       = sort(local.ids)`
	healthValue = `value = local.health`
)

func replaceHealth(value string) change { return change{healthValue, "value = " + value} }

func replaceList(value string) change { return change{listValue, "value = " + value} }

// own keeps the findings of the rules about declarations, outputs and structure.
func own(list []checks.Finding) []checks.Finding {
	var out []checks.Finding
	for _, f := range list {
		if !strings.HasPrefix(f.Rule, "pool/") {
			out = append(out, f)
		}
	}
	return out
}

// TestVectors changes one thing of the base module at a time.
func TestVectors(t *testing.T) {
	for name, v := range map[string]struct {
		changes []change
		want    []string
	}{
		"base": {nil, nil},
		"sorted in a local": {
			[]change{replaceList("local.sorted"), {"", "-- module/more.tf --\nlocals {\n  sorted = sort(local.ids)\n}\n"}},
			[]string{"info output/provider-id-list-shape"},
		},
		"keys of a map": {
			[]change{replaceList("keys(local.by_id)"), {"", "-- module/more.tf --\nlocals {\n  by_id = { for m in local.members : m.id => m }\n}\n"}},
			nil,
		},
		"try around sort":  {[]change{replaceList("try(sort(local.ids), [])")}, nil},
		"distinct only":    {[]change{replaceList("distinct(local.ids)")}, []string{"info output/provider-id-order"}},
		"set":              {[]change{replaceList("tolist(toset(local.ids))")}, nil},
		"unsorted":         {[]change{replaceList("local.ids")}, []string{"warning output/provider-id-list-shape"}},
		"unknown function": {[]change{replaceList("provider::acme::order(local.ids)")}, nil},
		"state outside the enum": {
			[]change{replaceHealth(`{ state = "Running", healthy = true }`)},
			[]string{"error output/health-shape"},
		},
		"constant health": {
			[]change{replaceHealth(`{ state = "running", healthy = true, message = null, reasons = [] }`)},
			[]string{"warning output/health-constant"},
		},
		"health from a remote module": {
			[]change{replaceHealth("module.remote.health"), {"", "-- module/more.tf --\nmodule \"remote\" {\n  source = \"acme/health/aws\"\n}\n"}},
			[]string{"info module/remote-source"},
		},
		"pending at zero": {
			[]change{{"local.desired == 0 ? {\n      state   = \"running\"", "local.desired == 0 ? {\n      state   = \"pending\""}},
			[]string{"info output/health-pending"},
		},
		"pending while starting": {
			[]change{{"length(local.members) == 0 ? {", "length(local.members) < local.desired ? {"}},
			[]string{"info output/health-pending"},
		},
		"members counted": {
			[]change{{"value       = aws_autoscaling_group.g.desired_capacity", "value = length(local.ids)"}},
			[]string{"warning output/replicas-source"},
		},
		"input repeated": {
			[]change{{"value       = aws_autoscaling_group.g.desired_capacity", "value = var.replicas"}},
			[]string{"warning output/replicas-source"},
		},
		"read or input": {
			[]change{{"value       = aws_autoscaling_group.g.desired_capacity", "value = try(aws_autoscaling_group.g.desired_capacity, var.replicas)"}},
			nil,
		},
		"everything null": {
			[]change{
				{"value       = aws_autoscaling_group.g.arn", "value = null"},
				replaceList("null"),
				{"value       = aws_autoscaling_group.g.desired_capacity", "value = null"},
				replaceHealth("null"),
			},
			[]string{"error output/null-literal", "error output/null-literal", "error output/null-literal", "info output/null-literal"},
		},
		"object with a demand": {
			[]change{{"type = object({ kind = string, name = string, namespace = string })", "type = object({ kind = string, name = string, namespace = string, uid = string })"}},
			[]string{"error input/type"},
		},
		"comments in a type": {
			[]change{{"type = object({ kind = string, name = string, namespace = string })", "type = object({\n    kind = string # one\n    name = string // two\n    namespace = string /* three */\n  })"}},
			nil,
		},
		"version with a default": {
			[]change{{"variable \"kubernetes_version\" {\n  type    = string\n  default = null", "variable \"kubernetes_version\" {\n  type    = string\n  default = \"v1.30.0\""}},
			[]string{"warning input/default"},
		},
		"version not nullable": {
			[]change{{"variable \"kubernetes_version\" {\n  type    = string\n  default = null", "variable \"kubernetes_version\" {\n  type    = string\n  nullable = false"}},
			[]string{"warning input/nullable"},
		},
		"sensitive by override": {
			[]change{
				{"variable \"bootstrap_data\" {\n  type      = string\n  sensitive = true", "variable \"bootstrap_data\" {\n  type      = string"},
				{"", "-- module/variables_override.tf --\nvariable \"bootstrap_data\" {\n  sensitive = true\n}\n"},
			},
			[]string{"info module/override"},
		},
		"provider alias from outside": {
			[]change{{`version = "~> 5.60"`, "version = \"~> 5.60\"\n      configuration_aliases = [aws.alt]"}},
			[]string{"error module/configuration-aliases"},
		},
		"wrong id form": {
			[]change{{`"aws:///${zone}/${id}"`, `"aws://${zone}/${id}"`}},
			[]string{"info output/provider-id-format"},
		},
		"worst state of a list, with a fallback": {
			[]change{replaceHealth("local.rated"), {"", `-- module/more.tf --
locals {
  known = { up = { state = "running" }, down = { state = "stopped" } }
  rated_members = { for m in local.members : m.id => lookup(local.known, m.zone, { state = "unknown" }) }
  worst = try([for s in ["degraded", "stopped"] : s if contains([for m in values(local.rated_members) : m.state], s)][0], null)
  rated = (
    length(aws_autoscaling_group.g) == 0 ? { state = "terminated", healthy = false } :
    try(aws_autoscaling_group.g.desired_capacity, var.replicas) == 0 ? { state = "running", healthy = true } :
    length(local.members) == 0 ? { state = "pending", healthy = false } :
    local.worst != null ? { state = local.worst, healthy = false } : { state = "running", healthy = true }
  )
}
`}},
			nil,
		},
		"health without a state": {
			[]change{replaceHealth("merge({ healthy = true }, { status = \"running\" })")},
			[]string{"error output/health-shape"},
		},
		"state that is null": {
			[]change{replaceHealth("{ state = null, healthy = length(local.members) > 0 }")},
			[]string{"error output/health-shape"},
		},
		"id form behind keys": {
			[]change{replaceList("keys({ for m in local.members : \"aws://${m.zone}/${m.instance_id}\" => m })")},
			[]string{"info output/provider-id-format"},
		},
		"instance without id": {
			[]change{{"    provider_id    = m.id\n", ""}},
			[]string{"error output/instances-shape"},
		},
		"bad address type": {
			[]change{{"addresses      = []", `addresses = [{ type = "PrivateIP", address = m.instance_id }]`}},
			[]string{"error output/instances-shape"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := own(Evaluate(input(t, base(t, v.changes...), module.Terraform)).Findings)
			assert.Equal(t, v.want, ids(got), "%v", got)
		})
	}
}

func TestFixOfAWordOutsideTheEnum(t *testing.T) {
	result := Evaluate(input(t, base(t, replaceHealth(`{ state = "InService", healthy = "true" }`)), module.Terraform))
	var texts []string
	for _, f := range own(result.Findings) {
		require.NotNil(t, f.Fix)
		require.Len(t, f.Fix.Edits, 1)
		texts = append(texts, f.Fix.Edits[0].NewText)
	}
	assert.ElementsMatch(t, []string{`"running"`, "true"}, texts)
}
