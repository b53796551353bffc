package flow

import (
	"slices"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

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
