package flow

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

// place is where an argument of the table stands in a body.
type place struct {
	instance *instance
	env      *env
	expr     hclsyntax.Expression
	// rest are steps below the expression: keys of an object value.
	rest []string
	// attribute is where the argument or the object with it is written.
	attribute *hclsyntax.Attribute
	// sure is how certain the block around it is there.
	sure Certainty
}

// value evaluates the place with nothing but the given inputs.
func (p place) value() cty.Value { return p.in(p.instance.strict) }

// usual evaluates the place with user variables at their defaults.
func (p place) usual() cty.Value { return p.in(p.instance.likely) }

func (p place) in(s *module.Scope) cty.Value {
	v := s.Value(p.expr, p.env.unknowns())
	for _, name := range p.rest {
		v = child(v, name)
	}
	return v
}

func child(v cty.Value, name string) cty.Value {
	for v.IsKnown() && !v.IsNull() && (v.Type().IsTupleType() || v.Type().IsListType()) && v.LengthInt() == 1 {
		v = v.Index(cty.NumberIntVal(0))
	}
	switch {
	case v.IsNull():
		return cty.NullVal(cty.DynamicPseudoType)
	case !v.IsKnown():
		return cty.DynamicVal
	case v.Type().IsObjectType() && v.Type().HasAttribute(name):
		return v.GetAttr(name)
	case v.Type().IsMapType():
		if has := v.HasIndex(cty.StringVal(name)); has.IsKnown() && has.True() {
			return v.Index(cty.StringVal(name))
		}
	case !v.Type().IsObjectType():
		return cty.DynamicVal
	}
	return cty.NullVal(cty.DynamicPseudoType)
}

// places finds an argument of the table in the resource.
func (n *Node) places(path string) []place {
	return findPlaces(n.instance, n.bound(), n.resource.Block.Body, strings.Split(path, "."), Yes)
}

func findPlaces(i *instance, e *env, b *hclsyntax.Body, path []string, sure Certainty) []place {
	name := path[0]
	if a := b.Attributes[name]; a != nil {
		return []place{{instance: i, env: e, expr: a.Expr, rest: path[1:], attribute: a, sure: sure}}
	}
	var out []place
	for _, block := range module.Blocks(b, name) {
		inner, s := e, sure
		if block.Dynamic != nil {
			s = min(sure, i.someElements(e, expressionOf(block.Dynamic.Body, "for_each")))
			inner = e.bind(iteratorName(block.Dynamic), clean)
		}
		if s != No && len(path) > 1 {
			out = append(out, findPlaces(i, inner, block.Body, path[1:], s)...)
		}
	}
	return out
}

func iteratorName(b *hclsyntax.Block) string {
	if x := expressionOf(b.Body, "iterator"); x != nil {
		if k := hcl.ExprAsKeyword(x); k != "" {
			return k
		}
	}
	return b.Labels[0]
}

// textOf is a scalar as text, "" for anything else.
func textOf(v cty.Value) string {
	s, err := convert.Convert(v, cty.String)
	if err != nil || s.IsNull() || !s.IsKnown() {
		return ""
	}
	return s.AsString()
}
