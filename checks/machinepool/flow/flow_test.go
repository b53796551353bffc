package flow

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/zclconf/go-cty/cty"
	"golang.org/x/tools/txtar"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/provider"
)

// analyse loads a module; text without file markers is main.tf. var.s is the
// source that the tests follow; its pair are two words.
func analyse(t *testing.T, text string) *Analysis {
	t.Helper()
	if !strings.Contains(text, "-- main.tf --") {
		text = "-- main.tf --\n" + text
	}
	tree := &module.Tree{Files: map[string][]byte{}}
	for _, f := range txtar.Parse([]byte(text)).Files {
		tree.Files[f.Name] = f.Data
	}
	m, err := module.Load(tree, ".", module.Terraform)
	require.NoError(t, err)
	return Analyse(m, Options{
		Table:    provider.Known(),
		Contract: func(name string) bool { return name == "s" || name == "on" },
		Sources: []Source{
			{Name: "s", Form: AsGiven, Pairs: [][2]cty.Value{{cty.StringVal("H4sI-one+1"), cty.StringVal("H4sI-two+1")}}},
			{Name: "other"},
		},
		Modes: map[string]map[string]cty.Value{"on": {"on": cty.True}, "off": {"on": cty.False}},
	})
}

const inputs = `
variable "s" {}
variable "other" {}
variable "on" {
  type = bool
}
variable "flag" {
  type    = bool
  default = false
}
`

// sink is a resource of an unknown type: what reaches its arguments is exact,
// only its attributes are not.
func argumentOf(t *testing.T, text, address, path string) Certainty {
	t.Helper()
	view := analyse(t, inputs+text).Of("s")
	n := view.Node(address)
	require.NotNil(t, n, "%s is no resource", address)
	return view.Of(n.Argument(path), "s")
}

func TestExpressionsCarryChangesFieldByField(t *testing.T) {
	for _, tt := range []struct {
		name, expr string
		want       Certainty
	}{
		{"reference", `var.s`, Yes},
		{"constant", `"x"`, No},
		{"other input", `var.other`, No},
		{"template", `"a-${var.s}"`, Yes},
		{"field that follows", `{ a = var.s, b = "x" }.a`, Yes},
		{"field that does not", `{ a = var.s, b = "x" }.b`, No},
		{"index of a tuple", `[var.s, "x"][1]`, No},
		{"element of a list by unknown index", `[var.s, "x"][var.other]`, Yes},
		{"merge keeps fields apart", `merge({ a = var.s }, { b = "x" }).b`, No},
		{"merge replaces", `merge({ a = var.s }, { a = "x" }).a`, No},
		{"merge with something unknown", `merge({ a = var.s }, var.other).a`, Yes},
		{"for over a list", `[for x in [var.s] : x][0]`, Yes},
		{"for over fields that are left alone", `[for k, v in { a = var.s } : k]`, No},
		{"for with a key", `{ for x in [var.s] : x => "v" }`, Yes},
		{"lookup", `lookup({ a = var.s, b = "x" }, "b", "none")`, No},
		{"lookup with a default", `lookup({ b = "x" }, "c", var.s)`, Yes},
		{"keys", `keys({ a = var.s })`, No},
		{"values", `values({ a = var.s })`, Yes},
		{"zipmap", `zipmap(["a"], [var.s])["a"]`, Yes},
		{"one of a splat", `one([{ a = var.s }][*].a)`, Yes},
		{"flatten", `flatten([[var.s], ["x"]])`, Yes},
		{"concat keeps elements", `concat(["x"], [var.s])`, Yes},
		{"try", `try(var.nothing.at.all, var.s)`, Yes},
		{"coalesce", `coalesce(null, var.s)`, Yes},
		{"hash", `substr(sha256(var.s), 0, 8)`, Yes},
		{"unknown function", `provider::x::y(var.s)`, Maybe},
		{"unknown function beside", `"${provider::x::y(var.other)}-${var.s}"`, Yes},
		{"known condition", `true ? "x" : var.s`, No},
		{"unknown condition", `var.on ? "x" : var.s`, Yes},
		{"condition on a default", `var.flag ? var.s : "x"`, Maybe},
		{"condition that is the default", `var.flag ? "x" : var.s`, Yes},
		{"comparison with null", `var.s == null ? "x" : "y"`, No},
		{"comparison that changes", `var.s == "H4sI-one+1" ? "x" : "y"`, Yes},
		{"same branches", `var.s == "H4sI-one+1" ? "x" : "x"`, No},
		{"prefix", `startswith(var.s, "H4sI")`, No},
		{"prefix of something unknown", `startswith("${var.other}${var.s}", "H4sI")`, Maybe},
		{"part that stays", `substr(var.s, 0, 4)`, No},
		{"part that changes", `substr(var.s, 5, 3)`, Yes},
		{"split by what stays", `split("+", var.s)[1]`, No},
		{"split by what changes", `split("+", var.s)[0]`, Yes},
		{"length that stays", `length(var.s)`, No},
		{"length of a list by the input", `length([for x in var.other : x if x != var.s])`, Maybe},
		{"regex", `regex("one|two", var.s)`, Yes},
		{"replace depends on another text", `replace(var.other, "{}", var.s)`, Yes},
		{"arithmetic", `1 + var.s`, Yes},
		{"logic on a flag", `var.on && var.other == "x"`, No},
		{"heredoc", "<<-EOT\n  ${var.s}\n  EOT\n", Yes},
		{"template directive", `"%{ if var.on }${var.s}%{ endif }"`, Yes},
		{"template loop", `"%{ for x in [var.s] }${x}%{ endfor }"`, Yes},
		{"jsonencode", `jsonencode({ a = var.s })`, Yes},
		{"sensitive", `nonsensitive(sensitive(var.s))`, Yes},
		{"element of a set", `toset([var.s])`, Yes},
		{"grouped", `{ for x in [{ k = "a", v = var.s }] : x.k => x... }["a"][0].v`, Yes},
		{"grouped beside", `{ for x in [{ k = "a", v = var.s }] : x.k => x... }["a"][0].k`, No},
		{"chunks", `chunklist([{ a = var.s }], 2)[0][0].a`, Yes},
		{"product", `setproduct([var.s], ["x"])[0][0]`, Yes},
		{"position in something else", `{ for x in [{ a = var.s }] : "k" => x }["k"][0]`, Yes},
		{"terraform and path", `"${path.module}-${terraform.workspace}"`, No},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := argumentOf(t, "resource \"acme_thing\" \"x\" {\n  arg = "+tt.expr+"\n}\n", "acme_thing.x", "arg")
			assert.Equal(t, tt.want.String(), got.String())
		})
	}
}

