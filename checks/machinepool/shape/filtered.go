package shape

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

// Filtered reports whether a collection is made by a for expression with a
// condition somewhere on the way, or cannot be followed.
func Filtered(n Node) bool {
	f := &filterSearch{seen: map[*module.Local]bool{}}
	return f.filtered(n)
}

type filterSearch struct{ seen map[*module.Local]bool }

func (f *filterSearch) filtered(n Node) bool {
	for _, a := range Alternatives(n) {
		if a.Expr == nil || f.partly(a.Node) {
			return true
		}
	}
	return false
}

func (f *filterSearch) partly(n Node) bool {
	out := false
	_ = hclsyntax.VisitAll(n.Expr, func(node hclsyntax.Node) hcl.Diagnostics {
		switch e := node.(type) {
		case *hclsyntax.ForExpr:
			out = out || e.CondExpr != nil
		case *hclsyntax.ScopeTraversalExpr:
			if l := localOf(n.Frame, e.Traversal); l != nil && !out && !f.seen[l] {
				f.seen[l] = true
				out = f.filtered(Node{n.Frame.base(), l.Expr})
			}
		}
		return nil
	})
	return out
}
