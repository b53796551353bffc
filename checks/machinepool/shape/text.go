package shape

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// TextPrefix returns the text that a string begins with for sure, as far as it
// can be followed.
func TextPrefix(n Node) string {
	text, _ := prefix(n, depthLimit)
	return text
}

// prefix also reports whether the text is all there is.
func prefix(n Node, depth int) (text string, complete bool) {
	if n.Expr == nil || depth == 0 {
		return "", false
	}
	forms := Alternatives(n)
	if len(forms) != 1 {
		return "", false
	}
	n = forms[0].Node
	switch e := n.Expr.(type) {
	case *hclsyntax.TemplateExpr:
		return templatePrefix(n, e, depth)
	case *hclsyntax.FunctionCallExpr:
		if e.Name == "format" && len(e.Args) > 0 {
			pattern, _ := prefix(Node{n.Frame, e.Args[0]}, depth-1)
			text, _, verbs := strings.Cut(pattern, "%")
			return text, !verbs
		}
	case *hclsyntax.LiteralValueExpr:
		if e.Val.Type() == cty.String && !e.Val.IsNull() && e.Val.IsKnown() {
			return e.Val.AsString(), true
		}
	}
	return "", false
}

func templatePrefix(n Node, e *hclsyntax.TemplateExpr, depth int) (string, bool) {
	var b strings.Builder
	for _, part := range e.Parts {
		text, complete := prefix(Node{n.Frame, part}, depth-1)
		b.WriteString(text)
		if !complete {
			return b.String(), false
		}
	}
	return b.String(), true
}
