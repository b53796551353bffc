package contract

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/zclconf/go-cty/cty"
)

// Type is a type constraint; objects in it may have optional attributes.
type Type = cty.Type

// ErrType says that an expression is no type constraint. It never quotes the
// expression.
var ErrType = errors.New("not a type constraint")

// ParseType reads a type constraint as the runtimes do: comments and line
// breaks inside are fine, `optional(...)` attributes keep their mark, and the
// old bare keywords list, map and set mean collections of anything.
func ParseType(expr hcl.Expression) (Type, error) {
	switch hcl.ExprAsKeyword(expr) {
	case "list":
		return cty.List(cty.DynamicPseudoType), nil
	case "map":
		return cty.Map(cty.DynamicPseudoType), nil
	case "set":
		return cty.Set(cty.DynamicPseudoType), nil
	}
	t, _, diags := typeexpr.TypeConstraintWithDefaults(expr)
	if diags.HasErrors() {
		return cty.NilType, ErrType
	}
	return t, nil
}

// TypeText writes a type on one line, attributes in order of their names.
func TypeText(t Type) string {
	switch {
	case t.IsObjectType():
		var parts []string
		for _, name := range slices.Sorted(maps.Keys(t.AttributeTypes())) {
			text := TypeText(t.AttributeType(name))
			if t.AttributeOptional(name) {
				text = "optional(" + text + ")"
			}
			parts = append(parts, name+" = "+text)
		}
		return "object({ " + strings.Join(parts, ", ") + " })"
	case t.IsTupleType():
		var parts []string
		for _, e := range t.TupleElementTypes() {
			parts = append(parts, TypeText(e))
		}
		return "tuple([" + strings.Join(parts, ", ") + "])"
	case t.IsListType():
		return "list(" + TypeText(t.ElementType()) + ")"
	case t.IsSetType():
		return "set(" + TypeText(t.ElementType()) + ")"
	case t.IsMapType():
		return "map(" + TypeText(t.ElementType()) + ")"
	}
	return typeexpr.TypeString(t)
}
