package shape

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

// elements follows a collection to the forms of its elements.
func (w *walker) elements(a Alternative) []Alternative {
	if !w.enter() {
		return a.unknown()
	}
	defer w.leave()
	var out []Alternative
	for _, c := range w.expand(a) {
		out = append(out, w.elementsOf(c)...)
	}
	return out
}

func (w *walker) elementsOf(a Alternative) []Alternative {
	switch e := a.Expr.(type) {
	case *hclsyntax.TupleConsExpr:
		return w.expandAll(a, e.Exprs)
	case *hclsyntax.ObjectConsExpr:
		var out []Alternative
		for _, item := range e.Items {
			out = append(out, w.expand(a.At(item.ValueExpr))...)
		}
		return out
	case *hclsyntax.ForExpr:
		out := w.expand(a.in(iterating(a.Frame, e), e.ValExpr))
		if e.Group {
			return w.spread(out)
		}
		return out
	case *hclsyntax.SplatExpr:
		over := &iterator{anon: e.Item, over: Node{a.Frame, e.Source}}
		return w.expand(a.in(a.Frame.with(over), e.Each))
	case *hclsyntax.FunctionCallExpr:
		return w.elementsOfCall(a, e)
	case *hclsyntax.ScopeTraversalExpr:
		return []Alternative{a.At(extend(e, hcl.TraverseSplat{}))}
	case *hclsyntax.RelativeTraversalExpr:
		return w.step(a, hcl.TraverseSplat{})
	}
	return a.unknown()
}

// iterating is the frame inside a for expression.
func iterating(f *Frame, e *hclsyntax.ForExpr) *Frame {
	over := Node{f, e.CollExpr}
	if e.KeyVar != "" {
		f = f.with(&iterator{name: e.KeyVar, over: over, key: true})
	}
	return f.with(&iterator{name: e.ValVar, over: over})
}

func (w *walker) expandAll(a Alternative, list []hclsyntax.Expression) []Alternative {
	var out []Alternative
	for _, e := range list {
		out = append(out, w.expand(a.At(e))...)
	}
	return out
}

// spread takes the elements of those that are collections themselves.
func (w *walker) spread(list []Alternative) []Alternative {
	var out []Alternative
	for _, a := range list {
		if IsCollection(a.Expr) {
			out = append(out, w.elementsOf(a)...)
		} else {
			out = append(out, a)
		}
	}
	return out
}

// IsCollection reports expressions that make a list.
func IsCollection(expr hclsyntax.Expression) bool {
	switch e := expr.(type) {
	case *hclsyntax.TupleConsExpr, *hclsyntax.SplatExpr:
		return true
	case *hclsyntax.ForExpr:
		return e.KeyExpr == nil
	case *hclsyntax.FunctionCallExpr:
		return e.Name != "merge" && handsElementsThrough(e.Name) || joinsCollections(e.Name) && e.Name != "merge"
	}
	return false
}

// handsElementsThrough names functions whose result holds elements of their
// first argument.
func handsElementsThrough(name string) bool {
	switch name {
	case "sort", "distinct", "reverse", "compact", "slice", "values", "flatten", "matchkeys", "setsubtract":
		return true
	}
	return false
}

// joinsCollections names functions whose result holds elements of all their
// arguments.
func joinsCollections(name string) bool {
	switch name {
	case "concat", "merge", "setunion", "setintersection":
		return true
	}
	return false
}

func (w *walker) elementsOfCall(a Alternative, e *hclsyntax.FunctionCallExpr) []Alternative {
	switch {
	case e.ExpandFinal || len(e.Args) == 0:
		return a.unknown()
	case e.Name == "keys":
		return w.keys(a.At(e.Args[0]))
	case e.Name == "flatten":
		list := w.elements(a.At(e.Args[0]))
		return w.spread(list)
	case handsElementsThrough(e.Name):
		return w.elements(a.At(e.Args[0]))
	case joinsCollections(e.Name):
		var out []Alternative
		for _, arg := range e.Args {
			out = append(out, w.elements(a.At(arg))...)
		}
		return out
	}
	return a.unknown()
}

// keys follows a map to the forms of its keys.
func (w *walker) keys(a Alternative) []Alternative {
	var out []Alternative
	for _, c := range w.expand(a) {
		switch e := c.Expr.(type) {
		case *hclsyntax.ForExpr:
			if e.KeyExpr == nil {
				return a.unknown()
			}
			out = append(out, w.expand(c.in(iterating(c.Frame, e), e.KeyExpr))...)
		case *hclsyntax.ObjectConsExpr:
			for _, item := range e.Items {
				out = append(out, w.key(c, item.KeyExpr))
			}
		default:
			out = append(out, c.unknown()...)
		}
	}
	return out
}

// key is a key of an object constructor; a bare word stands for itself.
func (*walker) key(a Alternative, expr hclsyntax.Expression) Alternative {
	name := module.KeyText(expr)
	if name == "" {
		return a.At(nil)
	}
	return a.At(&hclsyntax.LiteralValueExpr{Val: cty.StringVal(name), SrcRange: expr.Range()})
}
