package module

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Nested is one nested block of a body.
type Nested struct {
	Body *hclsyntax.Body
	// Range of the block's header.
	Range hcl.Range
	// Dynamic is the dynamic block that makes it, nil for a written one. Its
	// body is the content block then.
	Dynamic *hclsyntax.Block
}

// Blocks returns the nested blocks of a type: written ones, those of dynamic
// blocks, and the objects that JSON (or an attribute with objects) has in their
// place. The order is that of the file.
func Blocks(body *hclsyntax.Body, name string) []Nested {
	var out []Nested
	for _, b := range body.Blocks {
		switch {
		case b.Type == name:
			out = append(out, Nested{Body: b.Body, Range: b.DefRange()})
		case b.Type == "dynamic" && len(b.Labels) == 1 && b.Labels[0] == name:
			for _, c := range b.Body.Blocks {
				if c.Type == "content" {
					out = append(out, Nested{Body: c.Body, Range: b.DefRange(), Dynamic: b})
				}
			}
		}
	}
	if a := body.Attributes[name]; a != nil {
		for _, o := range objects(a.Expr) {
			out = append(out, Nested{Body: objectBody(o), Range: a.NameRange})
		}
	}
	return out
}

// objects returns the object expressions of a value: itself or its elements.
func objects(expr hclsyntax.Expression) []*hclsyntax.ObjectConsExpr {
	switch e := expr.(type) {
	case *hclsyntax.ObjectConsExpr:
		return []*hclsyntax.ObjectConsExpr{e}
	case *hclsyntax.ParenthesesExpr:
		return objects(e.Expression)
	case *hclsyntax.TupleConsExpr:
		var out []*hclsyntax.ObjectConsExpr
		for _, item := range e.Exprs {
			out = append(out, objects(item)...)
		}
		return out
	}
	return nil
}

func objectBody(o *hclsyntax.ObjectConsExpr) *hclsyntax.Body {
	body := &hclsyntax.Body{Attributes: hclsyntax.Attributes{}, SrcRange: o.SrcRange, EndRange: o.SrcRange}
	for _, item := range o.Items {
		name := keyText(item.KeyExpr)
		if name == "" {
			continue
		}
		body.Attributes[name] = &hclsyntax.Attribute{
			Name: name, Expr: item.ValueExpr, NameRange: item.KeyExpr.Range(), EqualsRange: item.KeyExpr.Range(),
			SrcRange: hcl.RangeBetween(item.KeyExpr.Range(), item.ValueExpr.Range()),
		}
	}
	return body
}
