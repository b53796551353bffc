package flow

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// conditional follows the branches that the condition admits. A branch that
// only other values of user variables reach is a maybe.
func (i *instance) conditional(e *env, x *hclsyntax.ConditionalExpr) *Value {
	if c, ok := truth(i.strict.Value(x.Condition, e.unknowns())); ok {
		return i.eval(e, pick(c, x.TrueResult, x.FalseResult))
	}
	yes, no := i.eval(e, x.TrueResult), i.eval(e, x.FalseResult)
	if c, ok := truth(i.likely.Value(x.Condition, e.unknowns())); ok {
		if c {
			no = no.limit(Maybe)
		} else {
			yes = yes.limit(Maybe)
		}
	}
	out := union(yes, no)
	if sameConstant(x.TrueResult, x.FalseResult) {
		return out
	}
	return out.under(withoutForms(i.eval(e, x.Condition).total()))
}

func pick[T any](c bool, yes, no T) T {
	if c {
		return yes
	}
	return no
}

func truth(v cty.Value) (value, known bool) {
	if !v.IsKnown() || v.IsNull() || v.Type() != cty.Bool {
		return false, false
	}
	return v.True(), true
}

func sameConstant(a, b hclsyntax.Expression) bool {
	x, d1 := a.Value(nil)
	y, d2 := b.Value(nil)
	return !d1.HasErrors() && !d2.HasErrors() && x.RawEquals(y)
}

// withoutForms is the taint of a value that depends on the payload without
// holding it.
func withoutForms(t Taint) Taint {
	t.forms = 0
	return t
}

// binary: logic and arithmetic follow their operands, comparisons only now and
// then.
func (i *instance) binary(e *env, x *hclsyntax.BinaryOpExpr) *Value {
	t := withoutForms(join(i.eval(e, x.LHS).total(), i.eval(e, x.RHS).total()))
	switch x.Op {
	case hclsyntax.OpLogicalAnd, hclsyntax.OpLogicalOr,
		hclsyntax.OpAdd, hclsyntax.OpSubtract, hclsyntax.OpMultiply, hclsyntax.OpDivide, hclsyntax.OpModulo:
		return opaque(t)
	}
	return opaque(i.sometimes(t))
}

// sometimes weakens a taint, except that of impure functions: a plan cannot
// know anything that depends on them.
func (i *instance) sometimes(t Taint) Taint {
	impure := t.yes & i.run.bits[Impure]
	t = t.limit(Maybe)
	t.yes, t.maybe = impure, t.maybe&^impure
	return t
}
