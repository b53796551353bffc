package machinepool

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

// eachExpression visits every expression of the module and the local modules
// that it calls.
func (in *Input) eachExpression(visit func(hclsyntax.Node)) {
	in.Module.Walk(func(m *module.Module) {
		for _, f := range m.Files {
			for _, b := range f.Blocks {
				_ = hclsyntax.VisitAll(b.Body, func(n hclsyntax.Node) hcl.Diagnostics {
					visit(n)
					return nil
				})
			}
		}
	})
}

// mentions reports a literal text that holds one of the words.
func (in *Input) mentions(words ...string) bool {
	out := false
	in.eachExpression(func(n hclsyntax.Node) {
		x, ok := n.(*hclsyntax.LiteralValueExpr)
		if !ok || x.Val.Type() != cty.String || x.Val.IsNull() {
			return
		}
		for _, w := range words {
			out = out || strings.Contains(x.Val.AsString(), w)
		}
	})
	return out
}

// attempts reports a call of can or try around a call of another function.
func (in *Input) attempts(function string) bool {
	out := false
	in.eachExpression(func(n hclsyntax.Node) {
		call, ok := n.(*hclsyntax.FunctionCallExpr)
		if !ok || (call.Name != "can" && call.Name != "try") {
			return
		}
		_ = hclsyntax.VisitAll(call, func(inner hclsyntax.Node) hcl.Diagnostics {
			if c, ok := inner.(*hclsyntax.FunctionCallExpr); ok && c.Name == function {
				out = true
			}
			return nil
		})
	})
	return out
}
