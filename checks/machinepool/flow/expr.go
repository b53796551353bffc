package flow

import (
	"strconv"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
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

// traversal resolves a reference.
func (i *instance) traversal(e *env, t hcl.Traversal) *Value {
	root := t.RootName()
	if v := e.lookup(root); v != nil {
		return i.steps(v, t[1:])
	}
	name := stepName(t, 1)
	switch root {
	case "var":
		return i.rest(i.variable(name), t, 2)
	case "local":
		return i.rest(i.local(name), t, 2)
	case "module":
		return i.rest(i.moduleValue(name), t, 2)
	case "path", "terraform", "self", "count", "each":
		return clean
	case "data":
		return i.rest(i.resourceValue(i.module.DataSource(name, stepName(t, 2))), t, 3)
	case "ephemeral":
		return i.rest(i.resourceValue(i.module.EphemeralResource(name, stepName(t, 2))), t, 3)
	}
	return i.rest(i.resourceValue(i.module.Resource(root, name)), t, 2)
}

func (i *instance) rest(v *Value, t hcl.Traversal, from int) *Value {
	if from >= len(t) {
		return v
	}
	return i.steps(v, t[from:])
}

func (i *instance) steps(v *Value, t hcl.Traversal) *Value {
	for n, s := range t {
		switch step := s.(type) {
		case hcl.TraverseAttr:
			v = v.get(step.Name)
		case hcl.TraverseIndex:
			v = v.get(keyOf(step.Key))
		case hcl.TraverseSplat:
			return i.steps(v.element(), t[n+1:])
		}
	}
	return v
}

func stepName(t hcl.Traversal, at int) string {
	if at >= len(t) {
		return ""
	}
	switch s := t[at].(type) {
	case hcl.TraverseAttr:
		return s.Name
	case hcl.TraverseIndex:
		return keyOf(s.Key)
	}
	return ""
}

// keyOf is the text of a known key.
func keyOf(key cty.Value) string {
	if !key.IsWhollyKnown() || key.IsNull() {
		return ""
	}
	switch key.Type() {
	case cty.String:
		return key.AsString()
	case cty.Number:
		return key.AsBigFloat().Text('f', -1)
	}
	return ""
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

func (i *instance) key(e *env, x *hclsyntax.ObjectConsKeyExpr) *Value {
	if _, constant := constantKey(x); constant {
		return clean
	}
	return i.eval(e, x.Wrapped)
}

func constantKey(key hclsyntax.Expression) (string, bool) {
	if k := hcl.ExprAsKeyword(key); k != "" {
		return k, true
	}
	v, diags := key.Value(nil)
	if diags.HasErrors() || v.IsNull() || !v.IsKnown() {
		return "", false
	}
	switch v.Type() {
	case cty.String, cty.Number:
		return keyOf(v), true
	}
	return "", false
}

func (i *instance) object(e *env, x *hclsyntax.ObjectConsExpr) *Value {
	out := &Value{fields: make(map[string]*Value, len(x.Items))}
	for _, item := range x.Items {
		v := i.eval(e, item.ValueExpr)
		if name, ok := constantKey(item.KeyExpr); ok {
			out.fields[name] = v
			continue
		}
		key := i.eval(e, item.KeyExpr)
		out.taint = join(out.taint, key.total())
		if out.elem != nil {
			v = union(out.elem, v)
		}
		out.elem = v
	}
	return out.bounded()
}

func (i *instance) tuple(e *env, exprs []hclsyntax.Expression) *Value {
	items := make([]*Value, len(exprs))
	for n, x := range exprs {
		items[n] = i.eval(e, x)
	}
	return listOf(items)
}

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

func (i *instance) index(e *env, x *hclsyntax.IndexExpr) *Value {
	v := i.eval(e, x.Collection)
	if key := keyOf(i.strict.Value(x.Key, e.unknowns())); key != "" {
		return v.get(key)
	}
	out := v.element()
	if len(v.nodes) > 0 {
		out = opaque(v.total())
	}
	return out.under(withoutForms(i.eval(e, x.Key).total()))
}

func (i *instance) splat(e *env, x *hclsyntax.SplatExpr) *Value {
	v := i.eval(e, x.Source)
	if v.list && v.elem == nil && len(v.fields) > 0 {
		items := make([]*Value, len(v.fields))
		for n := range items {
			items[n] = i.eval(&env{symbol: x.Item, value: v.get(strconv.Itoa(n)), next: e}, x.Each)
		}
		out := listOf(items)
		out.taint, out.members = v.taint, v.members
		return out
	}
	item := v
	if v.collection() {
		item = v.element()
	}
	each := i.eval(&env{symbol: x.Item, value: item, next: e}, x.Each)
	return &Value{taint: v.taint, elem: each, list: true, members: v.members}
}

// forExpr binds the iterators to what every element has in common.
func (i *instance) forExpr(e *env, x *hclsyntax.ForExpr) *Value {
	c := i.eval(e, x.CollExpr)
	inner := e
	if x.KeyVar != "" {
		inner = inner.bind(x.KeyVar, opaque(c.taint))
	}
	item := c.element()
	if len(c.nodes) > 0 {
		item = opaque(c.total())
	}
	inner = inner.bind(x.ValVar, item)
	each := i.eval(inner, x.ValExpr)
	if x.Group {
		each = &Value{elem: each, list: true}
	}
	out := &Value{taint: c.taint, elem: each, list: x.KeyExpr == nil, members: c.members}
	if x.KeyExpr != nil {
		out.taint = join(out.taint, i.eval(inner, x.KeyExpr).total())
	}
	if x.CondExpr != nil {
		out.taint = join(out.taint, withoutForms(i.eval(inner, x.CondExpr).total()))
		out.members = filtered(c.members, &filter{instance: i, env: inner, expr: x, cond: x.CondExpr})
	}
	return out.bounded()
}
