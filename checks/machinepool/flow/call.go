package flow

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

// child is the instance of a call.
func (i *instance) child(c *module.Call) *instance {
	if k := i.children[c.Name]; k != nil {
		return k
	}
	k := &instance{
		run: i.run, module: c.Module, parent: i, call: c, prefix: i.prefix + "module." + c.Name + ".",
		strict: i.strict.Child(c), likely: i.likely.Child(c),
	}
	k.init()
	i.children[c.Name] = k
	for _, p := range i.pairs {
		k.pairs = append(k.pairs, p.child(c))
	}
	k.presence, k.env = i.repetition(c.Count, c.ForEach)
	k.presence = join(k.presence, i.presence)
	return k
}

// moduleValue is what module.x stands for.
func (i *instance) moduleValue(name string) *Value {
	c := i.module.Call(name)
	if c == nil {
		return clean
	}
	var object *Value
	if c.Module == nil {
		object = i.remote(c)
	} else {
		k := i.child(c)
		object = &Value{fields: map[string]*Value{}}
		for _, o := range c.Module.Outputs {
			object.fields[o.Name] = k.output(o.Name)
		}
	}
	if c.Count == nil && c.ForEach == nil {
		return object
	}
	presence, _ := i.repetition(c.Count, c.ForEach)
	return &Value{taint: presence, elem: object, list: c.Count != nil}
}

// remote stands for the outputs of a module that is not read.
func (i *instance) remote(c *module.Call) *Value {
	t, _ := i.repetition(c.Count, c.ForEach)
	for _, a := range module.SortedAttributes(c.Block.Body) {
		if c.Arguments[a.Name] != nil {
			t = join(t, i.eval(nil, a.Expr).total())
		}
	}
	return opaque(t.limit(Maybe))
}

// repetition evaluates count and for_each: what decides which instances are
// there, and the names bound inside.
func (i *instance) repetition(count, forEach hclsyntax.Expression) (Taint, *env) {
	var e *env
	if count != nil {
		return i.eval(nil, count).total(), e.bind("count", clean)
	}
	if forEach == nil {
		return Taint{}, nil
	}
	v := i.eval(nil, forEach)
	each := &Value{fields: map[string]*Value{"key": opaque(v.taint), "value": v.element()}}
	return v.taint, e.bind("each", each)
}
