package shape

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

// Order says what decides the order of a list.
type Order int

// The orders, from the best to the worst.
const (
	// Stable: the same elements always come in the same order.
	Stable Order = iota
	// UnknownOrder: it could not be followed.
	UnknownOrder
	// Unstable: the order is that in which a cloud answers.
	Unstable
)

// Ordering is the order of a list and how it comes about.
type Ordering struct {
	Order Order
	// Distinct is true when distinct() is applied to the list as a whole.
	Distinct bool
	// Named is true when the order is made behind a named value and not by the
	// expression itself.
	Named bool
}

// OrderOf judges the order of a list. Sorting, keys of a map, and iterating over
// a map or a set make it stable; lists that resources and data sources report
// do not promise any.
func OrderOf(n Node) Ordering {
	w := &orderWalker{walker: &walker{steps: stepLimit}}
	return w.order(n)
}

type orderWalker struct{ *walker }

func worst(list ...Ordering) Ordering {
	out := Ordering{Distinct: len(list) > 0}
	for _, o := range list {
		out.Order = max(out.Order, o.Order)
		out.Distinct = out.Distinct && o.Distinct
		out.Named = out.Named || o.Named
	}
	return out
}

func (w *orderWalker) order(n Node) Ordering {
	if n.Expr == nil || !w.enter() {
		return Ordering{Order: UnknownOrder}
	}
	defer w.leave()
	switch e := n.Expr.(type) {
	case *hclsyntax.ParenthesesExpr:
		return w.order(Node{n.Frame, e.Expression})
	case *hclsyntax.TemplateWrapExpr:
		return w.order(Node{n.Frame, e.Wrapped})
	case *hclsyntax.ConditionalExpr:
		return worst(w.order(Node{n.Frame, e.TrueResult}), w.order(Node{n.Frame, e.FalseResult}))
	case *hclsyntax.LiteralValueExpr, *hclsyntax.TupleConsExpr, *hclsyntax.ObjectConsExpr:
		return Ordering{}
	case *hclsyntax.ForExpr:
		if e.KeyExpr != nil {
			return Ordering{}
		}
		return w.iterationOrder(Node{n.Frame, e.CollExpr})
	case *hclsyntax.SplatExpr:
		return w.iterationOrder(Node{n.Frame, e.Source})
	case *hclsyntax.FunctionCallExpr:
		return w.callOrder(n, e)
	}
	return w.referenceOrder(n)
}

// iterationOrder is the order in which a for expression visits a collection.
func (w *orderWalker) iterationOrder(n Node) Ordering {
	if w.keyed(n) {
		return Ordering{}
	}
	o := w.order(n)
	o.Distinct = false
	return o
}

func (w *orderWalker) callOrder(n Node, e *hclsyntax.FunctionCallExpr) Ordering {
	switch e.Name {
	case "sort", "keys", "values", "toset", "range", "setunion", "setintersection", "setsubtract", "setproduct", "merge", "zipmap", "tomap":
		return Ordering{}
	case "distinct":
		o := w.arguments(n, e, 1)
		o.Distinct, o.Named = true, false
		return o
	case "tolist", "compact", "reverse", "slice", "matchkeys", "nonsensitive", "sensitive", "chunklist":
		return w.arguments(n, e, 1)
	case "concat", "try", "coalescelist", "coalesce":
		return w.arguments(n, e, len(e.Args))
	case "flatten":
		return w.flattened(n, e)
	}
	return Ordering{Order: UnknownOrder}
}

func (w *orderWalker) arguments(n Node, e *hclsyntax.FunctionCallExpr, count int) Ordering {
	if len(e.Args) == 0 || e.ExpandFinal {
		return Ordering{Order: UnknownOrder}
	}
	var list []Ordering
	for _, arg := range e.Args[:min(count, len(e.Args))] {
		list = append(list, w.order(Node{n.Frame, arg}))
	}
	return worst(list...)
}

// flattened joins the order of the outer list with that of the lists in it.
func (w *orderWalker) flattened(n Node, e *hclsyntax.FunctionCallExpr) Ordering {
	out := w.arguments(n, e, 1)
	if len(e.Args) == 0 {
		return out
	}
	for _, inner := range w.elements(Alternative{Node: Node{n.Frame, e.Args[0]}}) {
		if _, reference := inner.Expr.(*hclsyntax.ScopeTraversalExpr); reference || IsCollection(inner.Expr) {
			out.Order = max(out.Order, w.order(inner.Node).Order)
		}
	}
	out.Distinct = false
	return out
}

