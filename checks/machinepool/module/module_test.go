package module

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/zclconf/go-cty/cty"
	"golang.org/x/tools/txtar"
)

func tree(archive string) *Tree {
	t := &Tree{Name: "m", Files: map[string][]byte{}, Refused: map[string]string{}}
	for _, f := range txtar.Parse([]byte(archive)).Files {
		t.Files[f.Name] = f.Data
	}
	return t
}

func load(t *testing.T, archive string) *Module {
	t.Helper()
	m, err := Load(tree(archive), ".", Terraform)
	require.NoError(t, err)
	return m
}

func TestFileSelectionFollowsTheRuntime(t *testing.T) {
	files := `
-- main.tf --
-- main.tofu --
-- extra.tf.json --
{}
-- extra.tofu.json --
{}
-- b_override.tf --
-- .hidden.tf --
-- copy.tf~ --
-- #lock.tf# --
-- notes.txt --
`
	names := func(r Runtime) (out []string) {
		m, err := Load(tree(files), ".", r)
		require.NoError(t, err)
		for _, f := range m.Files {
			out = append(out, f.Path)
		}
		return append(out, m.Hidden...)
	}
	assert.Equal(t, []string{"extra.tf.json", "main.tf", "b_override.tf"}, names(Terraform))
	assert.Equal(t, []string{"extra.tofu.json", "main.tofu", "b_override.tf", "extra.tf.json", "main.tf"}, names(OpenTofu))
}

func TestOverrideFilesMergeArgumentByArgument(t *testing.T) {
	m := load(t, `
-- a_override.tf --
variable "v" {
  sensitive = true
}
resource "aws_autoscaling_group" "g" {
  launch_template {
    version = "new"
  }
  lifecycle {
    ignore_changes       = [max_size]
    replace_triggered_by = [terraform_data.never]
  }
}
locals {
  x = 2
}
terraform {
  required_version = ">= 2"
  required_providers {
    aws = { source = "hashicorp/aws", version = "6.0" }
  }
}
-- main.tf --
variable "v" {
  type = string
  validation {
    condition     = var.v != ""
    error_message = "empty"
  }
}
locals {
  x = 1
  y = 3
}
resource "aws_autoscaling_group" "g" {
  max_size = 3
  launch_template {
    id      = "lt"
    version = "old"
  }
  lifecycle {
    ignore_changes        = [desired_capacity]
    create_before_destroy = true
    replace_triggered_by  = [terraform_data.roll]
  }
}
terraform {
  required_version = ">= 1"
  required_providers {
    aws    = { source = "hashicorp/aws", version = "5.0" }
    google = { source = "hashicorp/google" }
  }
}
`)
	v := m.Variable("v")
	assert.NotNil(t, v.Type)
	assert.NotNil(t, v.Sensitive)
	assert.Len(t, v.Validations, 1)
	assert.Empty(t, m.Duplicates)
	g := m.Resource("aws_autoscaling_group", "g")
	require.NotNil(t, g)
	blocks := Blocks(g.Block.Body, "launch_template")
	require.Len(t, blocks, 1)
	assert.Nil(t, blocks[0].Body.Attributes["id"], "nested blocks are replaced as a whole")
	assert.Equal(t, "max_size", g.Lifecycle.Ignore[0].Text)
	assert.Len(t, g.Lifecycle.Ignore, 1)
	assert.NotNil(t, g.Lifecycle.CreateBeforeDestroy)
	require.Len(t, g.Lifecycle.ReplaceTriggeredBy, 1)
	assert.Equal(t, "terraform_data.roll", referenceText(g.Lifecycle.ReplaceTriggeredBy[0]), "the runtimes ignore it in overrides")
	s := NewScope(m, nil)
	assert.True(t, s.local("x").RawEquals(cty.NumberIntVal(2)))
	assert.Equal(t, "6.0", m.RequiredProvider("aws").Version)
	assert.NotNil(t, m.RequiredProvider("google"))
	require.Len(t, m.Settings.RequiredVersion, 1)
	assert.Equal(t, ">= 2", literalString(m.Settings.RequiredVersion[0]))
}

func TestOverrideOfNothingIsAnError(t *testing.T) {
	_, err := Load(tree("-- a_override.tf --\nvariable \"x\" {}\n-- main.tf --\n"), ".", Terraform)
	assert.EqualError(t, err, "m/a_override.tf:1:1: nothing to override: var.x is not declared in another file")
}

func TestDuplicatesAreKept(t *testing.T) {
	m := load(t, "-- a.tf --\nvariable \"x\" {}\nlocals {\n  l = 1\n}\n-- b.tf --\nvariable \"x\" {}\nlocals {\n  l = 2\n}\n")
	require.Len(t, m.Duplicates, 2)
	assert.Equal(t, "var.x", m.Duplicates[0].Address)
	assert.Equal(t, "m/b.tf", m.Duplicates[0].Second.Filename)
	assert.Equal(t, "local.l", m.Duplicates[1].Address)
}

