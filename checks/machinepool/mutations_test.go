package machinepool

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

// mutation is one change of a clean module.
type mutation struct {
	name     string
	old, new string
	// also are further pairs of old and new text.
	also []string
	// want are the errors and warnings that the change must lead to, and
	// information where it is the point.
	want []string
	// missed says why a fault is not found; want is empty then.
	missed string
}

// judged lists errors, warnings and the wanted information, without repeats.
func judged(findings []checks.Finding, want []string) []string {
	out := []string{}
	for _, f := range findings {
		text := string(f.Severity) + " " + f.Rule
		if f.Severity == checks.Info && !slices.Contains(want, text) {
			continue
		}
		out = append(out, text)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func testMutations(t *testing.T, base string, list []mutation) {
	clean := Evaluate(input(t, base, module.Terraform))
	require.Empty(t, judged(clean.Findings, nil), "the module must be clean before it is changed")
	assert.Empty(t, clean.NotEvaluated)
	for _, m := range list {
		t.Run(m.name, func(t *testing.T) {
			require.True(t, m.missed == "" || m.want == nil)
			text := base
			for pairs := append([]string{m.old, m.new}, m.also...); len(pairs) > 0; pairs = pairs[2:] {
				require.Equal(t, 1, strings.Count(text, pairs[0]), "the text to change must stand once: %q", pairs[0])
				text = strings.Replace(text, pairs[0], pairs[1], 1)
			}
			result := Evaluate(input(t, text, module.Terraform))
			want := append([]string{}, m.want...)
			slices.Sort(want)
			assert.Equal(t, want, judged(result.Findings, m.want))
		})
	}
}

// Faults of the parts that every cloud shares.
var sharedMutations = []mutation{
	{
		name: "payload left out of the template", old: "${payload}", new: "none",
		want: []string{"error pool/bootstrap-stale"},
	},
	{name: "labels left out of the template", old: "${labels}", new: "", want: []string{"error pool/labels-not-rendered"}},
	{name: "labels of an empty map", old: `join(",", [for k, v in local.labels : "${k}=${v}"])`, new: `""`, want: []string{"error pool/labels-not-rendered"}},
	{
		name: "labels unfiltered", old: `{ for k, v in var.node_labels : k => v if !can(regex("(kubernetes|k8s)\\.io/", k)) }`, new: "var.node_labels",
		want: []string{"info pool/labels-restricted"},
	},
	{
		name: "payload decoded into a part that is marked base64", old: "payload = var.bootstrap_data", new: "payload = base64decode(var.bootstrap_data)",
		missed: "the transfer encoding stands in the text of the template, which is not read for its meaning",
	},
	{name: "payload encoded twice for ignition", old: `: var.bootstrap_data
}`, new: `: base64encode(var.bootstrap_data)
}`, want: []string{"error pool/bootstrap-encoding"}},
	{name: "multipart not encoded", old: "base64encode(local.multipart)", new: "local.multipart", want: []string{"error pool/bootstrap-encoding"}},
	{name: "payload edited", old: "payload = var.bootstrap_data", new: `payload = replace(var.bootstrap_data, "a", "b")`, want: []string{"warning pool/bootstrap-parsed"}},
	{name: "payload tested only", old: "payload = var.bootstrap_data", new: `payload = can(regex("^H4sI", var.bootstrap_data)) ? var.bootstrap_data : var.bootstrap_data`, want: nil},
	{
		name: "domains not used", old: "length(var.failure_domains) > 0 ? var.failure_domains : var.cluster_failure_domains", new: "var.cluster_failure_domains",
		want: []string{"info pool/domains-unused"},
	},
	{
		name: "version not stripped", old: `try(split("+", var.kubernetes_version)[0], "latest")`, new: `coalesce(var.kubernetes_version, "latest")`,
		want: []string{"warning pool/version-suffix"},
	},
	{
		name: "version stripped by a regular expression", old: `try(split("+", var.kubernetes_version)[0], "latest")`,
		new: `try(regex("^[^+]*", var.kubernetes_version), "latest")`, want: nil,
	},
	{name: "version cut by position", old: `try(split("+", var.kubernetes_version)[0], "latest")`, new: `try(substr(var.kubernetes_version, 0, 7), "latest")`, want: nil},
	{name: "payload input renamed away", old: "variable \"machinepool_name\" { type = string }", new: "variable \"machinepool_name\" { type = any }", want: nil},
}

func TestMutationsOfAWS(t *testing.T) {
	list := append(slices.Clone(sharedMutations), []mutation{
		{
			name: "group follows latest_version", old: `"$Latest"`, new: `aws_launch_template.lt.latest_version`,
			want: []string{"error pool/bootstrap-rolls", "error pool/labels-roll"},
		},
		{
			name: "group follows latest_version as text", old: `"$Latest"`, new: `tostring(aws_launch_template.lt.latest_version)`,
			want: []string{"error pool/bootstrap-rolls", "error pool/labels-roll"},
		},
		{
			name: "group follows latest_version in a template", old: `"$Latest"`, new: `"${aws_launch_template.lt.latest_version}"`,
			want: []string{"error pool/bootstrap-rolls", "error pool/labels-roll"},
		},
		{
			name: "group follows a moving default", old: `"$Latest"`, new: `aws_launch_template.lt.default_version`,
			want: []string{"error pool/bootstrap-rolls", "error pool/labels-roll"},
		},
		{name: "group pinned to a version", old: `"$Latest"`, new: `"3"`, want: []string{"error pool/bootstrap-stale"}},
		{name: "group pinned to a version number", old: `"$Latest"`, new: `1`, want: []string{"error pool/bootstrap-stale"}},
		{name: "group takes a moving default", old: `"$Latest"`, new: `"$Default"`, want: nil},
		{name: "default does not move", old: "  update_default_version = true\n", new: "", want: nil},
		{name: "version left out, default moves", old: "    version = \"$Latest\"\n", new: "", want: nil},
		{
			name: "user data ignored", old: "    create_before_destroy = true\n", new: "    create_before_destroy = true\n    ignore_changes        = [user_data]\n",
			want: []string{"error pool/bootstrap-stale"},
		},
		{
			name: "all of the template ignored", old: "    create_before_destroy = true\n", new: "    create_before_destroy = true\n    ignore_changes        = all\n",
			want: []string{"error pool/bootstrap-stale"},
		},
		{
			name: "user data gone", old: "  user_data              = local.user_data\n", new: "",
			want: []string{"error pool/bootstrap-stale", "error pool/labels-not-rendered", "warning pool/bootstrap-unused"},
		},
		{
			name: "user data from the decoded payload", old: "= local.user_data", new: "= base64decode(var.bootstrap_data)",
			want: []string{"error pool/bootstrap-encoding", "error pool/labels-not-rendered"},
		},
		{
			name: "payload in the template's name", old: `name_prefix            = "${var.machinepool_name}-"`,
			new:  `name_prefix            = "${var.machinepool_name}-${substr(sha256(var.bootstrap_data), 0, 8)}-"`,
			want: []string{"error pool/bootstrap-rolls"},
		},
		{
			name: "compression in the template's name", old: `name_prefix            = "${var.machinepool_name}-"`,
			new: `name_prefix            = startswith(var.bootstrap_data, "H4sI") ? "gz-" : "plain-"`, want: nil,
		},
		{
			name: "labels in the template's name", old: `name_prefix            = "${var.machinepool_name}-"`,
			new: `name_prefix            = "p-${md5(jsonencode(var.node_labels))}-"`, want: []string{"error pool/labels-roll"},
		},
		{
			name: "number of labels in the template's name", old: `name_prefix            = "${var.machinepool_name}-"`,
			new: `name_prefix            = "p-${length(var.node_labels)}-"`, want: []string{"error pool/labels-roll"},
		},
		{
			name: "payload in a trigger", old: "triggers_replace = var.kubernetes_version", new: "triggers_replace = [var.kubernetes_version, var.bootstrap_data]",
			want: []string{"error pool/bootstrap-rolls"},
		},
		{
			name: "payload in a trigger's field", old: "triggers_replace = var.kubernetes_version",
			new: "triggers_replace = { v = var.kubernetes_version, d = sha256(local.user_data) }", want: []string{"error pool/bootstrap-rolls", "error pool/labels-roll"},
		},
		{name: "trigger by an update in place", old: "triggers_replace = var.kubernetes_version", new: "input = var.kubernetes_version", want: nil},
		{
			name: "trigger ignores its input", old: "triggers_replace = var.kubernetes_version\n}",
			new: "input = var.kubernetes_version\n  lifecycle {\n    ignore_changes = [input]\n  }\n}", want: []string{"error pool/version-no-roll"},
		},
		{
			name: "trigger by the stripped version", old: "triggers_replace = var.kubernetes_version", new: "triggers_replace = local.release",
			want: []string{"info pool/version-suffix-lost"},
		},
		{
			name: "trigger by the minor version", old: "triggers_replace = var.kubernetes_version",
			new: `triggers_replace = try(join(".", slice(split(".", var.kubernetes_version), 0, 2)), null)`, want: []string{"error pool/version-no-roll"},
		},
		{name: "trigger by a constant", old: "triggers_replace = var.kubernetes_version", new: `triggers_replace = "v1"`, want: []string{"error pool/version-no-roll"}},
		{name: "no trigger", old: "    replace_triggered_by  = [terraform_data.roll]\n", new: "", want: []string{"error pool/version-no-roll"}},
		{name: "trigger on the trigger's id", old: "[terraform_data.roll]", new: "[terraform_data.roll.id]", want: nil},
		{
			name: "version in the template's name", old: "    replace_triggered_by  = [terraform_data.roll]\n", new: "    ignore_changes = [tags]\n",
			want: []string{"error pool/version-no-roll"},
		},
		{name: "no instance refresh", old: "  instance_refresh {\n    strategy = \"Rolling\"\n  }\n", new: "", want: []string{"error pool/version-no-roll"}},
		{
			name: "instance refresh never made", old: "  instance_refresh {\n    strategy = \"Rolling\"\n  }\n",
			new:  "  dynamic \"instance_refresh\" {\n    for_each = []\n    content {\n      strategy = \"Rolling\"\n    }\n  }\n",
			want: []string{"error pool/version-no-roll"},
		},
		{
			name: "instance refresh on a user's flag", old: "  instance_refresh {\n    strategy = \"Rolling\"\n  }\n",
			new: "  dynamic \"instance_refresh\" {\n    for_each = var.captf_cluster_outputs.refresh ? [1] : []\n    content {\n      strategy = \"Rolling\"\n    }\n  }\n", want: nil,
		},
		{
			name: "instance refresh triggered by tags", old: "    strategy = \"Rolling\"\n", new: "    strategy = \"Rolling\"\n    triggers = [\"tag\"]\n",
			want: []string{"warning pool/unexpected-roll"},
		},
		{
			name: "group named by the version, template kept", old: "    replace_triggered_by  = [terraform_data.roll]\n", new: "",
			also: []string{"  name                      = var.machinepool_name\n", "  name                      = \"p-${substr(sha1(jsonencode(var.kubernetes_version)), 0, 6)}\"\n"}, want: nil,
		},
		{name: "template of a fixed name", old: `name_prefix            = "${var.machinepool_name}-"`, new: `name                   = var.machinepool_name`, want: []string{"error pool/version-no-roll"}},
		{name: "group follows the id of the template", old: "name    = aws_launch_template.lt.name", new: "id      = aws_launch_template.lt.id", want: nil},
		{name: "group follows a template of that name", old: "name    = aws_launch_template.lt.name", new: `name    = "pool"`, want: []string{"error pool/version-no-roll"}},
		{
			name: "mixed instances with a rolling version", old: "  launch_template {\n    name    = aws_launch_template.lt.name\n    version = \"$Latest\"\n  }\n",
			new:  "  mixed_instances_policy {\n    launch_template {\n      launch_template_specification {\n        launch_template_id = aws_launch_template.lt.id\n        version            = aws_launch_template.lt.latest_version\n      }\n    }\n  }\n",
			want: []string{"error pool/bootstrap-rolls", "error pool/labels-roll"},
		},
		{
			name: "mixed instances with $Latest", old: "  launch_template {\n    name    = aws_launch_template.lt.name\n    version = \"$Latest\"\n  }\n",
			new: "  mixed_instances_policy {\n    launch_template {\n      launch_template_specification {\n        launch_template_id = aws_launch_template.lt.id\n        version            = \"$Latest\"\n      }\n    }\n  }\n", want: nil,
		},
		{name: "launch template of the user", old: "name    = aws_launch_template.lt.name", new: "id      = var.instance_type", want: []string{"error pool/version-no-roll", "info pool/unexpected-roll"}},
		{
			name: "group named by replicas", old: "  name                      = var.machinepool_name\n", new: "  name                      = \"p-${var.replicas}\"\n",
			want: []string{"warning pool/replicas-feedback", "warning pool/unexpected-roll"},
		},
		{
			name: "group named by a tag that can change", old: "  name                      = var.machinepool_name\n",
			new: "  name                      = var.captf_tags[\"captf.io/template\"]\n", want: []string{"warning pool/unexpected-roll"},
		},
		{
			name: "group named by a tag that cannot change", old: "  name                      = var.machinepool_name\n",
			new: "  name                      = var.captf_tags[\"captf.io/name\"]\n", want: nil,
		},
		{
			name: "group named by a domain", old: "  name                      = var.machinepool_name\n",
			new: "  name                      = \"p-${join(\"-\", var.failure_domains)}\"\n", want: []string{"info pool/unexpected-roll"},
		},
		{
			name: "group named by the limits", old: "  name                      = var.machinepool_name\n",
			new: "  name                      = \"p-${var.autoscaling.max}\"\n", want: []string{"warning pool/unexpected-roll"},
		},
		{
			name: "group counted by the payload", old: "resource \"aws_autoscaling_group\" \"g\" {\n",
			new: "resource \"aws_autoscaling_group\" \"g\" {\n  for_each = toset([sha256(var.bootstrap_data)])\n", want: []string{"error pool/bootstrap-rolls"},
		},
		{name: "desired count not ignored", old: "    ignore_changes = [desired_capacity]\n", new: "", want: []string{"warning pool/autoscaling-ignore-changes"}},
		{
			name: "another argument ignored", old: "[desired_capacity]", new: "[max_size]",
			want: []string{"warning pool/autoscaling-ignore-changes"},
		},
		{name: "everything of the group ignored", old: "[desired_capacity]", new: "all", want: []string{"error pool/version-no-roll", "warning pool/min-max-pin"}},
		{name: "labels of one format not refused", old: `var.bootstrap_format == "cloud-config" || length(local.labels) == 0`, new: "true", want: []string{"error pool/labels-not-rendered"}},
		{name: "all labels refused", old: `var.bootstrap_format == "cloud-config" || length(local.labels) == 0`, new: "length(var.node_labels) == 0", want: nil},
		{name: "a format refused", old: `var.bootstrap_format == "cloud-config" || length(local.labels) == 0`, new: `var.bootstrap_format == "cloud-config"`, want: nil},
		{name: "the template of the group ignored", old: "[desired_capacity]", new: "[desired_capacity, launch_template]", want: []string{"error pool/version-no-roll"}},
		{
			name: "limits from autoscaling alone", old: "var.autoscaling.enabled ? var.autoscaling.min : var.replicas", new: "var.autoscaling.min",
			want: []string{"warning pool/min-max-pin"},
		},
		{name: "largest size open", old: "var.autoscaling.enabled ? var.autoscaling.max : var.replicas", new: "100", want: []string{"warning pool/min-max-pin"}},
		{
			name: "limits always replicas", old: "var.autoscaling.enabled ? var.autoscaling.min : var.replicas", new: "var.replicas",
			want: []string{"warning pool/replicas-feedback"},
		},
		{
			name: "limits the wrong way round", old: "var.autoscaling.enabled ? var.autoscaling.max : var.replicas", new: "var.autoscaling.enabled ? var.replicas : var.autoscaling.max",
			want: []string{"warning pool/min-max-pin", "warning pool/replicas-feedback"},
		},
		{name: "limits by max()", old: "var.autoscaling.enabled ? var.autoscaling.min : var.replicas", new: "var.autoscaling.enabled ? var.autoscaling.min : max(var.replicas, 0)", want: nil},
		{
			name: "replicas in a tag", old: "  tags                   = var.captf_tags\n", new: "  tags                   = merge(var.captf_tags, { size = var.replicas })\n",
			want: []string{"warning pool/replicas-feedback"},
		},
		{name: "waits for machines", old: "  wait_for_capacity_timeout = \"0\"\n", new: "", want: []string{"info pool/wait-for-capacity"}},
		{name: "waits ten minutes", old: "timeout = \"0\"", new: "timeout = \"10m\"", want: []string{"info pool/wait-for-capacity"}},
		{name: "waits zero seconds", old: "timeout = \"0\"", new: "timeout = \"0s\"", want: nil},
		{name: "volumes not tagged", old: "  tag_specifications {\n    resource_type = \"volume\"\n    tags          = var.captf_tags\n  }\n", new: "", want: []string{"warning pool/tags-coverage"}},
		{name: "instances tagged by the group alone", old: "  tag_specifications {\n    resource_type = \"instance\"\n    tags          = var.captf_tags\n  }\n", new: "", want: nil},
		{name: "group not tagged", old: "    for_each = var.captf_tags\n    content", new: "    for_each = { Name = \"x\" }\n    content", want: []string{"warning pool/tags-coverage"}},
		{name: "template not tagged", old: "  tags                   = var.captf_tags\n", new: "", want: []string{"warning pool/tags-coverage"}},
		{name: "tags of the provider", old: "  tags                   = var.captf_tags\n", new: "  monitoring {\n    enabled = true\n  }\n", want: []string{"warning pool/tags-coverage"}},
		{
			name: "timestamp in a tag", old: "  tags                   = var.captf_tags\n", new: "  tags                   = merge(var.captf_tags, { at = plantimestamp() })\n",
			want: []string{"error pool/never-converges"},
		},
		{name: "members running only", old: `["pending", "running", "stopping", "stopped"]`, new: `["running"]`, want: []string{"error pool/members-filtered"}},
		{name: "members by the default", old: "  instance_state_names = [\"pending\", \"running\", \"stopping\", \"stopped\"]\n", new: "", want: []string{"error pool/members-filtered"}},
		{
			name: "members by a filter block", old: "  instance_state_names = [\"pending\", \"running\", \"stopping\", \"stopped\"]\n",
			new: "  filter {\n    name   = \"instance-state-name\"\n    values = [\"running\", \"pending\"]\n  }\n", want: []string{"error pool/members-filtered"},
		},
		{name: "members and dying ones", old: `["pending", "running", "stopping", "stopped"]`, new: `["pending", "running", "shutting-down", "stopping", "stopped"]`, want: nil},
		{
			name: "members by a condition on the id", old: "for id in data.aws_instances.members.ids : \"aws:///${var.captf_cluster_outputs.zone}/${id}\"",
			new: "for id in data.aws_instances.members.ids : \"aws:///${var.captf_cluster_outputs.zone}/${id}\" if id != \"\"", want: nil,
		},
		{name: "list not sorted", old: "sort(local.ids)", new: "local.ids", want: []string{"warning output/provider-id-list-shape"}},
		{name: "replicas counts members", old: "value = local.desired", new: "value = length(local.ids)", want: []string{"warning output/replicas-source"}},
		{name: "replicas repeats the input", old: "value = local.desired", new: "value = var.replicas", want: []string{"warning output/replicas-source"}},
		{name: "version from a fork of the provider", old: "source  = \"hashicorp/aws\"", new: "source  = \"acme/aws\"", want: nil},
		{name: "provider of an old major", old: "~> 5.60", new: "~> 2.0", want: nil},
	}...)
	testMutations(t, awsPool(), list)
}

func TestMutationsOfGoogle(t *testing.T) {
	list := append(slices.Clone(sharedMutations), []mutation{
		{
			name: "payload in the template", old: "  metadata = {}\n", new: "  metadata = {\n    user-data          = local.user_data\n    user-data-encoding = \"base64\"\n  }\n",
			want: []string{"error module/mig-policy", "error pool/labels-roll"},
		},
		{
			name: "payload in the template by merge", old: "  metadata = {}\n",
			new:  "  metadata = merge({ user-data-encoding = \"base64\" }, { user-data = local.user_data })\n",
			want: []string{"error module/mig-policy", "error pool/labels-roll"},
		},
		{
			name: "payload in the template, opportunistic", old: "  metadata = {}\n", new: "  metadata = { user-data = local.user_data, user-data-encoding = \"base64\" }\n",
			also: []string{`"PROACTIVE"`, `"OPPORTUNISTIC"`}, want: []string{"error pool/version-no-roll"},
		},
		{name: "payload as a label of the template", old: "  metadata = {}\n", new: "  labels = { payload = substr(md5(var.bootstrap_data), 0, 8) }\n", want: []string{"error module/mig-policy"}},
		{name: "compression as a label of the template", old: "  metadata = {}\n", new: "  labels = { gzip = startswith(var.bootstrap_data, \"H4sI\") ? \"yes\" : \"no\" }\n", want: nil},
		{name: "labels in the template", old: "  metadata = {}\n", new: "  metadata = { labels = jsonencode(var.node_labels) }\n", want: []string{"error pool/labels-roll"}},
		{name: "tags in the template", old: "  metadata = {}\n", new: "  labels = local.tags\n", want: []string{"warning pool/unexpected-roll"}},
		{
			name: "tags in the template, ignored", old: "  metadata = {}\n", new: "  labels = local.tags\n",
			also: []string{"    create_before_destroy = true\n", "    create_before_destroy = true\n    ignore_changes        = [labels]\n"}, want: nil,
		},
		{
			name: "disk labels ignored by their path", old: "    source_image =", new: "    labels       = local.tags\n    source_image =",
			also: []string{"    create_before_destroy = true\n", "    create_before_destroy = true\n    ignore_changes        = [disk[0].labels]\n"}, want: nil,
		},
		{name: "disk labels", old: "    source_image =", new: "    labels       = local.tags\n    source_image =", want: []string{"warning pool/unexpected-roll"}},
		{name: "replicas in the template", old: "  metadata = {}\n", new: "  metadata = { size = var.replicas }\n", want: []string{"warning pool/replicas-feedback", "warning pool/unexpected-roll"}},
		{name: "all-instances configuration replaces", old: "= \"REFRESH\"", new: "= \"REPLACE\"", want: []string{"error pool/bootstrap-rolls", "error pool/labels-roll"}},
		{name: "all-instances configuration restarts", old: "= \"REFRESH\"", new: "= \"RESTART\"", want: []string{"error pool/bootstrap-rolls", "error pool/labels-roll"}},
		{name: "all-instances configuration of the user", old: "= \"REFRESH\"", new: "= var.captf_cluster_outputs.action", want: nil},
		{name: "replacement not allowed", old: "most_disruptive_allowed_action = \"REPLACE\"", new: "most_disruptive_allowed_action = \"RESTART\"", want: []string{"error pool/version-no-roll"}},
		{name: "replacement by default", old: "    most_disruptive_allowed_action = \"REPLACE\"\n", new: "", want: nil},
		{name: "opportunistic", old: `"PROACTIVE"`, new: `"OPPORTUNISTIC"`, want: []string{"error pool/version-no-roll"}},
		{
			name: "opportunistic with a versioned name", old: `"PROACTIVE"`, new: `"OPPORTUNISTIC"`,
			also: []string{"  name               = var.machinepool_name\n", "  name               = \"p-${substr(sha1(jsonencode(var.kubernetes_version)), 0, 6)}\"\n"}, want: nil,
		},
		{
			name: "no policy", old: "  update_policy {\n    type                           = \"PROACTIVE\"\n    minimal_action                 = \"REFRESH\"\n    most_disruptive_allowed_action = \"REPLACE\"\n  }\n",
			new: "", want: nil, missed: "the policy that holds without a block is the cloud's, so that nothing is proved",
		},
		{name: "no trigger, version in the image", old: "    replace_triggered_by  = [terraform_data.roll]\n", new: "", want: []string{"info pool/version-suffix-lost"}},
		{
			name: "no trigger and a fixed image", old: "    replace_triggered_by  = [terraform_data.roll]\n", new: "",
			also: []string{`"node-${replace(local.release, ".", "-")}"`, `"node"`}, want: []string{"error pool/version-no-roll"},
		},
		{
			name: "image of the user with a placeholder", old: "    replace_triggered_by  = [terraform_data.roll]\n", new: "",
			also: []string{`"node-${replace(local.release, ".", "-")}"`, `replace(var.region, "VERSION", coalesce(var.kubernetes_version, "none"))`}, want: nil,
		},
		{name: "template not created first", old: "    create_before_destroy = true\n", new: "", want: []string{"warning pool/create-before-destroy"}},
		{name: "template of a fixed name", old: `name_prefix  = "${var.machinepool_name}-"`, new: `name         = var.machinepool_name`, want: []string{"warning pool/create-before-destroy"}},
		{name: "template named by the version", old: `name_prefix  = "${var.machinepool_name}-"`, new: `name         = "p-${md5(jsonencode(var.kubernetes_version))}"`, want: nil},
		{name: "template ignored by the group", old: "  update_policy {\n", new: "  lifecycle {\n    ignore_changes = [version]\n  }\n  update_policy {\n", want: []string{"error pool/version-no-roll"}},
		{
			name: "user data ignored by the group", old: "  update_policy {\n", new: "  lifecycle {\n    ignore_changes = [all_instances_config[0].metadata]\n  }\n  update_policy {\n",
			want: []string{"error pool/bootstrap-stale"},
		},
		{
			name: "user data gone", old: "    metadata = {\n      \"user-data\"          = local.user_data\n      \"user-data-encoding\" = \"base64\"\n    }\n", new: "",
			want: []string{"error pool/bootstrap-stale", "error pool/labels-not-rendered", "warning pool/bootstrap-unused"},
		},
		{name: "plain user data gets base64", old: "      \"user-data-encoding\" = \"base64\"\n", new: "", want: []string{"error pool/bootstrap-encoding"}},
		{name: "plain user data decoded", old: "      \"user-data\"          = local.user_data\n      \"user-data-encoding\" = \"base64\"\n", new: "      \"user-data\" = local.multipart\n", want: nil},
		{
			name: "plain user data decoded whole", old: "      \"user-data\"          = local.user_data\n      \"user-data-encoding\" = \"base64\"\n", new: "      \"user-data\" = base64decode(var.bootstrap_data)\n",
			want: []string{"error pool/labels-not-rendered", "info pool/bootstrap-gzip"},
		},
		{name: "size not given up", old: "var.autoscaling.enabled ? null : var.replicas", new: "var.replicas", want: []string{"warning pool/autoscaling-ignore-changes"}},
		{
			name: "size ignored, nothing pins it", old: "var.autoscaling.enabled ? null : var.replicas", new: "var.replicas",
			also: []string{"  update_policy {\n", "  lifecycle {\n    ignore_changes = [target_size]\n  }\n  update_policy {\n"}, want: []string{"warning pool/ignore-without-scaler"},
		},
		{
			name: "size ignored, scaler always there and open", old: "var.autoscaling.enabled ? null : var.replicas", new: "var.replicas",
			also: []string{"  update_policy {\n", "  lifecycle {\n    ignore_changes = [target_size]\n  }\n  update_policy {\n", "  count  = var.autoscaling.enabled ? 1 : 0\n", ""},
			want: []string{"warning pool/min-max-pin"},
		},
		{
			name: "size always null, scaler open", old: "var.autoscaling.enabled ? null : var.replicas", new: "null",
			also: []string{"  count  = var.autoscaling.enabled ? 1 : 0\n", ""}, want: []string{"warning pool/min-max-pin", "warning pool/replicas-unused"},
		},
		{name: "size a constant", old: "var.autoscaling.enabled ? null : var.replicas", new: "var.autoscaling.enabled ? null : 3", want: []string{"warning pool/replicas-unused"}},
		{name: "scaler fed with the count", old: "min_replicas = var.autoscaling.min", new: "min_replicas = min(var.replicas, var.autoscaling.min)", want: []string{"warning pool/replicas-feedback"}},
		{name: "waits for machines", old: "  update_policy {\n", new: "  wait_for_instances = true\n  update_policy {\n", want: []string{"info pool/wait-for-capacity"}},
		{name: "instances not tagged", old: "    labels = local.tags\n", new: "", want: []string{"warning input/tags-unused"}},
		{
			name: "instances not tagged, something else is", old: "    labels = local.tags\n", new: "",
			also: []string{"resource \"terraform_data\" \"roll\" {\n", "resource \"google_service_account\" \"s\" {\n  description = jsonencode(var.captf_tags)\n}\nresource \"terraform_data\" \"roll\" {\n"},
			want: []string{"warning pool/tags-coverage"},
		},
		{
			name: "members running only", old: "for m in local.members : replace(m.instance, \"/^.*projects/\", \"gce://\")", new: "for m in local.members : replace(m.instance, \"/^.*projects/\", \"gce://\") if m.status == \"RUNNING\"",
			want: []string{"warning pool/members-filtered"},
		},
		{name: "members without stopped ones", old: "for m in local.members : replace(m.instance, \"/^.*projects/\", \"gce://\")", new: "for m in local.members : replace(m.instance, \"/^.*projects/\", \"gce://\") if m.status != \"TERMINATED\"", want: nil},
		{
			name: "members listed by state", old: "for m in local.members : replace(m.instance, \"/^.*projects/\", \"gce://\")",
			new:  "for m in local.members : replace(m.instance, \"/^.*projects/\", \"gce://\") if contains([\"RUNNING\", \"STAGING\"], m.status)",
			want: []string{"warning pool/members-filtered"},
		},
		{name: "zones of the group", old: "distribution_policy_zones = local.domains", new: "distribution_policy_target_shape = \"EVEN\"", want: []string{"info pool/domains-unused"}},
		{name: "uuid in the name", old: "  base_instance_name = var.machinepool_name\n", new: "  base_instance_name = \"p-${uuid()}\"\n", want: []string{"error pool/never-converges"}},
		{name: "base name by the version", old: "  base_instance_name = var.machinepool_name\n", new: "  base_instance_name = \"p-${md5(jsonencode(var.kubernetes_version))}\"\n", want: nil},
		{name: "beta provider", old: "source  = \"hashicorp/google\"", new: "source  = \"hashicorp/google-beta\"", want: nil},
	}...)
	testMutations(t, googlePool(), list)
}

func TestMutationsOfAzure(t *testing.T) {
	flags := "    virtual_machine_scale_set {\n      roll_instances_when_required = false\n      reimage_on_manual_upgrade    = false\n    }\n"
	both := []string{"error module/azure-features", "error pool/labels-roll"}
	list := append(slices.Clone(sharedMutations), []mutation{
		{name: "flags at their defaults", old: flags, new: "", want: both},
		{name: "flags on", old: "roll_instances_when_required = false\n      reimage_on_manual_upgrade    = false", new: "roll_instances_when_required = true\n      reimage_on_manual_upgrade    = true", want: both},
		{
			name: "one flag on by default", old: "      roll_instances_when_required = false\n", new: "", want: nil,
			missed: "whether members roll without the reimage is the platform's business: unknown, not proved",
		},
		{name: "the other flag on by default", old: "      reimage_on_manual_upgrade    = false\n", new: "", want: nil},
		{
			name: "flag of the user, off", old: "roll_instances_when_required = false", new: "roll_instances_when_required = var.roll",
			also: []string{"variable \"gallery\" {\n", "variable \"roll\" {\n  type    = bool\n  default = false\n}\nvariable \"gallery\" {\n"}, want: nil,
		},
		{
			name: "flags of the user, on", old: "roll_instances_when_required = false\n      reimage_on_manual_upgrade    = false", new: "roll_instances_when_required = var.roll\n      reimage_on_manual_upgrade    = var.roll",
			also: []string{"variable \"gallery\" {\n", "variable \"roll\" {\n  type    = bool\n  default = true\n}\nvariable \"gallery\" {\n"}, want: both,
		},
		{name: "no provider block", old: "provider \"azurerm\" {\n  features {\n" + flags + "  }\n}\n", new: "", want: both},
		{name: "another provider configuration", old: "provider \"azurerm\" {\n", new: "provider \"azurerm\" {\n  features {}\n}\nprovider \"azurerm\" {\n  alias = \"calm\"\n", want: both},
		{
			name: "the right provider configuration", old: "provider \"azurerm\" {\n", new: "provider \"azurerm\" {\n  features {}\n}\nprovider \"azurerm\" {\n  alias = \"calm\"\n",
			also: []string{"  upgrade_mode        = \"Manual\"\n", "  upgrade_mode        = \"Manual\"\n  provider            = azurerm.calm\n"}, want: nil,
		},
		{name: "automatic upgrades", old: "\"Manual\"", new: "\"Automatic\"", want: []string{"error pool/bootstrap-rolls", "error pool/labels-roll"}},
		{name: "rolling upgrades", old: "\"Manual\"", new: "\"Rolling\"", want: []string{"error pool/bootstrap-rolls", "error pool/labels-roll"}},
		{name: "mode by default", old: "  upgrade_mode        = \"Manual\"\n", new: "", want: nil},
		{name: "mode by default, flags too", old: "  upgrade_mode        = \"Manual\"\n", new: "", also: []string{flags, ""}, want: both},
		{name: "payload ignored", old: "[instances]", new: "[instances, custom_data]", want: []string{"error pool/bootstrap-stale"}},
		{name: "payload in user_data", old: "  custom_data         = local.user_data\n", new: "  user_data           = local.user_data\n", want: nil},
		{name: "payload in user_data, flags on", old: "  custom_data         = local.user_data\n", new: "  user_data           = local.user_data\n", also: []string{flags, ""}, want: both},
		{
			name: "payload gone", old: "  custom_data         = local.user_data\n", new: "",
			want: []string{"error pool/bootstrap-stale", "error pool/labels-not-rendered", "warning pool/bootstrap-unused"},
		},
		{name: "payload decoded", old: "= local.user_data", new: "= base64decode(var.bootstrap_data)", want: []string{"error pool/bootstrap-encoding", "error pool/labels-not-rendered"}},
		{name: "payload in the name", old: "jsonencode(var.kubernetes_version)", new: "\"${coalesce(var.kubernetes_version, \"none\")}${var.bootstrap_data}\"", want: []string{"error pool/bootstrap-rolls"}},
		{name: "labels in the name", old: "jsonencode(var.kubernetes_version)", new: "jsonencode([var.kubernetes_version, var.node_labels])", want: []string{"error pool/labels-roll"}},
		{
			name: "replicas in the name", old: "jsonencode(var.kubernetes_version)", new: "jsonencode([var.kubernetes_version, var.replicas])",
			want: []string{"warning pool/replicas-feedback", "warning pool/unexpected-roll"},
		},
		{name: "tags in the name", old: "jsonencode(var.kubernetes_version)", new: "jsonencode([var.kubernetes_version, var.captf_tags])", want: []string{"warning pool/unexpected-roll"}},
		{name: "identity in the name", old: "jsonencode(var.kubernetes_version)", new: "jsonencode([var.kubernetes_version, var.captf_object])", want: nil},
		{name: "stripped version in the name", old: "jsonencode(var.kubernetes_version)", new: "local.release", want: []string{"info pool/version-suffix-lost"}},
		{name: "version not in the name", old: "-${substr(sha256(jsonencode(var.kubernetes_version)), 0, 8)}", new: "", want: []string{"error pool/version-no-roll"}},
		{
			name: "version not in the name, automatic", old: "-${substr(sha256(jsonencode(var.kubernetes_version)), 0, 8)}", new: "", also: []string{"\"Manual\"", "\"Automatic\""},
			want: []string{"error pool/bootstrap-rolls", "error pool/labels-roll", "info pool/version-suffix-lost"},
		},
		{name: "name ignored", old: "[instances]", new: "[instances, name]", want: []string{"error pool/version-no-roll"}},
		{
			name: "version in a tag of the set", old: "-${substr(sha256(jsonencode(var.kubernetes_version)), 0, 8)}", new: "",
			also: []string{"{ for k, v in var.captf_tags : replace(k, \"/\", \"_\") => v }", "merge(var.captf_tags, { v = var.kubernetes_version })"}, want: []string{"error pool/version-no-roll"},
		},
		{
			name: "trigger instead of a name", old: "-${substr(sha256(jsonencode(var.kubernetes_version)), 0, 8)}", new: "",
			also: []string{
				"    ignore_changes        = [instances]\n", "    ignore_changes        = [instances]\n    replace_triggered_by  = [terraform_data.roll]\n",
				"locals {\n  name", "resource \"terraform_data\" \"roll\" {\n  input = var.kubernetes_version\n}\nlocals {\n  name",
			}, want: nil,
		},
		{name: "count not ignored", old: "    ignore_changes        = [instances]\n", new: "", want: []string{"warning pool/autoscaling-ignore-changes"}},
		{
			name: "count null instead of ignored", old: "    ignore_changes        = [instances]\n", new: "", also: []string{"instances           = var.replicas", "instances           = var.autoscaling.enabled ? null : var.replicas"},
			want: []string{"warning pool/autoscaling-ignore-changes"},
		},
		{name: "scaler fed with the count", old: "default = var.autoscaling.enabled ? var.autoscaling.min : var.replicas", new: "default = var.replicas", want: []string{"warning pool/replicas-feedback"}},
		{
			name: "scaler only while on", old: "resource \"azurerm_monitor_autoscale_setting\" \"scale\" {\n", new: "resource \"azurerm_monitor_autoscale_setting\" \"scale\" {\n  count = var.autoscaling.enabled ? 1 : 0\n",
			want: []string{"warning pool/ignore-without-scaler"},
		},
		{name: "scaler limits open", old: "minimum = var.autoscaling.enabled ? var.autoscaling.min : var.replicas", new: "minimum = var.autoscaling.min", want: []string{"warning pool/min-max-pin"}},
		{
			name: "scaler of another set", old: "target_resource_id  = azurerm_linux_virtual_machine_scale_set.set.id", new: "target_resource_id  = azurerm_public_ip.other.id",
			also: []string{"variable \"gallery\" {\n", "resource \"azurerm_public_ip\" \"other\" {\n  tags = var.captf_tags\n}\nvariable \"gallery\" {\n"},
			want: []string{"warning pool/ignore-without-scaler"},
		},
		{name: "set not tagged", old: "/versions/${trimprefix(local.release, \"v\")}\"\n  tags                = local.tags\n", new: "/versions/${trimprefix(local.release, \"v\")}\"\n", want: []string{"warning pool/tags-coverage"}},
		{name: "scaler not tagged", old: "azurerm_linux_virtual_machine_scale_set.set.id\n  tags                = local.tags\n", new: "azurerm_linux_virtual_machine_scale_set.set.id\n", want: []string{"warning pool/tags-coverage"}},
		{name: "members running only", old: "virtualMachines/${m.instance_id}\"]", new: "virtualMachines/${m.instance_id}\" if m.power_state == \"VM running\"]", want: []string{"warning pool/members-filtered"}},
		{name: "members running only, by another word", old: "virtualMachines/${m.instance_id}\"]", new: "virtualMachines/${m.instance_id}\" if lower(m.power_state) == \"vm running\"]", want: []string{"warning pool/members-filtered"}},
		{name: "members that are not going", old: "virtualMachines/${m.instance_id}\"]", new: "virtualMachines/${m.instance_id}\" if m.power_state != \"VM deleting\"]", want: nil},
		{
			name: "members with the latest model", old: "virtualMachines/${m.instance_id}\"]", new: "virtualMachines/${m.instance_id}\" if m.latest_model_applied]", want: nil,
			missed: "a condition on something other than a state is not judged",
		},
		{name: "bcrypt in a tag", old: "{ for k, v in var.captf_tags : replace(k, \"/\", \"_\") => v }", new: "merge(var.captf_tags, { h = bcrypt(\"x\") })", want: []string{"error pool/never-converges"}},
		{name: "disk type of the exports", old: "\"Premium_LRS\"", new: "var.captf_cluster_outputs.disk", want: []string{"info pool/unexpected-roll"}},
		{name: "provider of an old major", old: "~> 4.10", new: "~> 2.0", want: nil},
	}...)
	testMutations(t, azurePool(), list)
}

func TestMutationsOfOCI(t *testing.T) {
	replaceTrigger := "    replace_triggered_by = [terraform_data.roll]\n"
	fixedPool := "  lifecycle {\n" + replaceTrigger + "  }\n}\n\nresource \"oci_core_instance_pool\" \"scaled\""
	shared := slices.DeleteFunc(slices.Clone(sharedMutations), func(m mutation) bool {
		return m.name == "version not stripped" // the image comes by its id
	})
	list := append(shared, []mutation{
		{name: "configuration not created first", old: "    create_before_destroy = true\n", new: "", want: []string{"warning pool/create-before-destroy"}},
		{
			name: "configuration not created first, pool is", old: "    create_before_destroy = true\n", new: "",
			also: []string{"    ignore_changes       = [size]\n", "    ignore_changes       = [size]\n    create_before_destroy = true\n"}, want: []string{"warning pool/create-before-destroy"},
		},
		{name: "fixed pool not replaced", old: fixedPool, new: "}\n\nresource \"oci_core_instance_pool\" \"scaled\"", want: []string{"error pool/version-no-roll"}},
		{name: "scaled pool not replaced", old: "    ignore_changes       = [size]\n" + replaceTrigger, new: "    ignore_changes       = [size]\n", want: []string{"error pool/version-no-roll"}},
		{name: "trigger latched", old: "  input = var.kubernetes_version\n", new: "  input = var.kubernetes_version\n  lifecycle {\n    ignore_changes = [input]\n  }\n", want: []string{"error pool/version-no-roll"}},
		{name: "trigger by replacement", old: "  input = var.kubernetes_version\n", new: "  triggers_replace = var.kubernetes_version\n", want: nil},
		{name: "trigger with the payload", old: "  input = var.kubernetes_version\n", new: "  input = [var.kubernetes_version, var.bootstrap_data]\n", want: []string{"error pool/bootstrap-rolls"}},
		{name: "trigger with the labels", old: "  input = var.kubernetes_version\n", new: "  input = { v = var.kubernetes_version, l = var.node_labels }\n", want: []string{"error pool/labels-roll"}},
		{name: "trigger with the tags", old: "  input = var.kubernetes_version\n", new: "  input = { v = var.kubernetes_version, t = local.tags }\n", want: []string{"warning pool/unexpected-roll"}},
		{
			name: "trigger with the replicas", old: "  input = var.kubernetes_version\n", new: "  input = \"${coalesce(var.kubernetes_version, \"none\")}-${var.replicas}\"\n",
			want: []string{"warning pool/replicas-feedback", "warning pool/unexpected-roll"},
		},
		{name: "trigger by the stripped version", old: "  input = var.kubernetes_version\n", new: "  input = local.release\n", want: []string{"info pool/version-suffix-lost"}},
		{name: "trigger by a constant", old: "  input = var.kubernetes_version\n", new: "  input = \"x\"\n", want: []string{"error pool/version-no-roll", "warning pool/version-unused"}},
		{
			name: "fixed pool replaced by the configuration", old: fixedPool, new: "  lifecycle {\n    replace_triggered_by = [terraform_data.roll, oci_core_instance_configuration.cfg]\n  }\n}\n\nresource \"oci_core_instance_pool\" \"scaled\"",
			want: []string{"error pool/bootstrap-rolls", "error pool/labels-roll"},
		},
		{
			name: "fixed pool replaced by the configuration's id", old: fixedPool, new: "  lifecycle {\n    replace_triggered_by = [terraform_data.roll, oci_core_instance_configuration.cfg.id]\n  }\n}\n\nresource \"oci_core_instance_pool\" \"scaled\"",
			want: []string{"error pool/bootstrap-rolls", "error pool/labels-roll"},
		},
		{
			name: "fixed pool keyed by the payload", old: "  count                     = var.autoscaling.enabled ? 0 : 1\n", new: "  for_each                  = var.autoscaling.enabled ? [] : toset([md5(var.bootstrap_data)])\n",
			also: []string{"concat(oci_core_instance_pool.fixed, oci_core_instance_pool.scaled)", "concat(values(oci_core_instance_pool.fixed), oci_core_instance_pool.scaled)"},
			want: []string{"error pool/bootstrap-rolls"},
		},
		{name: "configuration ignored by a pool", old: "ignore_changes       = [size]", new: "ignore_changes       = [size, instance_configuration_id]", want: []string{"error pool/bootstrap-stale"}},
		{
			name: "user data ignored", old: "    create_before_destroy = true\n", new: "    create_before_destroy = true\n    ignore_changes = [instance_details[0].launch_details[0].metadata]\n",
			want: []string{"error pool/bootstrap-stale"},
		},
		{
			name: "user data gone", old: "        user_data = local.user_data\n", new: "",
			want: []string{"error pool/bootstrap-stale", "error pool/labels-not-rendered", "warning pool/bootstrap-unused"},
		},
		{name: "user data decoded", old: "user_data = local.user_data\n", new: "user_data = local.multipart\n", want: []string{"error pool/bootstrap-encoding"}},
		{
			name: "payload in an object", old: "user_data = local.user_data\n", new: "user_data = base64encode(local.stub)\n",
			also: []string{
				"resource \"terraform_data\" \"roll\" {\n",
				"locals {\n  stub = \"curl ${oci_objectstorage_object.payload.object} --labels ${jsonencode(local.labels)}\"\n}\nresource \"oci_objectstorage_object\" \"payload\" {\n  object  = var.machinepool_name\n  content = var.bootstrap_data\n}\nresource \"terraform_data\" \"roll\" {\n",
			}, want: nil,
		},
		{name: "scaled pool does not ignore its size", old: "    ignore_changes       = [size]\n", new: "", want: []string{"warning pool/autoscaling-ignore-changes"}},
		{
			name: "fixed pool ignores its size", old: fixedPool, new: "  lifecycle {\n    ignore_changes       = [size]\n" + replaceTrigger + "  }\n}\n\nresource \"oci_core_instance_pool\" \"scaled\"",
			want: []string{"warning pool/ignore-without-scaler"},
		},
		{
			name: "modes the wrong way round", old: "  count                     = var.autoscaling.enabled ? 0 : 1\n", new: "  count                     = var.autoscaling.enabled ? 1 : 0\n",
			also: []string{
				"  count                     = var.autoscaling.enabled ? 1 : 0\n  compartment_id            = local.compartment\n  instance_configuration_id = oci_core_instance_configuration.cfg.id\n  size                      = var.replicas\n  freeform_tags             = local.tags\n  dynamic \"placement_configurations\" {\n    for_each = toset(local.domains)\n    content {\n      availability_domain = placement_configurations.value\n    }\n  }\n  lifecycle {\n    ignore_changes",
				"  count                     = var.autoscaling.enabled ? 0 : 1\n  compartment_id            = local.compartment\n  instance_configuration_id = oci_core_instance_configuration.cfg.id\n  size                      = var.replicas\n  freeform_tags             = local.tags\n  dynamic \"placement_configurations\" {\n    for_each = toset(local.domains)\n    content {\n      availability_domain = placement_configurations.value\n    }\n  }\n  lifecycle {\n    ignore_changes",
			},
			want: []string{"warning pool/autoscaling-ignore-changes", "warning pool/ignore-without-scaler"},
		},
		{name: "scaler fed with the count", old: "initial = var.autoscaling.min", new: "initial = var.replicas", want: []string{"warning pool/replicas-feedback"}},
		{
			name: "scaler fed with the count, ignored", old: "initial = var.autoscaling.min", new: "initial = var.replicas",
			also: []string{"  policies {\n", "  lifecycle {\n    ignore_changes = [policies[0].capacity[0].initial]\n  }\n  policies {\n"}, want: nil,
		},
		{
			name: "pool named by the observed count", old: "resource \"oci_core_instance_pool\" \"scaled\" {\n", new: "resource \"oci_core_instance_pool\" \"scaled\" {\n  display_name = \"p-${var.replicas}\"\n",
			want: []string{"warning pool/replicas-feedback"},
		},
		{name: "launched machines not tagged", old: "      freeform_tags  = local.tags\n      metadata", new: "      metadata", want: []string{"warning pool/tags-coverage"}},
		{name: "network interfaces not tagged", old: "        subnet_id     = var.captf_cluster_outputs.subnet_id\n        freeform_tags = local.tags\n", new: "        subnet_id = var.captf_cluster_outputs.subnet_id\n", want: []string{"warning pool/tags-coverage"}},
		{name: "configuration not tagged", old: "  display_name   = var.machinepool_name\n  freeform_tags  = local.tags\n", new: "  display_name   = var.machinepool_name\n", want: []string{"warning pool/tags-coverage"}},
		{name: "members running only", old: "\"oci://${m.id}\"", new: "\"oci://${m.id}\" if m.state == \"Running\"", want: []string{"warning pool/members-filtered"}},
		{
			name: "members by a filter block", old: "  instance_pool_id = local.pool.id\n", new: "  instance_pool_id = local.pool.id\n  filter {\n    name   = \"state\"\n    values = [\"Running\"]\n  }\n",
			want: []string{"error pool/members-filtered"},
		},
		{name: "members without terminated ones", old: "\"oci://${m.id}\"", new: "\"oci://${m.id}\" if !contains([\"terminating\", \"terminated\"], lower(m.state))", want: nil},
		{
			name: "members through two locals", old: "for m in local.members : \"oci://${m.id}\"", new: "for m in local.awake : \"oci://${m.id}\"",
			also: []string{"  desired = local.pool.actual_size\n", "  desired = local.pool.actual_size\n  awake   = local.up\n  up      = [for m in local.members : m if lower(m.state) == \"running\"]\n"}, want: []string{"warning pool/members-filtered"},
		},
		{name: "replicas of the configuration", old: "value = local.desired", new: "value = local.pool.size", want: nil},
		{name: "timestamp in the display name", old: "  display_name   = var.machinepool_name\n", new: "  display_name   = \"p-${formatdate(\"YYYYMMDD\", timestamp())}\"\n", want: []string{"error pool/never-converges"}},
		{
			name: "timestamp kept", old: "  display_name   = var.machinepool_name\n", new: "  display_name   = \"p-${terraform_data.born.output}\"\n",
			also: []string{"resource \"terraform_data\" \"roll\" {\n", "resource \"terraform_data\" \"born\" {\n  input = timestamp()\n  lifecycle {\n    ignore_changes = [input]\n  }\n}\nresource \"terraform_data\" \"roll\" {\n"}, want: nil,
		},
		{
			name: "autoscaling refused", old: "variable \"autoscaling\" { type = object({ enabled = bool, min = number, max = number }) }",
			new:  "variable \"autoscaling\" {\n  type = object({ enabled = bool, min = number, max = number })\n  validation {\n    condition     = !var.autoscaling.enabled\n    error_message = \"Fixed size only.\"\n  }\n}",
			also: []string{"    ignore_changes       = [size]\n", ""}, want: nil,
		},
		{
			name: "domains by index", old: "for_each = toset(local.domains)\n    content {\n      availability_domain = placement_configurations.value\n    }\n  }\n" + "  lifecycle {\n" + replaceTrigger + "  }\n}\n\nresource \"oci_core_instance_pool\" \"scaled\"",
			new: "for_each = [local.domains[0]]\n    content {\n      availability_domain = placement_configurations.value\n    }\n  }\n" + "  lifecycle {\n" + replaceTrigger + "  }\n}\n\nresource \"oci_core_instance_pool\" \"scaled\"", want: nil,
		},
	}...)
	testMutations(t, ociPool(), list)
}
