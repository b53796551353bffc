package module

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/zclconf/go-cty/cty"
)

func TestScopeEvaluatesWhatIsKnown(t *testing.T) {
	m := load(t, `
-- main.tf --
variable "autoscaling" {
  type = object({ enabled = bool, min = number, max = number, extra = optional(string, "x") })
}
variable "open" {
  type = string
}
locals {
  fixed   = !var.autoscaling.enabled
  count   = local.fixed ? 1 : 0
  extra   = var.autoscaling.extra
  guess   = try(provider::x::parse(var.open), "fallback")
  both    = local.fixed || var.open == "a"
  loop_a  = local.loop_b
  loop_b  = local.loop_a
  group   = aws_autoscaling_group.g.name
  words   = sort(["b", "a"])
  inner   = module.child.out
  digest  = base64encode(format("%s-%d", "a", 1))
  first   = one([for w in local.words : w if w == "a"])
  secret  = sensitive("x")
  nothing = base64decode("***")
}
module "child" {
  source = "./child"
  given  = local.count
}
-- child/main.tf --
variable "given" {
  type = number
}
variable "other" {
  default = 2
}
output "out" {
  value = var.given + var.other
}
`)
	off := cty.ObjectVal(map[string]cty.Value{"enabled": cty.False, "min": cty.Zero, "max": cty.Zero})
	s := NewScope(m, map[string]cty.Value{"autoscaling": off})
	for name, want := range map[string]cty.Value{
		"fixed": cty.True, "count": cty.NumberIntVal(1), "extra": cty.StringVal("x"), "both": cty.True,
		"words": cty.ListVal([]cty.Value{cty.StringVal("a"), cty.StringVal("b")}), "inner": cty.NumberIntVal(3),
		"digest": cty.StringVal("YS0x"), "first": cty.StringVal("a"), "secret": cty.StringVal("x"),
	} {
		assert.True(t, s.local(name).RawEquals(want), "%s: %#v", name, s.local(name))
	}
	for _, name := range []string{"guess", "loop_a", "group", "nothing"} {
		assert.False(t, s.local(name).IsKnown(), "%s: %#v", name, s.local(name))
	}
}

func TestUnknownInputsKeepTheirType(t *testing.T) {
	m := load(t, "-- m.tf --\nvariable \"n\" {\n  type = number\n}\nlocals {\n  x = var.n + 1\n}\n")
	v := NewScope(m, nil).local("x")
	require.False(t, v.IsKnown())
	assert.Equal(t, cty.Number, v.Type())
}
