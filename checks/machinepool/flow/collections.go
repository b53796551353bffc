package flow

import (
	"strconv"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

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
