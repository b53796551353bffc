package machinepool

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/fix"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

const (
	asg  = "aws_autoscaling_group.g"
	mig  = "google_compute_region_instance_group_manager.mig"
	vmss = "azurerm_linux_virtual_machine_scale_set.set"
)

// TestPoolVectors holds the rules about data flow to the vectors of machinepool.md
// section 8; V1, V13, V17, V19 and V42 are the clean examples themselves.
func TestPoolVectors(t *testing.T) {
	for _, v := range []struct {
		name, files string
		want        []string
	}{
		{"V1", awsPool(), nil},
		{"V2", awsPool(`"$Latest"`, `aws_launch_template.lt.latest_version`), []string{"error pool/bootstrap-rolls " + asg, "error pool/labels-roll " + asg}},
		{"V4", awsPool("    version = \"$Latest\"\n", "", "  update_default_version = true\n", ""), []string{"error pool/bootstrap-stale " + asg}},
		{"V6", awsPool("    replace_triggered_by  = [terraform_data.roll]\n", "", "node-${local.release}-*", "node-*"), []string{"error pool/version-no-roll " + asg}},
		{"V7", awsPool("node-${local.release}-*", "node-${var.kubernetes_version}-*"), []string{"warning pool/version-suffix data.aws_ami.node"}},
		{
			"V8", awsPool("triggers_replace = var.kubernetes_version", `triggers_replace = try(split("+", var.kubernetes_version)[0], null)`),
			[]string{"info pool/version-suffix-lost " + asg},
		},
		{"V10", awsPool("var.autoscaling.enabled ? var.autoscaling.min : var.replicas", "var.autoscaling.min",
			"var.autoscaling.enabled ? var.autoscaling.max : var.replicas", "var.autoscaling.max"), []string{"warning pool/min-max-pin " + asg}},
		{"V11", awsPool("    ignore_changes = [desired_capacity]\n", ""), []string{"warning pool/autoscaling-ignore-changes " + asg}},
		{"V13", azurePool(), nil},
		{
			"V14", azurePool("    virtual_machine_scale_set {\n      roll_instances_when_required = false\n      reimage_on_manual_upgrade    = false\n    }\n", ""),
			[]string{"error module/azure-features " + vmss, "error pool/labels-roll " + vmss},
		},
		{
			"V16", googlePool("  metadata = {}\n", "  metadata = {\n    \"user-data\"          = local.user_data\n    \"user-data-encoding\" = \"base64\"\n  }\n"),
			[]string{"error module/mig-policy " + mig, "error pool/labels-roll " + mig},
		},
		{"V17", googlePool(), nil},
		{"V19", ociPool(), nil},
		{"V20", ociPool("    create_before_destroy = true\n", ""), []string{"warning pool/create-before-destroy oci_core_instance_configuration.cfg"}},
		{"V21", awsPool("  instance_state_names = [\"pending\", \"running\", \"stopping\", \"stopped\"]\n", ""), []string{"error pool/members-filtered data.aws_instances.members"}},
		{"V22", ociPool("sort(local.ids)", `sort([for i in local.live : "oci://${i.id}"])`, "  members = data",
			"  live    = [for i in local.members : i if i.state == \"running\"]\n  members = data"), []string{"warning pool/members-filtered output.provider_id_list"}},
		{
			"V37", awsPool("= local.user_data", "= base64encode(var.bootstrap_data)",
				`var.bootstrap_format == "cloud-config" || length(local.labels) == 0`, "length(var.node_labels) == 0"),
			[]string{"error pool/bootstrap-encoding aws_launch_template.lt"},
		},
		{
			"V38", awsPool("= local.user_data", "= var.bootstrap_data", "output \"provider_id\" {", "output \"labels\" { value = var.node_labels }\noutput \"provider_id\" {",
				"    precondition {\n      condition     = var.bootstrap_format == \"cloud-config\" || length(local.labels) == 0\n      error_message = \"Labels need cloud-config.\"\n    }\n", ""),
			[]string{"error pool/labels-not-rendered " + asg},
		},
		{"V39", awsPool("    ignore_changes = [desired_capacity]\n", "", "var.autoscaling.enabled ? var.autoscaling.min : ", "", "var.autoscaling.enabled ? var.autoscaling.max : ", "",
			"variable \"autoscaling\" { type = object({ enabled = bool, min = number, max = number }) }",
			"variable \"autoscaling\" {\n  type = object({ enabled = bool, min = number, max = number })\n  validation {\n    condition     = !var.autoscaling.enabled\n    error_message = \"no\"\n  }\n}"), nil},
		{"V40", awsPool("  tag_specifications {\n    resource_type = \"instance\"\n    tags          = var.captf_tags\n  }\n", "",
			"  tag_specifications {\n    resource_type = \"volume\"\n    tags          = var.captf_tags\n  }\n", "",
			"  tag_specifications {\n    resource_type = \"network-interface\"\n    tags          = var.captf_tags\n  }\n", "",
			"propagate_at_launch = true", "propagate_at_launch = false"), []string{"warning pool/tags-coverage " + asg}},
		{
			"V41", machines("  user_data_base64 = local.user_data\n", "  user_data_base64 = local.user_data\n  user_data_replace_on_change = true\n"),
			[]string{"error pool/bootstrap-rolls aws_instance.member", "error pool/labels-roll aws_instance.member", "warning pool/no-native-group aws_instance.member"},
		},
		{"V42", awsPool("user_data              = local.user_data", `user_data              = base64encode("fetch ${aws_s3_object.payload.key} ${jsonencode(local.labels)}")`,
			"resource \"terraform_data\" \"roll\" {", "resource \"aws_s3_object\" \"payload\" {\n  bucket         = \"b\"\n  key            = var.machinepool_name\n  content_base64 = var.bootstrap_data\n  tags           = var.captf_tags\n}\nresource \"terraform_data\" \"roll\" {",
			`var.bootstrap_format == "cloud-config" || length(local.labels) == 0`, `!startswith(var.bootstrap_data, "H4sI")`), nil},
		{"V45", awsPool("locals {\n  ids     = [for id in data.aws_instances.members.ids : \"aws:///${var.captf_cluster_outputs.zone}/${id}\"]\n",
			"data \"aws_instances\" \"up\" {}\nlocals {\n  up      = toset(data.aws_instances.up.ids)\n  states  = [for id in data.aws_instances.members.ids : contains(local.up, id) ? \"running\" : \"pending\"]\n  ids     = [for id in data.aws_instances.members.ids : \"aws:///${var.captf_cluster_outputs.zone}/${id}\"]\n",
			"[for id in local.ids : { provider_id = id }]", "[for n, id in local.ids : { provider_id = id, state = local.states[n] }]"), nil},
		{
			"V46", azurePool("default = var.autoscaling.enabled ? var.autoscaling.min : var.replicas", "default = var.replicas"),
			[]string{"warning pool/replicas-feedback azurerm_monitor_autoscale_setting.scale"},
		},
	} {
		t.Run(v.name, func(t *testing.T) {
			var got []string
			for _, f := range Evaluate(input(t, v.files, module.Terraform)).Findings {
				text := fmt.Sprintf("%s %s %s", f.Severity, f.Rule, f.Subject)
				if f.Severity != checks.Info || slices.Contains(v.want, text) {
					got = append(got, text)
				}
			}
			assert.ElementsMatch(t, v.want, got)
		})
	}
}

