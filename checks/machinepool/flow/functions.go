package flow

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

func (i *instance) callFunction(e *env, x *hclsyntax.FunctionCallExpr) *Value {
	name := coreName(x.Name)
	if name == "templatefile" && len(x.Args) == 2 {
		return i.templateFile(e, x)
	}
	args := make([]*Value, len(x.Args))
	for n, a := range x.Args {
		args[n] = i.eval(e, a)
	}
	if x.ExpandFinal && len(args) > 0 {
		last := args[len(args)-1]
		args[len(args)-1] = last.element().under(last.taint)
	}
	if !module.KnownFunction(x.Name) {
		return opaque(totalOf(args).limit(Maybe))
	}
	if len(args) == 0 && classes[name] != impure {
		return clean
	}
	out := i.apply(name, classes[name], x, args)
	if name == "compact" {
		if f := i.dropped(e, x.Args[0]); f != nil {
			kept := *out
			kept.members = filtered(out.members, f)
			out = &kept
		}
	}
	return out
}

func totalOf(args []*Value) Taint {
	var t Taint
	for _, a := range args {
		t = join(t, a.total())
	}
	return t
}

func (i *instance) apply(name string, c class, x *hclsyntax.FunctionCallExpr, args []*Value) *Value {
	switch c {
	case keeps:
		return args[0]
	case picks:
		return union(args...)
	case lists:
		return args[0].anyOrder()
	case joins:
		return i.joinLists(x, args)
	case tests:
		return opaque(i.sometimes(withoutForms(totalOf(args))))
	case hashes:
		return i.digest(totalOf(args))
	case edits:
		return i.edit(name, x, args)
	case impure:
		return opaque(join(i.impure(x), totalOf(args)))
	case special:
		return i.special(name, x, args)
	}
	return opaque(totalOf(args))
}

func (i *instance) special(name string, x *hclsyntax.FunctionCallExpr, args []*Value) *Value {
	switch name {
	case "toset":
		return i.set(args[0])
	case "chunklist":
		return &Value{taint: args[0].taint, elem: args[0].anyOrder(), list: true, members: args[0].members}
	case "length":
		return opaque(i.sometimes(withoutForms(args[0].taint)))
	case "substr":
		return i.substring(name, x, args)
	case "merge":
		return mergeObjects(args)
	case "flatten":
		return flatten(args[0])
	case "one", "element":
		out := args[0].element()
		if !args[0].collection() {
			out = args[0]
		}
		for _, a := range args[1:] {
			out = out.under(withoutForms(a.total()))
		}
		return out
	case "lookup":
		return i.lookupKey(x, args)
	case "keys":
		return &Value{taint: args[0].taint, elem: opaque(args[0].taint), list: true, members: args[0].members}
	case "values":
		return args[0].anyOrder()
	case "zipmap":
		return &Value{taint: join(args[0].total(), args[1].taint), elem: args[1].element(), members: args[0].members}
	case "base64encode", "base64gzip":
		return i.encode(name, args)
	case "base64decode":
		return i.decode(x, args[0])
	case "setintersection", "setproduct", "setsubtract", "matchkeys":
		return i.combineSets(name, args)
	}
	return i.embed(totalOf(args))
}
