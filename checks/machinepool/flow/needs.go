package flow

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/provider"
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

// holds is how certain all needs hold.
func (n *Node) holds(needs []provider.Need) Certainty {
	out := Yes
	for _, need := range needs {
		c := n.need(need)
		if c == No && need.Unknown {
			c = Maybe
		}
		out = min(out, c)
	}
	return out
}

func (n *Node) need(need provider.Need) Certainty {
	switch {
	case need.Block != "":
		return n.hasBlock(need.Block)
	case need.Feature != "":
		return n.feature(need)
	}
	return decide(n.places(need.Argument), need.In, need.Default)
}

func (n *Node) hasBlock(name string) Certainty {
	out := No
	for _, b := range module.Blocks(n.resource.Block.Body, name) {
		if b.Dynamic == nil {
			return Yes
		}
		out = max(out, n.instance.someElements(n.bound(), expressionOf(b.Dynamic.Body, "for_each")))
	}
	return out
}

// decide compares an argument with the values that are wanted. When user
// variables decide, their defaults prove that it holds, but not that it never
// does.
func decide(places []place, want []string, def string) Certainty {
	out := No
	seen := false
	for _, p := range places {
		c, present := p.oneOf(want)
		if present {
			seen = true
			out = max(out, min(c, p.sure))
		}
	}
	switch {
	case seen:
		return out
	case def == "":
		return Maybe
	case slices.Contains(want, def):
		return Yes
	}
	return No
}

func (p place) oneOf(want []string) (c Certainty, present bool) {
	if v := p.value(); v.IsWhollyKnown() {
		if v.IsNull() {
			return No, false
		}
		return pick(slices.Contains(want, textOf(v)), Yes, No), true
	}
	v := p.usual()
	if v.IsWhollyKnown() && !v.IsNull() && slices.Contains(want, textOf(v)) {
		return Yes, true
	}
	return Maybe, true
}

// textOf is a scalar as text, "" for anything else.
func textOf(v cty.Value) string {
	s, err := convert.Convert(v, cty.String)
	if err != nil || s.IsNull() || !s.IsKnown() {
		return ""
	}
	return s.AsString()
}

// listed returns the strings of a list argument.
func (n *Node) listed(path string) []string {
	if path == "" {
		return nil
	}
	var out []string
	for _, p := range n.places(path) {
		v := p.value()
		if !v.IsWhollyKnown() {
			v = p.usual()
		}
		if !v.IsWhollyKnown() || v.IsNull() || !v.CanIterateElements() {
			continue
		}
		for it := v.ElementIterator(); it.Next(); {
			_, e := it.Element()
			out = append(out, textOf(e))
		}
	}
	return out
}

// feature looks a flag up in the provider configuration of the resource.
func (n *Node) feature(need provider.Need) Certainty {
	config, i, known := n.providerConfig()
	switch {
	case !known:
		return Maybe
	case config == nil:
		return pick(need.Default == "true", Yes, No)
	}
	path := append([]string{"features"}, strings.Split(need.Feature, ".")...)
	return decide(findPlaces(i, nil, config.Block.Body, path, Yes), []string{"true"}, need.Default)
}

// providerConfig finds the provider block that configures the resource, in its
// module or a calling one. It is nil without a block; known is false when the
// module does not say which one it is.
func (n *Node) providerConfig() (config *module.Provider, where *instance, known bool) {
	name := n.resource.Provider
	if name == "" {
		name, _, _ = strings.Cut(n.resource.Type, "_")
	}
	for i := n.instance; i != nil; i = i.parent {
		if p := i.module.Provider(name); p != nil {
			return p, i, true
		}
		if i.parent == nil {
			break
		}
		if i.call.Providers != nil {
			if name = i.call.Providers[name]; name == "" {
				return nil, nil, false
			}
		} else if strings.Contains(name, ".") {
			return nil, nil, false
		}
	}
	return nil, nil, !strings.Contains(name, ".")
}
