package flow

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

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
