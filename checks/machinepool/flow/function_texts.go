package flow

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

func (i *instance) impure(x *hclsyntax.FunctionCallExpr) Taint {
	bit := i.run.bits[Impure]
	if bit == 0 {
		return Taint{}
	}
	t := Taint{yes: bit}
	if i.trace() {
		t.trail = &trail{Step: Step{Text: x.Name + "()", Range: x.NameRange}}
	}
	return t
}

func (i *instance) digest(t Taint) *Value {
	t.forms = hashing.apply(t.forms)
	v := *opaque(t)
	v.hashed = true
	return &v
}

// edit reads parts of a text. The step tells where that happened.
func (i *instance) edit(name string, x *hclsyntax.FunctionCallExpr, args []*Value) *Value {
	t := totalOf(args)
	before := t.forms
	t.forms = editing.apply(t.forms)
	if t.forms != before {
		t = t.via(func() Step { return Step{Text: name + "()", Range: x.NameRange, Kind: Parsed} })
	}
	v := *opaque(t)
	v.hashed = args[0].hashed
	return &v
}

// substring of a digest follows it; of other text it may lie outside the change.
func (i *instance) substring(name string, x *hclsyntax.FunctionCallExpr, args []*Value) *Value {
	v := i.edit(name, x, args)
	if args[0].hashed {
		return v
	}
	return v.limit(Maybe)
}

func (i *instance) encode(name string, args []*Value) *Value {
	t := totalOf(args)
	t.forms = encoding.apply(t.forms)
	return opaque(t)
}

func (i *instance) decode(x *hclsyntax.FunctionCallExpr, v *Value) *Value {
	t := v.total()
	if t.forms&AsGiven != 0 {
		t = t.via(func() Step { return Step{Text: "base64decode()", Range: x.NameRange, Kind: Decoded} })
	}
	t.forms = decoding.apply(t.forms)
	return opaque(t)
}
