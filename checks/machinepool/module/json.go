package module

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	hcljson "github.com/hashicorp/hcl/v2/json"
	"github.com/zclconf/go-cty/cty"
)

// jsonBlocks says which names are nested blocks inside a block of the JSON
// syntax, with their labels. Below resources only the language's own blocks are
// known; provider blocks stay arguments.
var jsonBlocks = map[string][]hcl.BlockHeaderSchema{
	"": {
		{Type: "variable", LabelNames: []string{"name"}},
		{Type: "output", LabelNames: []string{"name"}},
		{Type: "module", LabelNames: []string{"name"}},
		{Type: "provider", LabelNames: []string{"name"}},
		{Type: "resource", LabelNames: []string{"type", "name"}},
		{Type: "data", LabelNames: []string{"type", "name"}},
		{Type: "ephemeral", LabelNames: []string{"type", "name"}},
		{Type: "check", LabelNames: []string{"name"}},
		{Type: "locals"},
		{Type: "terraform"},
		{Type: "moved"},
		{Type: "import"},
		{Type: "removed"},
	},
	"variable":  {{Type: "validation"}},
	"output":    {{Type: "precondition"}},
	"resource":  resourceBlocks,
	"data":      resourceBlocks,
	"ephemeral": resourceBlocks,
	"lifecycle": {{Type: "precondition"}, {Type: "postcondition"}},
	"dynamic":   {{Type: "content"}},
	"content":   {{Type: "dynamic", LabelNames: []string{"type"}}},
	"terraform": {
		{Type: "required_providers"},
		{Type: "cloud"},
		{Type: "encryption"},
		{Type: "backend", LabelNames: []string{"type"}},
		{Type: "provider_meta", LabelNames: []string{"name"}},
	},
}

var resourceBlocks = []hcl.BlockHeaderSchema{
	{Type: "lifecycle"},
	{Type: "connection"},
	{Type: "provisioner", LabelNames: []string{"type"}},
	{Type: "dynamic", LabelNames: []string{"type"}},
}

// parseJSON fills Blocks from the JSON syntax.
func (f *File) parseJSON() error {
	file, diags := hcljson.Parse(f.Source, f.Name)
	if err := parseError(f.Name, diags); err != nil {
		return err
	}
	c := &jsonConverter{file: f.Name}
	body := c.body("", file.Body)
	f.Blocks = body.Blocks
	for _, a := range sortedAttributes(body) {
		c.diags = append(c.diags, &hcl.Diagnostic{Severity: hcl.DiagError, Summary: "unknown top-level property", Subject: &a.NameRange})
	}
	return parseError(f.Name, c.diags)
}

// jsonConverter turns JSON bodies into the trees of the native syntax.
type jsonConverter struct {
	file  string
	diags hcl.Diagnostics
}

func (c *jsonConverter) body(blockType string, body hcl.Body) *hclsyntax.Body {
	content, rest, diags := body.PartialContent(&hcl.BodySchema{Blocks: jsonBlocks[blockType]})
	c.diags = append(c.diags, diags...)
	attributes, diags := rest.JustAttributes()
	c.diags = append(c.diags, diags...)
	out := &hclsyntax.Body{Attributes: hclsyntax.Attributes{}, SrcRange: body.MissingItemRange(), EndRange: body.MissingItemRange()}
	for name, a := range attributes {
		out.Attributes[name] = &hclsyntax.Attribute{
			Name: name, NameRange: a.NameRange, EqualsRange: a.NameRange, SrcRange: a.Range,
			Expr: c.argument(blockType, name, a.Expr),
		}
	}
	for _, b := range content.Blocks {
		out.Blocks = append(out.Blocks, c.block(b))
	}
	return out
}

func (c *jsonConverter) block(b *hcl.Block) *hclsyntax.Block {
	body := c.body(b.Type, b.Body)
	return &hclsyntax.Block{
		Type: b.Type, Labels: b.Labels, Body: body, TypeRange: b.TypeRange, LabelRanges: b.LabelRanges,
		OpenBraceRange: b.DefRange, CloseBraceRange: body.EndRange,
	}
}

