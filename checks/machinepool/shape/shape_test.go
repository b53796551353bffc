package shape_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/shape"
)

const source = `
-- main.tf --
variable "tags" {
  type = map(string)
}
variable "zones" {
  type = list(string)
}
data "cloud_members" "each" {
  for_each = toset(var.zones)
}
data "cloud_members" "all" {}
resource "cloud_vm" "counted" {
  count = 3
}
resource "cloud_group" "g" {
  tags = var.tags
}
module "inner" {
  source = "./inner"
  ids    = data.cloud_members.all.ids
}
module "twice" {
  source   = "./inner"
  for_each = toset(["a", "b"])
  ids      = sort(data.cloud_members.all.ids)
}
module "remote" {
  source = "acme/x/y"
}
locals {
  members = flatten([
    for zone, found in data.cloud_members.each : [
      for id in found.ids : { id = "cloud:///${zone}/${id}", zone = zone, state = id == "x" ? "running" : "pending" }
    ]
  ])
  ids    = [for m in local.members : m.id]
  sorted = sort(local.ids)
  by_id  = { for m in local.members : m.id => m }
  health = length(local.ids) == 0 ? { state = "pending" } : merge({ state = "old", healthy = true }, { state = "running" })
  loop_a = local.loop_b
  loop_b = local.loop_a
  states = { up = "running", down = "stopped" }
}
-- inner/main.tf --
variable "ids" {
  type = list(string)
}
variable "word" {
  default = "given"
}
output "ids" {
  value = var.ids
}
output "word" {
  value = var.word
}
`

func frame(t *testing.T) *shape.Frame {
	t.Helper()
	tree := &module.Tree{Name: "m", Files: map[string][]byte{}}
	for _, f := range txtar.Parse([]byte(source)).Files {
		tree.Files[f.Name] = f.Data
	}
	m, err := module.Load(tree, ".", module.Terraform)
	require.NoError(t, err)
	return shape.Root(m)
}

func node(t *testing.T, f *shape.Frame, text string) shape.Node {
	t.Helper()
	expr, diags := hclsyntax.ParseExpression([]byte(text), "t.tf", hcl.InitialPos)
	require.False(t, diags.HasErrors(), text)
	return shape.Of(f, expr)
}

// texts shows each form: the value of a literal, the text of a reference, the
// kind of anything else.
func texts(list []shape.Alternative) []string {
	var out []string
	for _, a := range list {
		switch e := a.Expr.(type) {
		case nil:
			out = append(out, "?")
		case *hclsyntax.ScopeTraversalExpr:
			out = append(out, module.TraversalText(e.Traversal))
		case *hclsyntax.ObjectConsExpr:
			out = append(out, "object")
		case *hclsyntax.TupleConsExpr:
			out = append(out, "list")
		default:
			if v, diags := e.Value(nil); !diags.HasErrors() && v.Type().FriendlyName() == "string" {
				out = append(out, v.AsString())
			} else {
				out = append(out, "expression")
			}
		}
	}
	return out
}

func TestAlternatives(t *testing.T) {
	f := frame(t)
	for text, want := range map[string][]string{
		`"a"`:                                    {"a"},
		`(true ? "a" : "b")`:                     {"a", "b"},
		`try(nonsensitive("a"), "b")`:            {"a", "b"},
		`local.health`:                           {"object", "expression"},
		`local.health.state`:                     {"pending", "running"},
		`local.health.healthy`:                   {"expression"},
		`local.members[0].state`:                 {"running", "pending"},
		`one(local.members).state`:               {"running", "pending"},
		`local.by_id["x"].state`:                 {"running", "pending"},
		`values(local.by_id)[0].state`:           {"running", "pending"},
		`local.states[var.word]`:                 {"running", "stopped"},
		`lookup(local.states, "up", "unknown")`:  {"running", "unknown"},
		`lookup(local.states, var.x, "unknown")`: {"running", "stopped", "unknown"},
		`cloud_group.g.tags["a"]`:                {`cloud_group.g.tags["a"]`},
		`module.inner.ids`:                       {"data.cloud_members.all.ids"},
		`module.inner.word`:                      {"given"},
		`module.twice["a"].word`:                 {"given"},
		`module.remote.x`:                        {"?"},
		`local.loop_a`:                           {"?"},
		`local.missing`:                          {"?"},
		`var.tags.x`:                             {"var.tags.x"},
		`cloud_vm.counted[*].id`:                 {"expression"},
		`provider::x::y("a")`:                    {"expression"},
		`local.states.none`:                      nil,
		`[{ a = "x" }, { a = "y" }][1].a`:        {"y"},
		`[for s in ["x"] : { a = s }][0].a`:      {"x"},
		`merge(var.tags, { a = "x" }).a`:         {"x"},
		`merge({ a = "x" }, var.tags).a`:         {"var.tags.a", "x"},
	} {
		assert.Equal(t, want, texts(shape.Alternatives(node(t, f, text))), text)
	}
}

func TestElements(t *testing.T) {
	f := frame(t)
	for text, want := range map[string][]string{
		`["a", "b"]`:                             {"a", "b"},
		`[]`:                                     nil,
		`concat(["a"], ["b"])`:                   {"a", "b"},
		`local.states`:                           {"running", "stopped"},
		`data.cloud_members.all.ids`:             {"data.cloud_members.all.ids[*]"},
		`sort(distinct(["b", "a"]))`:             {"b", "a"},
		`cloud_vm.counted[*].id`:                 {"cloud_vm.counted[*].id"},
		`[for m in local.members : m.zone]`:      {"?"},
		`[for m in local.members : m.state]`:     {"running", "pending"},
		`flatten([["a"], ["b"], "c"])`:           {"a", "b", "c"},
		`{ for m in ["x"] : m => { a = m }... }`: {"object"},
		`setproduct(["a"], ["b"])`:               {"?"},
		`keys(local.states)`:                     {"up", "down"},
		`[for k, v in local.states : k]`:         {"up", "down"},
		`keys(local.by_id)`:                      {"expression"},
	} {
		assert.Equal(t, want, texts(shape.Elements(node(t, f, text))), text)
	}
}

