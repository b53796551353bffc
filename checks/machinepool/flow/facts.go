package flow

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/provider"
)

// Address of the resource, with the module path where it is nested.
func (n *Node) Address() string { return n.address }

// Resource as written.
func (n *Node) Resource() *module.Resource { return n.resource }

// Row is what the table knows, nil for an unknown type.
func (n *Node) Row() *provider.Row { return n.row }

// Trust says how far the row holds here: Yes, Maybe for unverified rows and
// other providers, No for unknown types.
func (n *Node) Trust() Certainty { return n.trust }

// Kind of the resource; Other for unknown types.
func (n *Node) Kind() provider.Kind {
	if n.row == nil {
		return provider.Other
	}
	return n.row.Kind
}

// Argument is what an argument of the table follows, without what
// ignore_changes holds back; "*" stands for all arguments.
func (n *Node) Argument(path string) Taint { return n.argument(path) }

// Written is what an argument follows as it is written.
func (n *Node) Written(path string) Taint { return argumentIn(n.written(), path) }

// Presence is what count and for_each follow, here and on the way here.
func (n *Node) Presence() Taint { return n.repeated() }

// Replacement is what replaces the resource.
func (n *Node) Replacement() Taint { return n.replacement() }

// Ignores reports an argument that ignore_changes covers.
func (n *Node) Ignores(path string) bool { return n.ignores(path) }

// Steps is the proof of the taint, source first; empty in views without proofs.
func (t Taint) Steps() []Step { return t.trail.steps() }

// Forms is how the value holds the payload.
func (t Taint) Forms() Form { return t.forms }

// None reports that no source is followed.
func (t Taint) None() bool { return t.none() }

// Without is what all arguments but one follow, ignored ones left out.
func (n *Node) Without(path string) Taint {
	if path == "" {
		return n.effective().total()
	}
	return prune(n.effective(), splitPath(path)).total()
}

// Arguments lists the written arguments and nested blocks, sorted.
func (n *Node) Arguments() []string { return sortedKeys(n.written().fields) }

// RangeOf is where a block or argument of the resource stands, else the
// resource itself.
func (n *Node) RangeOf(name string) hcl.Range { return n.rangeOf(name) }

// Known reports whether the table knows the type of the resource.
func (n *Node) Known() bool { return n.row != nil }

// Managed reports a managed resource.
func (n *Node) Managed() bool { return n.resource.Mode == module.Managed }