func TestNamedValuesAndCycles(t *testing.T) {
	text := `
locals {
  a    = { x = local.b, y = "const" }
  b    = var.s
  loop = local.pool
  pool = local.loop
}
resource "acme_thing" "x" {
  follows = local.a.x
  stays   = local.a.y
  loops   = local.loop
}
`
	assert.Equal(t, Yes, argumentOf(t, text, "acme_thing.x", "follows"))
	assert.Equal(t, No, argumentOf(t, text, "acme_thing.x", "stays"))
	assert.Equal(t, No, argumentOf(t, text, "acme_thing.x", "loops"))
}

func TestTemplateFilesUseWhatTheyName(t *testing.T) {
	text := "-- main.tf --\n" + inputs + `
resource "acme_thing" "x" {
  uses    = templatefile("${path.module}/t.tpl", { a = var.s, b = "x" })
  ignores = templatefile("${path.module}/t.tpl", { a = "x", b = var.s })
  missing = templatefile("${path.module}/none.tpl", { b = var.s })
}
-- t.tpl --
Hello ${a}
`
	view := analyse(t, text).Of("s")
	n := view.Node("acme_thing.x")
	assert.Equal(t, Yes, view.Of(n.Argument("uses"), "s"))
	assert.Equal(t, No, view.Of(n.Argument("ignores"), "s"), "the file does not name b")
	assert.Equal(t, Yes, view.Of(n.Argument("missing"), "s"), "without the file every argument counts")
}

func TestBlocksAndDynamicBlocks(t *testing.T) {
	text := `
resource "acme_thing" "x" {
  block {
    inner = var.s
    calm  = "x"
  }
  dynamic "made" {
    for_each = { k = var.s }
    content {
      key   = made.key
      value = made.value
    }
  }
  dynamic "named" {
    for_each = [var.s]
    iterator = it
    content {
      value = it.value
    }
  }
  dynamic "gone" {
    for_each = []
    content {
      value = var.s
    }
  }
}
`
	for path, want := range map[string]Certainty{
		"block.inner": Yes, "block.calm": No, "made.key": No, "made.value": Yes, "named.value": Yes, "gone": No, "gone.value": No,
	} {
		assert.Equal(t, want, argumentOf(t, text, "acme_thing.x", path), path)
	}
}

