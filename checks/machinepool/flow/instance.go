package flow

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

// instance is one call of a module in one run.
type instance struct {
	run    *run
	module *module.Module
	parent *instance
	call   *module.Call
	// prefix of addresses: "" or "module.x.".
	prefix string
	// strict knows what is given, likely the defaults of user variables too.
	strict, likely *module.Scope
	pairs          []scopePair

	vars, locals, outputs map[string]*Value
	active                map[string]bool
	resources             map[*module.Resource]*Node
	children              map[string]*instance
	// presence is the taint of the calls' count and for_each.
	presence Taint
	// env binds each and count inside the arguments of the call.
	env *env
}

func (i *instance) init() {
	i.vars, i.locals, i.outputs = map[string]*Value{}, map[string]*Value{}, map[string]*Value{}
	i.active = map[string]bool{}
	i.resources = map[*module.Resource]*Node{}
	i.children = map[string]*instance{}
}

// trace reports whether proofs are kept.
func (i *instance) trace() bool { return i.run.single != nil }

// variable is the value of an input: a source, or what the call passes.
func (i *instance) variable(name string) *Value {
	if v, ok := i.vars[name]; ok {
		return v
	}
	v := i.input(name)
	i.vars[name] = v
	return v
}

func (i *instance) input(name string) *Value {
	decl := i.module.Variable(name)
	if decl == nil {
		return clean
	}
	step := func() Step { return Step{Text: i.prefix + "var." + name, Range: decl.Block.DefRange()} }
	if i.parent == nil {
		bit, ok := i.run.bits[name]
		if !ok {
			return clean
		}
		t := Taint{yes: bit}
		if s := i.run.single; s != nil {
			t.forms, t.trail = s.Form, &trail{Step: step()}
		}
		return opaque(t)
	}
	a := i.call.Arguments[name]
	if a == nil {
		return clean
	}
	return i.parent.eval(i.env, a.Expr).via(i.trace(), step)
}

// local is the value of a named value; a cycle is no valid module and yields
// nothing.
func (i *instance) local(name string) *Value {
	if v, ok := i.locals[name]; ok {
		return v
	}
	l := i.module.Local(name)
	if l == nil || i.active[name] {
		return clean
	}
	i.active[name] = true
	v := i.eval(nil, l.Expr).via(i.trace(), func() Step {
		return Step{Text: i.prefix + "local." + name, Range: l.NameRange}
	})
	delete(i.active, name)
	i.locals[name] = v
	return v
}

// output is the value of an output of this module.
func (i *instance) output(name string) *Value {
	if v, ok := i.outputs[name]; ok {
		return v
	}
	o := i.module.Output(name)
	if o == nil || o.Value == nil {
		return clean
	}
	i.outputs[name] = clean
	v := i.eval(nil, o.Value.Expr)
	if i.parent != nil {
		v = v.via(i.trace(), func() Step { return Step{Text: i.prefix + name, Range: o.Value.NameRange} })
	}
	i.outputs[name] = v
	return v
}
