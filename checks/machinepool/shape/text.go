package shape

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// TextPrefix returns the text that a string begins with for sure, as far as it
// can be followed.
func TextPrefix(n Node) string {
	p := &prefixer{steps: prefixSteps}
	text, _ := p.prefix(n)
	return text
}

// prefixSteps bounds how many parts of templates are followed.
const prefixSteps = 200

type prefixer struct{ steps int }

// prefix also reports whether the text is all there is.
func (p *prefixer) prefix(n Node) (text string, complete bool) {
	if n.Expr == nil || p.steps == 0 {
		return "", false
	}
	p.steps--
	forms := Alternatives(n)
	if len(forms) != 1 {
		return "", false
	}
	n = forms[0].Node
	switch e := n.Expr.(type) {
	case *hclsyntax.TemplateExpr:
		return p.template(n, e)
	case *hclsyntax.FunctionCallExpr:
		if e.Name == "format" && len(e.Args) > 0 {
			pattern, _ := p.prefix(Node{n.Frame, e.Args[0]})
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

func (p *prefixer) template(n Node, e *hclsyntax.TemplateExpr) (string, bool) {
	var b strings.Builder
	for _, part := range e.Parts {
		text, complete := p.prefix(Node{n.Frame, part})
		b.WriteString(text)
		if !complete {
			return b.String(), false
		}
	}
	return b.String(), true
}
