package module

import (
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// TraversalText writes a reference as Terraform does: disk[0].labels["a"].
func TraversalText(t hcl.Traversal) string {
	var b strings.Builder
	for _, step := range t {
		switch s := step.(type) {
		case hcl.TraverseRoot:
			b.WriteString(s.Name)
		case hcl.TraverseAttr:
			if b.Len() > 0 {
				b.WriteByte('.')
			}
			b.WriteString(s.Name)
		case hcl.TraverseIndex:
			b.WriteString("[" + keyLiteral(s.Key) + "]")
		case hcl.TraverseSplat:
			b.WriteString("[*]")
		}
	}
	return b.String()
}

func keyLiteral(key cty.Value) string {
	switch {
	case !key.IsKnown() || key.IsNull():
		return "?"
	case key.Type() == cty.String:
		return strconv.Quote(key.AsString())
	case key.Type() == cty.Number:
		return key.AsBigFloat().Text('f', -1)
	}
	return "?"
}

// ignoredTraversal reads one entry of ignore_changes; old modules quote them.
func ignoredTraversal(e hclsyntax.Expression) hcl.Traversal {
	if s := literalText(e); s != "" {
		parsed, diags := hclsyntax.ParseExpression([]byte(s), e.Range().Filename, e.Range().Start)
		if diags.HasErrors() {
			return nil
		}
		e = parsed
	}
	t, diags := hcl.AbsTraversalForExpr(e)
	if diags.HasErrors() {
		return nil
	}
	return t
}

// reference returns the text of a reference such as aws.alias, "" without one.
func reference(a *hclsyntax.Attribute) string {
	if a == nil {
		return ""
	}
	if s := literalText(a.Expr); s != "" {
		return s
	}
	return referenceText(a.Expr)
}

func referenceText(expr hclsyntax.Expression) string {
	t, diags := hcl.AbsTraversalForExpr(expr)
	if diags.HasErrors() {
		return ""
	}
	return TraversalText(t)
}

// keyText returns the constant key of an object item.
func keyText(key hclsyntax.Expression) string {
	if name := hcl.ExprAsKeyword(key); name != "" {
		return name
	}
	if k, ok := key.(*hclsyntax.ObjectConsKeyExpr); ok {
		if t, diags := hcl.AbsTraversalForExpr(k.Wrapped); !diags.HasErrors() && !k.ForceNonLiteral {
			return TraversalText(t)
		}
	}
	return literalText(key)
}

// KeyText returns the constant key of an object item, "" when it is computed.
func KeyText(key hclsyntax.Expression) string { return keyText(key) }