func TestGuardsTellTheWay(t *testing.T) {
	list := shape.Attribute(node(t, frame(t), "local.health"), "state")
	require.Len(t, list, 2)
	for i, holds := range []bool{true, false} {
		require.Len(t, list[i].Guards, 1)
		assert.Equal(t, holds, list[i].Guards[0].Holds)
		assert.True(t, list[i].Followed)
	}
}

func TestOrder(t *testing.T) {
	f := frame(t)
	for text, want := range map[string]shape.Ordering{
		`sort(local.ids)`:                                        {},
		`local.sorted`:                                           {Named: true},
		`local.ids`:                                              {Order: shape.Unstable, Named: true},
		`distinct(local.ids)`:                                    {Order: shape.Unstable, Distinct: true},
		`distinct(sort(local.ids))`:                              {Distinct: true},
		`[for i in distinct(local.ids) : i]`:                     {Order: shape.Unstable},
		`tolist(distinct(local.ids))`:                            {Order: shape.Unstable, Distinct: true},
		`keys(local.by_id)`:                                      {},
		`[for k, v in local.by_id : k]`:                          {},
		`[for m in values(local.by_id) : m.id]`:                  {},
		`tolist(toset(local.ids))`:                               {},
		`[for i in toset(local.ids) : i]`:                        {},
		`try(sort(local.ids), [])`:                               {},
		`nonsensitive(sort(local.ids))`:                          {},
		`flatten([sort(local.ids)])`:                             {},
		`compact(sort(local.ids))`:                               {},
		`data.cloud_members.all.ids`:                             {Order: shape.Unstable},
		`[for d in data.cloud_members.each : d.id]`:              {},
		`[for v in cloud_vm.counted : v.id]`:                     {},
		`cloud_vm.counted[*].id`:                                 {},
		`cloud_group.g.members[*].id`:                            {Order: shape.Unstable},
		`module.inner.ids`:                                       {Order: shape.Unstable, Named: true},
		`module.twice["a"].ids`:                                  {Named: true},
		`module.remote.ids`:                                      {Order: shape.UnknownOrder},
		`provider::x::sorted(local.ids)`:                         {Order: shape.UnknownOrder},
		`true ? sort(local.ids) : []`:                            {},
		`concat(sort(local.ids), [])`:                            {},
		`flatten([for k, v in data.cloud_members.each : v.ids])`: {Order: shape.Unstable},
		`[for k, v in var.tags : k]`:                             {},
		`var.zones`:                                              {},
	} {
		assert.Equal(t, want, shape.OrderOf(node(t, f, text)), text)
	}
}

func TestSources(t *testing.T) {
	f := frame(t)
	s := shape.SourcesOf(node(t, f, "local.health"))
	require.Len(t, s.Data, 1)
	assert.Equal(t, "data.cloud_members.each", s.Data[0].Address())
	assert.False(t, s.Unknown)
	s = shape.SourcesOf(node(t, f, `"${var.tags.a}-${cloud_group.g.id}-${module.inner.ids[0]}"`))
	assert.Equal(t, []string{"tags"}, s.Inputs)
	assert.Len(t, s.Managed, 1)
	assert.Len(t, s.Data, 1)
	assert.True(t, shape.SourcesOf(node(t, f, "module.remote.x")).Unknown)
	assert.Empty(t, shape.SourcesOf(node(t, f, "module.inner.word")))
}

// TestBombs asks about values that double with every step.
func TestBombs(t *testing.T) {
	text := "-- main.tf --\nlocals {\n  s0 = \"x\"\n  l0 = [\"x\"]\n"
	for i := 1; i <= 60; i++ {
		text += fmt.Sprintf("  s%[1]d = \"${local.s%[2]d}${local.s%[2]d}\"\n  l%[1]d = concat(local.l%[2]d, local.l%[2]d)\n  c%[1]d = true ? local.c%[2]d : local.c%[2]d\n", i, i-1)
	}
	tree := &module.Tree{Name: "m", Files: map[string][]byte{}}
	for _, f := range txtar.Parse([]byte(text + "  c0 = 1\n}\n")).Files {
		tree.Files[f.Name] = f.Data
	}
	m, err := module.Load(tree, ".", module.Terraform)
	require.NoError(t, err)
	f := shape.Root(m)
	assert.LessOrEqual(t, len(shape.TextPrefix(node(t, f, "local.s60"))), 200)
	assert.False(t, shape.Filtered(node(t, f, "local.l60")))
	assert.NotEmpty(t, shape.Elements(node(t, f, "local.l60")))
	assert.NotEmpty(t, shape.Alternatives(node(t, f, "local.c60")))
	assert.NotPanics(t, func() { shape.OrderOf(node(t, f, "local.l60")) })
}

func FuzzQuestions(f *testing.F) {
	for _, text := range []string{`local.health.state`, `[for k, v in local.states : k if v != ""]`, `merge(local.states, { a = 1 })["a"]`, `local.members[*].id`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		expr, diags := hclsyntax.ParseExpression([]byte(text), "t.tf", hcl.InitialPos)
		if diags.HasErrors() {
			return
		}
		n := shape.Of(frame(t), expr)
		shape.Alternatives(n)
		shape.Elements(n)
		shape.Attribute(n, "state")
		shape.OrderOf(n)
		shape.SourcesOf(n)
		shape.TextPrefix(n)
		shape.Filtered(n)
	})
}
