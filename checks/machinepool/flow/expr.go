package flow

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// eval follows an expression.
func (i *instance) eval(e *env, expr hclsyntax.Expression) *Value {
	v := i.follow(e, expr)
	if i.run.single != nil {
		v = i.refine(e, expr, v)
	}
	return v
}

func (i *instance) follow(e *env, expr hclsyntax.Expression) *Value {
	switch x := expr.(type) {
	case nil, *hclsyntax.LiteralValueExpr:
		return clean
	case *hclsyntax.ScopeTraversalExpr:
		return i.traversal(e, x.Traversal)
	case *hclsyntax.RelativeTraversalExpr:
		return i.steps(i.eval(e, x.Source), x.Traversal)
	case *hclsyntax.ParenthesesExpr:
		return i.eval(e, x.Expression)
	case *hclsyntax.TemplateWrapExpr:
		return i.eval(e, x.Wrapped)
	case *hclsyntax.TemplateExpr:
		return i.template(e, x.Parts)
	case *hclsyntax.TemplateJoinExpr:
		return i.embed(i.eval(e, x.Tuple).total())
	case *hclsyntax.ObjectConsKeyExpr:
		return i.key(e, x)
	case *hclsyntax.ObjectConsExpr:
		return i.object(e, x)
	case *hclsyntax.TupleConsExpr:
		return i.tuple(e, x.Exprs)
	case *hclsyntax.FunctionCallExpr:
		return i.callFunction(e, x)
	case *hclsyntax.ConditionalExpr:
		return i.conditional(e, x)
	case *hclsyntax.BinaryOpExpr:
		return i.binary(e, x)
	case *hclsyntax.UnaryOpExpr:
		return opaque(i.eval(e, x.Val).total())
	case *hclsyntax.IndexExpr:
		return i.index(e, x)
	case *hclsyntax.SplatExpr:
		return i.splat(e, x)
	case *hclsyntax.ForExpr:
		return i.forExpr(e, x)
	case *hclsyntax.AnonSymbolExpr:
		return e.anonymous(x)
	}
	return i.anythingIn(e, expr)
}

// anythingIn stands for expressions of kinds that are not known here.
func (i *instance) anythingIn(e *env, expr hclsyntax.Expression) *Value {
	var t Taint
	for _, ref := range expr.Variables() {
		t = join(t, i.traversal(e, ref).total())
	}
	return opaque(t.limit(Maybe))
}

// template is a quoted string with interpolations.
func (i *instance) template(e *env, parts []hclsyntax.Expression) *Value {
	var t Taint
	for _, p := range parts {
		t = join(t, i.eval(e, p).total())
	}
	if len(parts) == 1 {
		return opaque(t)
	}
	return i.embed(t)
}

// embed is a text that holds another one.
func (i *instance) embed(t Taint) *Value {
	t.forms = mixing.apply(t.forms)
	return opaque(t)
}
