// Package shape tells which forms the value of an expression may have, without
// evaluating it: it follows named values, conditionals, iterators and calls of
// local modules to the constructors, literals and references behind them.
//
// An answer lists every form that the value may have. What cannot be followed
// is an alternative of its own that Known reports as false, so that a rule
// never takes ignorance for proof.
package shape

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

// Frame is where an expression stands: in a module, reached by a call, inside
// the iterators of for expressions.
type Frame struct {
	Module *module.Module
	// call leads into Module from caller; both are nil at the root.
	call   *module.Call
	caller *Frame
	iter   *iterator
}

// iterator is a name that stands for the elements of a collection.
type iterator struct {
	name  string
	anon  *hclsyntax.AnonSymbolExpr
	over  Node
	key   bool
	outer *iterator
}

// Root is the frame of a module that nothing calls.
func Root(m *module.Module) *Frame { return &Frame{Module: m} }

// Node is an expression at its place. Expr is nil when nothing is known.
type Node struct {
	Frame *Frame
	Expr  hclsyntax.Expression
}

// Of returns the node of an expression in a frame.
func Of(f *Frame, expr hclsyntax.Expression) Node { return Node{Frame: f, Expr: expr} }

// Position of the expression.
func (n Node) Position() checks.Position {
	if n.Expr == nil {
		return checks.Position{}
	}
	return module.Position(n.Expr.Range())
}

// Guard is a condition on the way to an alternative and how it must turn out.
type Guard struct {
	Node
	Holds bool
}

// Alternative is one form that a value may have.
type Alternative struct {
	Node
	// Guards are the conditions under which the value has this form.
	Guards []Guard
	// Followed is true when it stands behind a name: a local value, an output
	// or an argument of a call.
	Followed bool
}

// Known reports whether the alternative could be followed to its end. The end
// of a reference to a resource is the reference.
func (a Alternative) Known() bool { return a.Expr != nil }

// At is the same alternative at another expression of its frame.
func (a Alternative) At(expr hclsyntax.Expression) Alternative {
	a.Expr = expr
	return a
}

func (a Alternative) in(f *Frame, expr hclsyntax.Expression) Alternative {
	a.Frame, a.Expr = f, expr
	return a
}

func (a Alternative) unknown() []Alternative { return []Alternative{a.At(nil)} }

func (a Alternative) when(f *Frame, condition hclsyntax.Expression, holds bool) Alternative {
	guards := make([]Guard, 0, len(a.Guards)+1)
	a.Guards = append(append(guards, a.Guards...), Guard{Node{f, condition}, holds})
	return a
}

// base is the frame without iterators, in which named values are evaluated.
func (f *Frame) base() *Frame {
	if f.iter == nil {
		return f
	}
	return &Frame{Module: f.Module, call: f.call, caller: f.caller}
}

func (f *Frame) with(it *iterator) *Frame {
	it.outer = f.iter
	return &Frame{Module: f.Module, call: f.call, caller: f.caller, iter: it}
}

func (f *Frame) enter(c *module.Call) *Frame {
	return &Frame{Module: c.Module, call: c, caller: f.base()}
}

func (f *Frame) iterator(match func(*iterator) bool) *iterator {
	for it := f.iter; it != nil; it = it.outer {
		if match(it) {
			return it
		}
	}
	return nil
}
