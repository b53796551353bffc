package flow

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/provider"
)

func keyOfPosition(n int) string { return strconv.Itoa(n) }

// argument is the effective taint of an argument of the table; "*" is all.
func (n *Node) argument(path string) Taint { return argumentIn(n.effective(), path) }

func argumentIn(v *Value, path string) Taint {
	if path == "*" {
		return v.total()
	}
	return v.at(strings.Split(path, ".")...).total()
}

// replacement is the taint of the resource being replaced.
func (n *Node) replacement() Taint {
	if n.replaced != nil {
		return *n.replaced
	}
	n.replaced = &Taint{}
	var t Taint
	if n.row != nil {
		for _, e := range n.row.Replaces {
			t = join(t, n.effect(e).limit(n.trust))
		}
		for _, path := range n.row.MayReplace {
			t = join(t, n.argument(path).limit(Maybe))
		}
	} else {
		t = n.effective().total().limit(Maybe)
	}
	t = t.via(func() Step { return Step{Text: n.address + " is replaced", Range: n.resource.Block.DefRange()} })
	n.replaced = &t
	for _, trigger := range n.resource.Lifecycle.ReplaceTriggeredBy {
		t = join(t, n.triggered(trigger))
		n.replaced = &t
	}
	return t
}

// triggered follows one entry of replace_triggered_by: a resource that is
// updated or replaced, or an attribute that changes.
func (n *Node) triggered(expr hclsyntax.Expression) Taint {
	v := n.instance.eval(n.bound(), expr)
	return v.total().via(func() Step {
		return Step{Text: n.address + " is replaced (replace_triggered_by)", Range: expr.Range()}
	})
}

// effect is the taint of an effect: its arguments, as far as its needs hold.
func (n *Node) effect(e provider.Effect) Taint {
	holds := n.holds(e.Needs)
	if holds == No {
		return Taint{}
	}
	if e.Unverified {
		holds = Maybe
	}
	var t Taint
	for _, path := range slices.Concat(e.Arguments, n.listed(e.Listed)) {
		t = join(t, n.argument(path))
	}
	return t.limit(holds)
}

// update is the taint of an update in place, as far as it is not only of the
// excepted arguments.
func (n *Node) update(except []string) Taint {
	if len(except) == 0 && n.updated != nil {
		return *n.updated
	}
	var t Taint
	for _, name := range sortedKeys(n.effective().fields) {
		if !slices.Contains(except, name) {
			t = joinSorted(t, n.effective().fields[name].total())
		}
	}
	t = join(t, n.effective().taint)
	if len(except) == 0 {
		n.updated = &t
	}
	return t
}

// changes is the taint of any change of the resource as a whole.
func (n *Node) changes() Taint {
	if n.resource.Mode == module.DataRead {
		return n.read()
	}
	return join(join(n.update(nil), n.replacement()), n.repeated())
}

// read is the taint of the result of a data source: its arguments, and a
// dependency that makes it wait for the apply.
func (n *Node) read() Taint {
	limit := Maybe
	if n.trust == Yes && n.row.Reads {
		limit = Yes
	}
	t := join(n.effective().total(), n.repeated()).limit(limit)
	for _, e := range n.resource.DependsOn {
		t = join(t, n.waitsFor(n.instance, e))
	}
	for i := n.instance; i.parent != nil; i = i.parent {
		for _, e := range i.call.DependsOn {
			t = join(t, n.waitsFor(i.parent, e))
		}
	}
	return t
}

// waitsFor is the taint of a dependency that has changes to apply.
func (n *Node) waitsFor(i *instance, e hclsyntax.Expression) Taint {
	ref, diags := hcl.AbsTraversalForExpr(e)
	if diags.HasErrors() || ref.RootName() == "data" {
		return Taint{}
	}
	t := i.traversal(nil, ref).total()
	if c := i.module.Call(stepName(ref, 1)); ref.RootName() == "module" && c != nil && c.Module != nil {
		for _, r := range c.Module.Resources {
			t = join(t, i.child(c).node(r).changes())
		}
	}
	return withoutForms(t).via(func() Step { return Step{Text: n.address + " (depends_on)", Range: e.Range()} })
}

// attribute is the value of an attribute as others read it.
func (n *Node) attribute(name string) *Value {
	if v, ok := n.attributes[name]; ok {
		return v
	}
	if n.busy {
		return clean
	}
	n.attributes[name] = clean
	v := *n.readAttribute(name).via(n.instance.trace(), func() Step {
		return Step{Text: n.address + "." + name, Range: n.resource.Block.DefRange()}
	})
	v.origins = []Origin{{n, name}}
	n.attributes[name] = &v
	return &v
}

func (n *Node) readAttribute(name string) *Value {
	if n.resource.Mode == module.DataRead {
		return n.readData(name)
	}
	argument := name
	if n.row != nil && n.row.Mirrors[name] != "" {
		argument = n.row.Mirrors[name]
	}
	if raw, ok := n.written().fields[argument]; ok && !n.null(argument) {
		return n.echo(argument, raw)
	}
	t := n.replacement()
	if n.row == nil {
		return opaque(join(t, n.update(nil).limit(Maybe)))
	}
	for _, u := range n.row.Updates {
		if slices.Contains(u.Attributes, name) {
			t = join(t, n.update(u.Except).limit(min(n.trust, n.holds(u.Needs))))
		}
	}
	return opaque(t)
}

// echo is an attribute that repeats an argument. An ignored argument keeps its
// value until the resource is replaced.
func (n *Node) echo(name string, raw *Value) *Value {
	effective := n.effective().fields[name]
	if effective == nil {
		effective = clean
	}
	if effective == raw {
		return raw
	}
	return effective.under(both(n.replacement(), raw.total()))
}

// null reports an argument that is certainly null, as if it were not written.
func (n *Node) null(argument string) bool {
	a := n.resource.Block.Body.Attributes[argument]
	if a == nil {
		return false
	}
	v := n.instance.strict.Value(a.Expr, n.bound().unknowns())
	return v.IsKnown() && v.IsNull()
}

func (n *Node) readData(name string) *Value {
	if raw, ok := n.written().fields[name]; ok {
		return raw
	}
	t := n.read()
	if n.row != nil && n.row.Renders != nil && n.row.Renders.Attribute == name {
		t.forms = n.renders(t.forms)
	}
	out := *opaque(t)
	out.members = []choice{{sources: []*Node{n}}}
	return &out
}

// renders is how a rendered text holds the payload.
func (n *Node) renders(forms Form) Form {
	r := n.row.Renders
	forms = mixing.apply(forms)
	if r.Base64 == "" {
		return forms
	}
	encoded := r.Default
	if places := n.places(r.Base64); len(places) > 0 {
		v, ok := truth(places[0].value())
		if !ok {
			return 0
		}
		encoded = v
	}
	if encoded {
		return encoding.apply(forms)
	}
	return forms
}
