package flow

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/provider"
)

// Setting is one place where an argument is written.
type Setting struct {
	// Value with nothing but the given inputs, Usual with user variables at
	// their defaults; unknown values where that does not decide.
	Value, Usual cty.Value
	// Taint is what the setting follows, ignored or not.
	Taint Taint
	// Expr is the expression, unless the setting is inside a larger one.
	Expr hclsyntax.Expression
	// Attribute is where it is written.
	Attribute *hclsyntax.Attribute
	// Sure is how certain it is that the block around it exists.
	Sure Certainty
	// Root is true in the root module.
	Root bool
}

// Settings lists the places where an argument of the table is written.
func (n *Node) Settings(path string) []Setting {
	var out []Setting
	for _, p := range n.places(path) {
		s := Setting{Value: p.value(), Usual: p.usual(), Attribute: p.attribute, Sure: p.sure, Root: p.instance.parent == nil}
		s.Taint = p.instance.eval(p.env, p.expr).at(p.rest...).total()
		if len(p.rest) == 0 {
			s.Expr = p.expr
		}
		out = append(out, s)
	}
	return out
}

// Encodes is the encoding that a payload argument wants here; ok is false when
// the module leaves it open.
func (n *Node) Encodes(p provider.Payload) (enc provider.Encoding, ok bool) {
	if p.SwitchedBy == "" {
		return p.Encoding, true
	}
	switch decide(n.places(p.SwitchedBy), []string{"base64"}, string(p.Encoding)) {
	case Yes:
		return provider.Base64, true
	case No:
		return p.Encoding, true
	}
	return "", false
}

// Scalar is a known scalar as text; null and other values are not known.
func Scalar(v cty.Value) (text string, known bool) {
	if !v.IsWhollyKnown() || v.IsNull() {
		return "", false
	}
	return textOf(v), true
}
