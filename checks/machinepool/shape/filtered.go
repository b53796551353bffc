package shape

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Filtered reports whether a collection is made by a for expression with a
// condition somewhere on the way, or cannot be followed.
func Filtered(n Node) bool { return filtered(n, depthLimit) }

func filtered(n Node, depth int) bool {
	if n.Expr == nil || depth == 0 {
		return true
	}
	for _, a := range Alternatives(n) {
		if a.Expr == nil {
			return true
		}
		if partly(a.Node, depth) {
			return true
		}
	}
	return false
}

func partly(n Node, depth int) bool {
	out := false
	_ = hclsyntax.VisitAll(n.Expr, func(node hclsyntax.Node) hcl.Diagnostics {
		switch e := node.(type) {
		case *hclsyntax.ForExpr:
			out = out || e.CondExpr != nil
		case *hclsyntax.ScopeTraversalExpr:
			if l := localOf(n.Frame, e.Traversal); l != nil && !out {
				out = filtered(Node{n.Frame.base(), l.Expr}, depth-1)
			}
		}
		return nil
	})
	return out
}