func TestIgnoredArguments(t *testing.T) {
	text := `
resource "google_compute_instance_template" "t" {
  labels = { a = var.s }
  tags   = { a = var.s, b = var.s }
  disk {
    labels = { a = var.s }
    image  = var.s
  }
  disk {
    labels = { a = var.s }
  }
  lifecycle {
    ignore_changes = [labels, disk[0].labels, tags["a"]]
  }
}
resource "acme_thing" "all" {
  a = var.s
  lifecycle {
    ignore_changes = all
  }
}
resource "acme_thing" "quoted" {
  a = var.s
  lifecycle {
    ignore_changes = ["a"]
  }
}
`
	view := analyse(t, inputs+text).Of("s")
	n := view.Node("google_compute_instance_template.t")
	assert.Equal(t, No, view.Of(n.Argument("labels"), "s"))
	assert.Equal(t, No, view.Of(n.Argument("tags.a"), "s"))
	assert.Equal(t, Yes, view.Of(n.Argument("tags.b"), "s"))
	assert.Equal(t, Yes, view.Of(n.Argument("disk.image"), "s"))
	assert.Equal(t, Yes, view.Of(n.Argument("disk.labels"), "s"), "the second disk is not ignored")
	assert.Equal(t, No, view.Of(view.Node("acme_thing.all").Argument("a"), "s"))
	assert.Equal(t, No, view.Of(view.Node("acme_thing.quoted").Argument("a"), "s"))
	assert.Equal(t, Yes, view.Of(view.Node("acme_thing.all").Written("a"), "s"))
}

func TestResourcesTurnArgumentsIntoAttributes(t *testing.T) {
	text := `
resource "aws_launch_template" "mutable" {
  name_prefix = "x"
  user_data   = var.s
}
resource "aws_launch_template" "tagged" {
  name_prefix = "x"
  tags        = { a = var.s }
}
resource "aws_launch_template" "moving" {
  name                   = "x"
  user_data              = var.s
  update_default_version = true
}
resource "aws_launch_template" "renamed" {
  name = var.s
}
resource "google_compute_instance_template" "fixed" {
  machine_type = var.s
}
resource "terraform_data" "in_place" {
  input = { a = var.s, b = "x" }
}
resource "terraform_data" "trigger" {
  triggers_replace = var.s
}
resource "terraform_data" "latch" {
  input = var.s
  lifecycle {
    ignore_changes = [input]
  }
}
resource "terraform_data" "reset" {
  input            = var.s
  triggers_replace = var.s
  lifecycle {
    ignore_changes = [input]
  }
}
resource "null_resource" "old" {
  triggers = { a = var.s }
}
resource "acme_thing" "unknown" {
  size = 1
  data = var.s
}
resource "acme_thing" "x" {
  latest      = aws_launch_template.mutable.latest_version
  default     = aws_launch_template.mutable.default_version
  id          = aws_launch_template.mutable.id
  name        = aws_launch_template.mutable.name
  tags_only   = aws_launch_template.tagged.latest_version
  moving      = aws_launch_template.moving.default_version
  moving_name = aws_launch_template.moving.name
  renamed     = aws_launch_template.renamed.name
  renamed_id  = aws_launch_template.renamed.id
  link        = google_compute_instance_template.fixed.self_link
  output_a    = terraform_data.in_place.output.a
  output_b    = terraform_data.in_place.output.b
  data_id     = terraform_data.in_place.id
  trigger_id  = terraform_data.trigger.id
  latched     = terraform_data.latch.output
  reset       = terraform_data.reset.output
  null_id     = null_resource.old.id
  echo        = acme_thing.unknown.data
  echo_size   = acme_thing.unknown.size
  computed    = acme_thing.unknown.id
}
`
	for name, want := range map[string]Certainty{
		"latest": Yes, "default": No, "id": No, "name": No, "tags_only": No, "moving": Yes, "moving_name": No,
		"renamed": Yes, "renamed_id": Yes, "link": Yes, "output_a": Yes, "output_b": No, "data_id": No, "trigger_id": Yes,
		"latched": No, "reset": Yes, "null_id": Yes, "echo": Yes, "echo_size": No, "computed": Maybe,
	} {
		assert.Equal(t, want.String(), argumentOf(t, text, "acme_thing.x", name).String(), name)
	}
}

