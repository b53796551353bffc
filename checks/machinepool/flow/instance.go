package flow

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

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

// env binds names inside an expression: iterators, each, count.
type env struct {
	name   string
	value  *Value
	symbol *hclsyntax.AnonSymbolExpr
	next   *env
}

func (e *env) bind(name string, v *Value) *env { return &env{name: name, value: v, next: e} }

func (e *env) lookup(name string) *Value {
	for ; e != nil; e = e.next {
		if e.symbol == nil && e.name == name {
			return e.value
		}
	}
	return nil
}

func (e *env) anonymous(s *hclsyntax.AnonSymbolExpr) *Value {
	for ; e != nil; e = e.next {
		if e.symbol == s {
			return e.value
		}
	}
	return clean
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
