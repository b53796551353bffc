package flow

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/provider"
)

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