// argument converts one value. Some arguments of the language hold references
// or plain text instead of templates.
func (c *jsonConverter) argument(blockType, name string, expr hcl.Expression) hclsyntax.Expression {
	switch blockType + "." + name {
	case "variable.type", "resource.provider", "data.provider", "moved.from", "moved.to", "import.to":
		return c.reference(expr)
	case "lifecycle.ignore_changes", "lifecycle.replace_triggered_by",
		"resource.depends_on", "data.depends_on", "output.depends_on", "module.depends_on":
		return c.references(expr)
	case "variable.default", "variable.description", "output.description", "module.source", "module.version":
		return c.literal(expr)
	case "module.providers":
		return c.expression(expr, c.reference)
	}
	return c.expression(expr, c.template)
}

// expression converts a value; leaf converts its strings.
func (c *jsonConverter) expression(expr hcl.Expression, leaf func(hcl.Expression) hclsyntax.Expression) hclsyntax.Expression {
	if pairs, diags := hcl.ExprMap(expr); !diags.HasErrors() {
		out := &hclsyntax.ObjectConsExpr{SrcRange: expr.Range(), OpenRange: expr.StartRange()}
		for _, kv := range pairs {
			key := &hclsyntax.ObjectConsKeyExpr{Wrapped: c.template(kv.Key), ForceNonLiteral: true}
			out.Items = append(out.Items, hclsyntax.ObjectConsItem{KeyExpr: key, ValueExpr: c.expression(kv.Value, leaf)})
		}
		return out
	}
	if list, diags := hcl.ExprList(expr); !diags.HasErrors() {
		out := &hclsyntax.TupleConsExpr{SrcRange: expr.Range(), OpenRange: expr.StartRange()}
		for _, e := range list {
			out.Exprs = append(out.Exprs, c.expression(e, leaf))
		}
		return out
	}
	return leaf(expr)
}

// text returns the string of a JSON string as it is written.
func text(expr hcl.Expression) (string, bool) {
	v, diags := expr.Value(nil)
	if diags.HasErrors() || v.IsNull() || v.Type() != cty.String || !v.IsKnown() {
		return "", false
	}
	return v.AsString(), true
}

func (c *jsonConverter) literal(expr hcl.Expression) hclsyntax.Expression {
	v, diags := expr.Value(nil)
	c.diags = append(c.diags, diags...)
	return &hclsyntax.LiteralValueExpr{Val: v, SrcRange: expr.Range()}
}

// template parses a string as the runtimes do; other scalars are literals.
func (c *jsonConverter) template(expr hcl.Expression) hclsyntax.Expression {
	s, ok := text(expr)
	if !ok {
		return c.literal(expr)
	}
	if !strings.Contains(s, "${") && !strings.Contains(s, "%{") {
		lit := &hclsyntax.LiteralValueExpr{Val: cty.StringVal(s), SrcRange: expr.Range()}
		return &hclsyntax.TemplateExpr{Parts: []hclsyntax.Expression{lit}, SrcRange: expr.Range()}
	}
	out, diags := hclsyntax.ParseTemplate([]byte(s), c.file, afterQuote(expr))
	c.diags = append(c.diags, diags...)
	return out
}

func (c *jsonConverter) reference(expr hcl.Expression) hclsyntax.Expression {
	s, ok := text(expr)
	if !ok {
		return c.literal(expr)
	}
	// "${aws.alias}" is tolerated by the runtimes beside "aws.alias".
	if inner, ok := strings.CutPrefix(s, "${"); ok && strings.HasSuffix(inner, "}") {
		s = strings.TrimSuffix(inner, "}")
	}
	out, diags := hclsyntax.ParseExpression([]byte(s), c.file, afterQuote(expr))
	c.diags = append(c.diags, diags...)
	return out
}

// references converts a list of references, or the keyword of ignore_changes.
func (c *jsonConverter) references(expr hcl.Expression) hclsyntax.Expression {
	return c.expression(expr, c.reference)
}

func afterQuote(expr hcl.Expression) hcl.Pos {
	p := expr.StartRange().Start
	p.Column++
	p.Byte++
	return p
}