func TestParseErrorsNameThePlaceAndQuoteNothing(t *testing.T) {
	for name, text := range map[string]string{
		"one line":  "-- v.tf --\nvariable \"x\" { type = string, default = \"s3cret\" }\n",
		"broken":    "-- v.tf --\nlocals { s3cret = \n",
		"json":      "-- v.tf.json --\n{\"locals\": s3cret}\n",
		"attribute": "-- v.tf --\n\ns3cret = 1\n",
		"labels":    "-- v.tf --\nresource \"s3cret\" {}\n",
		"template":  "-- v.tf.json --\n{\"locals\": {\"a\": \"${s3cret\"}}\n",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Load(tree(text), ".", Terraform)
			var parse *ParseError
			require.ErrorAs(t, err, &parse)
			assert.Regexp(t, `^m/v\.tf(\.json)?:\d+:\d+: `, err.Error())
			assert.NotContains(t, err.Error(), "s3cret")
		})
	}
}

func TestNoFiles(t *testing.T) {
	tr := tree("-- a.tofu --\nlocals {}\n")
	_, err := Load(tr, ".", Terraform)
	assert.True(t, errors.Is(err, ErrNoFiles))
	assert.Equal(t, OpenTofu, RuntimeOf(tr, ".", Terraform))
}

func TestNestedModulesStayInside(t *testing.T) {
	tr := tree(`
-- pool/main.tf --
module "in" { source = "./in" }
module "twice" { source = "./in" }
module "out" { source = "../other" }
module "far" { source = "hashicorp/x/aws" }
module "none" { source = "./none" }
module "link" { source = "./link/deep" }
-- pool/in/main.tf --
module "loop" { source = "../in" }
-- other/main.tf --
locals {}
`)
	tr.Refused["pool/link"] = "a link leaves the module directory or leads nowhere"
	m, err := Load(tr, "pool", Terraform)
	require.NoError(t, err)
	assert.Same(t, m.Call("in").Module, m.Call("twice").Module)
	assert.Equal(t, "the module calls itself", m.Call("in").Module.Call("loop").Problem)
	assert.Equal(t, "the source leaves the module directory", m.Call("out").Problem)
	assert.True(t, m.Call("far").Remote)
	assert.Equal(t, "the source holds no module files", m.Call("none").Problem)
	assert.Equal(t, "a link leaves the module directory or leads nowhere", m.Call("link").Problem)

	roots, err := Roots(tr, Terraform)
	require.NoError(t, err)
	assert.Equal(t, []string{"pool"}, roots)
}

func TestJSONBecomesTheSameTree(t *testing.T) {
	m := load(t, `
-- main.tf.json --
{
  "//": "comment",
  "variable": {"v": {"type": "map(string)", "default": {"a": "${no template}"}}},
  "resource": {"aws_autoscaling_group": {"g": {
    "max_size": 3,
    "launch_template": {"version": "${aws_launch_template.lt.latest_version}"},
    "lifecycle": {"ignore_changes": ["desired_capacity", "tag[0].value"], "replace_triggered_by": ["terraform_data.roll.id"]},
    "dynamic": {"tag": {"for_each": "${var.v}", "content": {"key": "${tag.key}"}}}
  }}},
  "module": {"c": {"source": "x/y/z", "providers": {"aws": "aws.other"}}},
  "output": {"o": {"value": "${var.v}"}}
}
`)
	typ, _ := VariableType(m.Variable("v"))
	assert.Equal(t, cty.Map(cty.String), typ)
	assert.Equal(t, cty.StringVal("${no template}"), Defaults(m)["v"].GetAttr("a"), "defaults are literal")
	g := m.Resource("aws_autoscaling_group", "g")
	require.Len(t, Blocks(g.Block.Body, "launch_template"), 1)
	version := Blocks(g.Block.Body, "launch_template")[0].Body.Attributes["version"]
	assert.Equal(t, "aws_launch_template.lt.latest_version", TraversalText(version.Expr.Variables()[0]))
	assert.Equal(t, 6, version.Expr.Range().Start.Line)
	assert.Equal(t, "tag[0].value", g.Lifecycle.Ignore[1].Text)
	assert.Equal(t, "terraform_data.roll.id", referenceText(g.Lifecycle.ReplaceTriggeredBy[0]))
	tags := Blocks(g.Block.Body, "tag")
	require.Len(t, tags, 1)
	require.NotNil(t, tags[0].Dynamic)
	assert.NotNil(t, tags[0].Body.Attributes["key"])
	assert.Equal(t, map[string]string{"aws": "aws.other"}, m.Call("c").Providers)
}

func TestIgnoreAll(t *testing.T) {
	m := load(t, "-- a.tf --\nresource \"x\" \"a\" {\n  lifecycle {\n    ignore_changes = all\n  }\n}\n-- b.tf.json --\n{\"resource\": {\"x\": {\"b\": {\"lifecycle\": {\"ignore_changes\": \"all\"}}}}}\n")
	assert.True(t, m.Resource("x", "a").Lifecycle.IgnoreAll)
	assert.True(t, m.Resource("x", "b").Lifecycle.IgnoreAll)
}