func TestReplaceTriggeredBy(t *testing.T) {
	text := `
resource "terraform_data" "in_place" {
  input = var.s
}
resource "terraform_data" "calm" {
  input = "x"
}
resource "terraform_data" "many" {
  count = 2
  input = var.s
}
resource "aws_launch_template" "whole" {
  lifecycle {
    replace_triggered_by = [terraform_data.calm, terraform_data.in_place]
  }
}
resource "aws_launch_template" "attribute" {
  lifecycle {
    replace_triggered_by = [terraform_data.in_place.output]
  }
}
resource "aws_launch_template" "id" {
  lifecycle {
    replace_triggered_by = [terraform_data.in_place.id]
  }
}
resource "aws_launch_template" "indexed" {
  lifecycle {
    replace_triggered_by = [terraform_data.many[0]]
  }
}
resource "acme_thing" "x" {
  whole     = aws_launch_template.whole.id
  attribute = aws_launch_template.attribute.id
  id        = aws_launch_template.id.id
  indexed   = aws_launch_template.indexed.id
}
`
	for name, want := range map[string]Certainty{"whole": Yes, "attribute": Yes, "id": No, "indexed": Yes} {
		assert.Equal(t, want.String(), argumentOf(t, text, "acme_thing.x", name).String(), name)
	}
}

func TestCountAndForEach(t *testing.T) {
	text := `
resource "aws_launch_template" "many" {
  count     = 2
  user_data = var.s
}
resource "aws_launch_template" "keyed" {
  for_each  = toset(["a"])
  user_data = var.s
}
resource "terraform_data" "by_key" {
  for_each         = toset([var.s])
  triggers_replace = each.key
}
resource "terraform_data" "by_value" {
  for_each = { a = var.s }
  input    = each.value
}
resource "acme_thing" "x" {
  index    = aws_launch_template.many[0].latest_version
  splat    = aws_launch_template.many[*].latest_version
  legacy   = aws_launch_template.many.*.latest_version
  one      = one(aws_launch_template.many[*].latest_version)
  tried    = try(aws_launch_template.many[0].latest_version, "x")
  key      = aws_launch_template.keyed["a"].latest_version
  looped   = [for k, lt in aws_launch_template.keyed : lt.latest_version]
  values   = values(aws_launch_template.keyed)[*].latest_version
  either   = one(concat(aws_launch_template.many, [])).latest_version
  counted  = length(aws_launch_template.many)
  ids      = aws_launch_template.many[*].id
  by_key   = values(terraform_data.by_key)[*].id
  by_value = terraform_data.by_value["a"].output
}
`
	for name, want := range map[string]Certainty{
		"index": Yes, "splat": Yes, "legacy": Yes, "one": Yes, "tried": Yes, "key": Yes, "looped": Yes, "values": Yes, "either": Yes,
		"counted": No, "ids": No, "by_key": Yes, "by_value": Yes,
	} {
		assert.Equal(t, want.String(), argumentOf(t, text, "acme_thing.x", name).String(), name)
	}
	view := analyse(t, inputs+text).Of("s")
	assert.Equal(t, Yes, view.Of(view.Node("terraform_data.by_key").Presence(), "s"))
	assert.Equal(t, No, view.Of(view.Node("terraform_data.by_value").Presence(), "s"))
}

func TestDataSourcesAreReadAgain(t *testing.T) {
	text := `
resource "terraform_data" "pending" {
  input = var.s
}
data "aws_ami" "a" {
  name_regex = var.s
}
data "aws_ami" "late" {
  depends_on = [terraform_data.pending]
}
data "aws_ami" "calm" {
  owners = ["self"]
}
data "acme_lookup" "l" {
  name = var.s
}
resource "acme_thing" "x" {
  known   = data.aws_ami.a.id
  late    = data.aws_ami.late.id
  calm    = data.aws_ami.calm.id
  unknown = data.acme_lookup.l.id
}
`
	for name, want := range map[string]Certainty{"known": Yes, "late": Yes, "calm": No, "unknown": Maybe} {
		assert.Equal(t, want.String(), argumentOf(t, text, "acme_thing.x", name).String(), name)
	}
}

func TestModulesPassChangesInAndOut(t *testing.T) {
	text := "-- main.tf --\n" + inputs + `
module "lt" {
  source = "./lt"
  data   = var.s
  name   = "x"
}
module "many" {
  count  = 1
  source = "./lt"
  data   = var.s
  name   = "x"
}
module "remote" {
  source = "acme/pool/aws"
  data   = var.s
}
resource "acme_thing" "x" {
  version = module.lt.version
  name    = module.lt.name
  unset   = module.lt.unset
  many    = module.many[0].version
  remote  = module.remote.anything
}
-- lt/main.tf --
variable "data" {}
variable "name" {}
variable "left_alone" {
  default = "x"
}
resource "aws_launch_template" "lt" {
  name      = var.name
  user_data = var.data
}
output "version" {
  value = aws_launch_template.lt.latest_version
}
output "name" {
  value = aws_launch_template.lt.name
}
output "unset" {
  value = var.left_alone
}
`
	view := analyse(t, text).Of("s")
	n := view.Node("acme_thing.x")
	for name, want := range map[string]Certainty{"version": Yes, "name": No, "unset": No, "many": Yes, "remote": Maybe} {
		assert.Equal(t, want.String(), view.Of(n.Argument(name), "s").String(), name)
	}
	require.NotNil(t, view.Node("module.lt.aws_launch_template.lt"))
	var texts []string
	for _, s := range n.Argument("version").Steps() {
		texts = append(texts, s.Text)
	}
	assert.Equal(t, []string{
		"var.s", "module.lt.var.data", "module.lt.aws_launch_template.lt.user_data", "module.lt.aws_launch_template.lt.latest_version",
		"module.lt.version", "acme_thing.x.version",
	}, texts)
}

