package shape

import (
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

// follow applies the steps of a traversal.
func (w *walker) follow(list []Alternative, t hcl.Traversal) []Alternative {
	for _, s := range t {
		list = w.each(list, s)
	}
	return list
}

func (w *walker) each(list []Alternative, s hcl.Traverser) []Alternative {
	var out []Alternative
	for _, a := range list {
		out = append(out, w.step(a, s)...)
	}
	return out
}

// step follows one attribute or index.
func (w *walker) step(a Alternative, s hcl.Traverser) []Alternative {
	if a.Expr == nil || !w.enter() {
		return a.unknown()
	}
	defer w.leave()
	switch e := a.Expr.(type) {
	case *hclsyntax.ObjectConsExpr:
		return w.member(a, e, s)
	case *hclsyntax.TupleConsExpr:
		if i, ok := number(s); ok && i < len(e.Exprs) {
			return w.expand(a.At(e.Exprs[i]))
		}
	case *hclsyntax.ForExpr:
		return w.elements(a)
	case *hclsyntax.SplatExpr:
		if _, ok := number(s); ok {
			return w.elements(a)
		}
	case *hclsyntax.FunctionCallExpr:
		return w.stepIntoCall(a, e, s)
	case *hclsyntax.ScopeTraversalExpr:
		return []Alternative{a.At(extend(e, s))}
	case *hclsyntax.RelativeTraversalExpr:
		longer := *e
		longer.Traversal = slices.Concat(e.Traversal, hcl.Traversal{s})
		return []Alternative{a.At(&longer)}
	}
	return []Alternative{a.At(&hclsyntax.RelativeTraversalExpr{Source: a.Expr, Traversal: hcl.Traversal{s}, SrcRange: a.Expr.Range()})}
}

func extend(e *hclsyntax.ScopeTraversalExpr, s hcl.Traverser) *hclsyntax.ScopeTraversalExpr {
	t := e.Traversal[:len(e.Traversal):len(e.Traversal)]
	return &hclsyntax.ScopeTraversalExpr{Traversal: append(t, s), SrcRange: e.SrcRange}
}

// member finds an attribute of an object constructor. Without it, a computed
// key may be the one, so that nothing is known; with none of these the attribute
// does not exist. An index that is not known may mean any attribute.
func (w *walker) member(a Alternative, e *hclsyntax.ObjectConsExpr, s hcl.Traverser) []Alternative {
	name := StepName(hcl.Traversal{s}, 0)
	var computed []Alternative
	for _, item := range e.Items {
		switch key := module.KeyText(item.KeyExpr); {
		case name != "" && key == name:
			return w.expand(a.At(item.ValueExpr))
		case name == "":
			computed = append(computed, w.expand(a.At(item.ValueExpr))...)
		case key == "":
			computed = append(computed, a.At(nil))
		}
	}
	return computed
}

func (w *walker) stepIntoCall(a Alternative, e *hclsyntax.FunctionCallExpr, s hcl.Traverser) []Alternative {
	if e.Name == "merge" && !e.ExpandFinal {
		return w.merged(a, e.Args, s)
	}
	if _, ok := number(s); ok && handsElementsThrough(e.Name) {
		return w.elements(a)
	}
	return []Alternative{a.At(&hclsyntax.RelativeTraversalExpr{Source: e, Traversal: hcl.Traversal{s}, SrcRange: e.Range()})}
}

// merged finds an attribute of merge(...): the last argument that has it wins.
func (w *walker) merged(a Alternative, args []hclsyntax.Expression, s hcl.Traverser) []Alternative {
	var out []Alternative
	for i := len(args) - 1; i >= 0; i-- {
		forms := w.expand(a.At(args[i]))
		out = append(out, w.each(forms, s)...)
		if alwaysHas(forms, StepName(hcl.Traversal{s}, 0)) {
			break
		}
	}
	return out
}

func alwaysHas(forms []Alternative, name string) bool {
	for _, f := range forms {
		o, ok := f.Expr.(*hclsyntax.ObjectConsExpr)
		if !ok || Item(o, name) == nil {
			return false
		}
	}
	return name != "" && len(forms) > 0
}

// Item finds the value of a constant key of an object constructor, nil without
// one.
func Item(o *hclsyntax.ObjectConsExpr, name string) hclsyntax.Expression {
	for _, item := range o.Items {
		if module.KeyText(item.KeyExpr) == name {
			return item.ValueExpr
		}
	}
	return nil
}

// Open reports whether an object constructor has keys that are computed, so
// that it may have any attribute.
func Open(o *hclsyntax.ObjectConsExpr) bool {
	for _, item := range o.Items {
		if module.KeyText(item.KeyExpr) == "" {
			return true
		}
	}
	return false
}

// StepName is the name of an attribute step or of an index with a string.
func StepName(t hcl.Traversal, i int) string {
	if i >= len(t) {
		return ""
	}
	switch s := t[i].(type) {
	case hcl.TraverseAttr:
		return s.Name
	case hcl.TraverseIndex:
		if s.Key.IsKnown() && !s.Key.IsNull() && s.Key.Type() == cty.String {
			return s.Key.AsString()
		}
	}
	return ""
}

func number(s hcl.Traverser) (int, bool) {
	i, ok := s.(hcl.TraverseIndex)
	if !ok || !i.Key.IsKnown() || i.Key.IsNull() || i.Key.Type() != cty.Number {
		return 0, false
	}
	n, _ := i.Key.AsBigFloat().Int64()
	return int(n), n >= 0
}

func literalKey(expr hclsyntax.Expression) string {
	v, diags := expr.Value(nil)
	if diags.HasErrors() || !v.IsKnown() || v.IsNull() || v.Type() != cty.String {
		return ""
	}
	return v.AsString()
}
