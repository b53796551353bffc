package machinepool

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/provider"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/shape"
)

// world is a situation in which conditions are evaluated: how many members the
// group should have and how many there are. Everything else is unknown, and a
// condition that depends on it holds neither way.
type world struct{ desired, members int64 }

// worldSteps bounds the evaluation of one condition.
const worldSteps = 2000

// evaluation is one condition in a world.
type evaluation struct {
	world
	in    *Input
	steps int
}

// holds reports whether all conditions certainly turn out as they must.
func (w world) holds(in *Input, guards []shape.Guard) bool {
	for _, g := range guards {
		e := &evaluation{world: w, in: in, steps: worldSteps}
		v := e.value(g.Node)
		if !v.IsKnown() || v.IsNull() || v.Type() != cty.Bool || v.True() != g.Holds {
			return false
		}
	}
	return true
}

func (w *evaluation) value(n shape.Node) cty.Value {
	if n.Expr == nil || w.steps == 0 {
		return cty.DynamicVal
	}
	w.steps--
	switch e := n.Expr.(type) {
	case *hclsyntax.ParenthesesExpr:
		return w.value(shape.Of(n.Frame, e.Expression))
	case *hclsyntax.BinaryOpExpr:
		return w.binary(n, e)
	case *hclsyntax.UnaryOpExpr:
		v := w.value(shape.Of(n.Frame, e.Val))
		return apply(e.Op, v)
	case *hclsyntax.FunctionCallExpr:
		if e.Name == "length" && len(e.Args) == 1 {
			return w.length(shape.Of(n.Frame, e.Args[0]))
		}
	case *hclsyntax.ScopeTraversalExpr:
		if w.isDesired(n, e) {
			return cty.NumberIntVal(w.desired)
		}
	}
	if v, ok := literal(n.Expr); ok {
		return v
	}
	return w.agreed(n)
}

// agreed is the value that all forms of an expression have.
func (w *evaluation) agreed(n shape.Node) cty.Value {
	out := cty.DynamicVal
	for i, form := range shape.Alternatives(n) {
		if form.Expr == n.Expr {
			return cty.DynamicVal
		}
		v := w.value(form.Node)
		if !v.IsKnown() || i > 0 && !v.RawEquals(out) {
			return cty.DynamicVal
		}
		out = v
	}
	return out
}

// binary evaluates an operator; of a logical one, one side can be enough.
func (w *evaluation) binary(n shape.Node, e *hclsyntax.BinaryOpExpr) cty.Value {
	left := w.value(shape.Of(n.Frame, e.LHS))
	right := w.value(shape.Of(n.Frame, e.RHS))
	for _, v := range []cty.Value{left, right} {
		if !v.IsKnown() || v.IsNull() || v.Type() != cty.Bool {
			continue
		}
		if e.Op == hclsyntax.OpLogicalAnd && v.False() || e.Op == hclsyntax.OpLogicalOr && v.True() {
			return v
		}
	}
	return apply(e.Op, left, right)
}

func apply(op *hclsyntax.Operation, args ...cty.Value) cty.Value {
	for _, a := range args {
		if !a.IsKnown() || a.IsNull() {
			return cty.DynamicVal
		}
	}
	v, err := op.Impl.Call(args)
	if err != nil {
		return cty.DynamicVal
	}
	return v
}

// isDesired reports references to the desired count: that of the group, or the
// input that it comes from.
func (w *evaluation) isDesired(n shape.Node, e *hclsyntax.ScopeTraversalExpr) bool {
	t := e.Traversal
	if t.RootName() == "var" {
		return n.Frame.Module == w.in.Module && shape.StepName(t, 1) == contract.Replicas
	}
	return desiredCount(n.Frame.Module, t)
}

// length is the number of elements of a list of members. A filtered list is
// empty when there is nobody, and of unknown length otherwise.
func (w *evaluation) length(n shape.Node) cty.Value {
	if existence(n) {
		return cty.NumberIntVal(1)
	}
	s := shape.SourcesOf(n)
	if s.Unknown || len(s.Managed)+len(s.Data) == 0 {
		return cty.DynamicVal
	}
	if w.members > 0 && shape.Filtered(n) {
		return cty.DynamicVal
	}
	return cty.NumberIntVal(w.members)
}

// existence reports a reference to all instances of a group resource: their
// number says whether the group is there.
func existence(n shape.Node) bool {
	t, ok := n.Expr.(*hclsyntax.ScopeTraversalExpr)
	if !ok || len(t.Traversal) != 2 {
		return false
	}
	r := shape.Resource(n.Frame.Module, t.Traversal)
	if r == nil {
		return false
	}
	row, _ := provider.Known().Resource(r.Type)
	return row != nil && row.Kind == provider.Group
}