func TestModesDecideConditions(t *testing.T) {
	a := analyse(t, inputs+`
resource "acme_thing" "x" {
  arg = var.on ? null : var.s
}
resource "acme_thing" "twin" {
  count = var.on ? 1 : 0
  arg   = var.s
}
`)
	for mode, want := range map[string]struct{ arg, exists Certainty }{"on": {No, Yes}, "off": {Yes, No}, "": {Yes, Maybe}} {
		view := a.OfIn("s", mode)
		assert.Equal(t, want.arg, view.Of(view.Node("acme_thing.x").Argument("arg"), "s"), mode)
		assert.Equal(t, want.exists, view.Node("acme_thing.twin").Exists(), mode)
	}
}

func TestConditionsAreNoEdges(t *testing.T) {
	a := analyse(t, inputs+`
resource "aws_launch_template" "lt" {
  name = "x"
  lifecycle {
    precondition {
      condition     = startswith(var.s, "x")
      error_message = var.s
    }
  }
}
`)
	view := a.Free()
	assert.Equal(t, No, view.Of(view.Node("aws_launch_template.lt").Argument("*"), "s"))
	require.Len(t, view.Conditions(), 1)
	assert.Equal(t, Maybe, view.Of(view.Conditions()[0].Taint, "s"))
}

func TestImpureFunctions(t *testing.T) {
	view := analyse(t, inputs+`
resource "acme_thing" "x" {
  now     = timestamp()
  day     = formatdate("YYYY", timestamp())
  guarded = timecmp(timestamp(), "2020-01-01T00:00:00Z") > 0 ? "a" : "b"
  id      = uuid()
  calm    = uuidv5("dns", "x")
  ignored = timestamp()
  lifecycle {
    ignore_changes = [ignored]
  }
}
`).Of(Impure)
	n := view.Node("acme_thing.x")
	for name, want := range map[string]Certainty{"now": Yes, "day": Yes, "guarded": Yes, "id": Yes, "calm": No, "ignored": No} {
		assert.Equal(t, want.String(), view.Of(n.Argument(name), Impure).String(), name)
	}
	assert.Equal(t, "timestamp()", n.Argument("now").Steps()[0].Text)
}

func TestRowsOfOtherProvidersAndMajorsProveNothing(t *testing.T) {
	template := func(settings string) Certainty {
		return argumentOf(t, settings+`
resource "aws_launch_template" "lt" {
  user_data = var.s
}
resource "acme_thing" "x" {
  version = aws_launch_template.lt.latest_version
}
`, "acme_thing.x", "version")
	}
	requires := func(source, version string) string {
		return "terraform {\n  required_providers {\n    aws = {\n      source  = \"" + source + "\"\n      version = \"" + version + "\"\n    }\n  }\n}\n"
	}
	assert.Equal(t, Yes, template(""))
	assert.Equal(t, Yes, template(requires("hashicorp/aws", ">= 5.0")))
	assert.Equal(t, Yes, template(requires("registry.opentofu.org/hashicorp/aws", "~> 5.60")))
	assert.Equal(t, Maybe, template(requires("acme/aws", "~> 5.60")))
	assert.Equal(t, Maybe, template(requires("hashicorp/aws", "~> 2.0")))
}

func TestProofsAreTheSameEachTime(t *testing.T) {
	text := inputs + `
resource "google_compute_instance_template" "t" {
  b = var.s
  a = var.s
  metadata = { z = var.s, y = var.s }
}
resource "acme_thing" "x" {
  link = google_compute_instance_template.t.self_link
}
`
	var first []Step
	for n := range 20 {
		view := analyse(t, text).Of("s")
		steps := view.Node("acme_thing.x").Argument("link").Steps()
		if n == 0 {
			first = steps
		}
		assert.Equal(t, first, steps)
	}
}