// TestV44 reads a module whose OpenTofu file hides the one of Terraform.
func TestV44(t *testing.T) {
	files := awsPool()
	main := txtar.Parse([]byte(awsPool(`"$Latest"`, `aws_launch_template.lt.latest_version`)))
	for _, f := range main.Files {
		if f.Name == "module/main.tf" {
			files += "-- module/main.tofu --\n" + string(f.Data)
		}
	}
	tofu := strings.Join(ids(Evaluate(input(t, files, module.OpenTofu)).Findings), "\n")
	assert.Contains(t, tofu, "error pool/bootstrap-rolls")
	terraform := strings.Join(ids(Evaluate(input(t, files, module.Terraform)).Findings), "\n")
	assert.NotContains(t, terraform, "pool/bootstrap-rolls")
}

// TestProofOfV2 shows the whole finding: path, positions and order.
func TestProofOfV2(t *testing.T) {
	result := Evaluate(input(t, awsPool(`"$Latest"`, `aws_launch_template.lt.latest_version`), module.Terraform))
	i := slices.IndexFunc(result.Findings, func(f checks.Finding) bool { return f.Rule == "pool/bootstrap-rolls" })
	require.GreaterOrEqual(t, i, 0)
	f := result.Findings[i]
	assert.Equal(t, []string{
		"var.bootstrap_data", "local.multipart", "local.user_data", "aws_launch_template.lt.user_data", "aws_launch_template.lt.latest_version",
		"aws_autoscaling_group.g.launch_template.version", "instance refresh",
	}, f.Path)
	require.GreaterOrEqual(t, len(f.Related), len(f.Path))
	for n, step := range f.Path {
		assert.Equal(t, step, f.Related[n].Subject)
		assert.NotZero(t, f.Related[n].Line, step)
	}
	assert.Equal(t, "module/main.tf", f.File)
	assert.Nil(t, f.Object)
	assert.NotContains(t, f.Message, "H4sI")
}

// TestFixesCure applies the edits of each failing example: afterwards the rule
// has nothing to say, and no other rule has more to say than before.
func TestFixesCure(t *testing.T) {
	edited := map[string]bool{}
	for _, rule := range slices.Concat(poolRules(), policyRules()) {
		archive := txtar.Parse([]byte(rule.Fails.Files))
		before := Evaluate(input(t, rule.Fails.Files, module.Terraform))
		edits := map[string][]checks.Edit{}
		for _, f := range before.Findings {
			if f.Rule == rule.ID && f.Fix != nil {
				for _, e := range f.Fix.Edits {
					edits[e.File] = append(edits[e.File], e)
				}
			}
		}
		if len(edits) == 0 {
			continue
		}
		edited[rule.ID] = true
		t.Run(rule.ID, func(t *testing.T) {
			for n, f := range archive.Files {
				if list := edits[f.Name]; len(list) > 0 {
					out, err := fix.Apply(f.Data, list)
					require.NoError(t, err)
					archive.Files[n].Data = out
				}
			}
			after := Evaluate(input(t, string(txtar.Format(archive)), module.Terraform))
			assert.NotContains(t, ids(after.Findings), "error "+rule.ID)
			assert.NotContains(t, ids(after.Findings), "warning "+rule.ID)
			for _, id := range ids(after.Findings) {
				assert.Contains(t, ids(before.Findings), id, "the fix makes another finding")
			}
		})
	}
	for _, id := range []string{
		"pool/autoscaling-ignore-changes", "pool/version-suffix", "pool/min-max-pin", "pool/members-filtered", "pool/bootstrap-encoding",
		"pool/create-before-destroy", "pool/wait-for-capacity", "module/azure-features",
	} {
		assert.True(t, edited[id], "%s has no mechanical fix", id)
	}
}
