package flow

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// set makes elements keys: a changed element is another key.
func (i *instance) set(v *Value) *Value {
	out := v.anyOrder()
	return out.under(out.elem.total())
}

// joinLists concatenates; positions stay known when all are.
func (i *instance) joinLists(x *hclsyntax.FunctionCallExpr, args []*Value) *Value {
	out := &Value{list: true}
	for n, a := range args {
		if x.ExpandFinal && n == len(args)-1 {
			a = a.anyOrder()
		}
		out.taint = join(out.taint, a.taint)
		if a.collection() {
			if el := a.element(); out.elem == nil {
				out.elem = el
			} else {
				out.elem = union(out.elem, el)
			}
		} else if len(a.nodes) > 0 {
			out.elem = a
		}
		out.members = append(out.members, a.members...)
	}
	return out
}

// mergeObjects lets later attributes replace earlier ones.
func mergeObjects(args []*Value) *Value {
	out := &Value{fields: map[string]*Value{}}
	for _, a := range args {
		if len(a.nodes) > 0 {
			a = opaque(a.total())
		}
		out.taint = join(out.taint, a.taint)
		for _, k := range sortedKeys(a.fields) {
			out.fields[k] = a.fields[k]
		}
		if a.elem != nil {
			if out.elem == nil {
				out.elem = a.elem
			} else {
				out.elem = union(out.elem, a.elem)
			}
		}
		out.members = append(out.members, a.members...)
	}
	return out.bounded()
}

// flatten dissolves lists in lists.
func flatten(v *Value) *Value {
	if !v.collection() {
		return v
	}
	out := &Value{taint: v.taint, list: true, members: v.members}
	el := v.element()
	for depth := 0; el.list && depth < 8; depth++ {
		out.taint = join(out.taint, el.taint)
		out.members = within(out.members, el.members)
		el = el.element()
	}
	if !el.list {
		out.members = within(out.members, el.members)
	}
	out.elem = el
	return out
}

func (i *instance) lookupKey(x *hclsyntax.FunctionCallExpr, args []*Value) *Value {
	if len(args) < 2 {
		return opaque(totalOf(args))
	}
	var out *Value
	if key := keyOf(i.strict.Value(x.Args[1], nil)); key != "" {
		out = args[0].get(key)
	} else {
		out = args[0].element().under(withoutForms(args[1].total()))
	}
	if len(args) > 2 {
		out = union(out, args[2])
	}
	return out
}

func (i *instance) combineSets(name string, args []*Value) *Value {
	out := args[0].anyOrder()
	for _, a := range args[1:] {
		out = out.under(withoutForms(a.total()))
		if name == "setintersection" || name == "matchkeys" {
			out.members = within(out.members, a.members)
		}
	}
	return out
}