// referenceOrder follows names; what is left is an attribute of a resource or
// data source, or something that the configuration gives.
func (w *orderWalker) referenceOrder(n Node) Ordering {
	if e, ok := n.Expr.(*hclsyntax.ScopeTraversalExpr); ok {
		if l := localOf(n.Frame, e.Traversal); l != nil {
			o := w.order(Node{n.Frame.base(), l.Expr})
			o.Named = true
			return o
		}
	}
	var list []Ordering
	for _, a := range w.expand(Alternative{Node: n}) {
		if t, isReference := a.Expr.(*hclsyntax.ScopeTraversalExpr); isReference {
			list = append(list, Ordering{Order: w.rootOrder(a.Frame, t.Traversal), Named: a.Followed})
			continue
		}
		if a.Expr == nil || a.Expr == n.Expr {
			return Ordering{Order: UnknownOrder}
		}
		o := w.order(a.Node)
		o.Named = o.Named || a.Followed
		list = append(list, o)
	}
	return worst(list...)
}

func (w *orderWalker) rootOrder(f *Frame, t hcl.Traversal) Order {
	switch t.RootName() {
	case "var", "each", "count", "path", "terraform":
		return Stable
	case "local", "module":
		return UnknownOrder
	}
	if r := Resource(f.Module, t); r != nil && wholeResource(t, r.Mode != "") && (r.Count != nil || r.ForEach != nil) {
		return Stable
	}
	return Unstable
}

// keyed reports whether a collection is a map, an object or a set, which are
// visited in the order of their keys.
func (w *orderWalker) keyed(n Node) bool {
	if !w.enter() {
		return false
	}
	defer w.leave()
	switch e := n.Expr.(type) {
	case *hclsyntax.ParenthesesExpr:
		return w.keyed(Node{n.Frame, e.Expression})
	case *hclsyntax.FunctionCallExpr:
		if known, keyed := keyedCall(e.Name); known {
			return keyed
		}
	case *hclsyntax.ScopeTraversalExpr:
		if l := localOf(n.Frame, e.Traversal); l != nil {
			return w.keyed(Node{n.Frame.base(), l.Expr})
		}
	}
	forms := w.expand(Alternative{Node: n})
	for _, a := range forms {
		if !keyedForm(a) {
			return false
		}
	}
	return len(forms) > 0
}

// keyedCall knows functions whose result is a map or set, or a list, whatever
// they are given.
func keyedCall(name string) (known, keyed bool) {
	switch name {
	case "toset", "tomap", "merge", "zipmap", "setunion", "setintersection", "setsubtract", "setproduct":
		return true, true
	case "tolist", "sort", "distinct", "concat", "flatten", "keys", "values", "compact", "reverse", "slice", "range":
		return true, false
	}
	return false, false
}

// localOf is the named value that a reference means as a whole.
func localOf(f *Frame, t hcl.Traversal) *module.Local {
	if t.RootName() != "local" || len(t) != 2 {
		return nil
	}
	return f.Module.Local(StepName(t, 1))
}

func keyedForm(a Alternative) bool {
	switch e := a.Expr.(type) {
	case *hclsyntax.ObjectConsExpr:
		return true
	case *hclsyntax.ForExpr:
		return e.KeyExpr != nil
	case *hclsyntax.FunctionCallExpr:
		_, keyed := keyedCall(e.Name)
		return keyed
	case *hclsyntax.ScopeTraversalExpr:
		return keyedReference(a.Frame, e.Traversal)
	}
	return false
}

// keyedReference recognises resources with for_each and inputs of a map type.
func keyedReference(f *Frame, t hcl.Traversal) bool {
	if t.RootName() == "var" && len(t) == 2 {
		v := f.Module.Variable(StepName(t, 1))
		if v == nil || v.Type == nil {
			return false
		}
		switch call, _ := hcl.ExprCall(v.Type.Expr); {
		case call == nil:
			return hcl.ExprAsKeyword(v.Type.Expr) == "map" || hcl.ExprAsKeyword(v.Type.Expr) == "set"
		default:
			return call.Name == "map" || call.Name == "set" || call.Name == "object"
		}
	}
	r := Resource(f.Module, t)
	return r != nil && r.ForEach != nil && wholeResource(t, r.Mode != "")
}
