package flow

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

// refine replaces what the structure of an expression suggests by what two
// concrete values of the source show: equal results are no change, different
// results are one. With user variables at their defaults equality is no proof,
// because another value may tell the two apart.
func (i *instance) refine(e *env, expr hclsyntax.Expression, v *Value) *Value {
	if len(i.pairs) == 0 || !refinable(expr) {
		return v
	}
	bit := i.run.bits[i.run.single.Name]
	level := v.total().of(bit)
	if level == No {
		return v
	}
	switch compared, strict := i.compare(e, expr); {
	case compared == No && strict:
		return &Value{members: v.members, hashed: v.hashed, list: v.list}
	case compared == No && level == Yes:
		return v.limit(Maybe)
	case compared == Yes && level == Maybe && v.fields == nil && v.elem == nil && len(v.nodes) == 0:
		return v.each(func(t Taint) Taint {
			t.yes, t.maybe = t.yes|t.maybe&bit, t.maybe&^bit
			return t
		})
	}
	return v
}

// refinable reports expressions that are worth evaluating.
func refinable(expr hclsyntax.Expression) bool {
	switch x := expr.(type) {
	case *hclsyntax.FunctionCallExpr, *hclsyntax.ConditionalExpr, *hclsyntax.BinaryOpExpr, *hclsyntax.IndexExpr,
		*hclsyntax.RelativeTraversalExpr, *hclsyntax.TemplateExpr, *hclsyntax.ForExpr, *hclsyntax.SplatExpr:
		return true
	case *hclsyntax.ScopeTraversalExpr:
		return len(x.Traversal) > 2
	}
	return false
}

// compare evaluates with every pair; strict is false when the answer needed the
// defaults of user variables. Maybe means that nothing was found out.
func (i *instance) compare(e *env, expr hclsyntax.Expression) (result Certainty, strict bool) {
	result, strict = No, true
	for _, p := range i.pairs {
		changed, known := differ(p.strict, e, expr)
		if !known {
			strict = false
			if changed, known = differ(p.likely, e, expr); !known {
				result = max(result, Maybe)
				continue
			}
		}
		if changed {
			return Yes, strict
		}
	}
	return result, strict
}

func differ(scopes [2]*module.Scope, e *env, expr hclsyntax.Expression) (changed, known bool) {
	a, b := scopes[0].Value(expr, e.unknowns()), scopes[1].Value(expr, e.unknowns())
	if !a.IsWhollyKnown() || !b.IsWhollyKnown() {
		return false, false
	}
	return !a.RawEquals(b), true
}
