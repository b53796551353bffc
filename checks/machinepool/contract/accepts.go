package contract

import (
	"fmt"
	"maps"
	"slices"

	"github.com/zclconf/go-cty/cty"
)

// Refusal says why a variable of the declared type does not take every value
// of the passed type; it is empty when it does. A declared type may be wider
// (any, a set for a list, an object with fewer attributes or with optional
// ones beside) but never narrower. Primitive types must agree: the runtimes
// would convert a number to a string, but comparisons with it then fail
// without a word (`"0" == 0` is false).
func Refusal(declared, passed Type) string { return refusal("", declared, passed) }

func refusal(at string, declared, passed Type) string {
	switch {
	case declared == cty.DynamicPseudoType:
		return ""
	case passed == cty.DynamicPseudoType:
		return refusalOfAny(at, declared)
	case passed.IsPrimitiveType():
		if declared.Equals(passed) {
			return ""
		}
	case passed.IsListType(), passed.IsSetType():
		if declared.IsListType() || declared.IsSetType() {
			return refusal(at+"[*]", declared.ElementType(), passed.ElementType())
		}
	case passed.IsMapType():
		if declared.IsMapType() {
			return refusal(at+"[*]", declared.ElementType(), passed.ElementType())
		}
	case passed.IsObjectType():
		return refusalOfObject(at, declared, passed)
	}
	return fmt.Sprintf("%stakes %s where the contract passes %s", place(at), TypeText(declared), TypeText(passed))
}

// refusalOfAny judges a value of no fixed type: the contract promises an
// object there, at least an empty one.
func refusalOfAny(at string, declared Type) string {
	if declared.IsObjectType() || declared.IsMapType() {
		return ""
	}
	return fmt.Sprintf("%stakes %s where the contract passes an object", place(at), TypeText(declared))
}

func refusalOfObject(at string, declared, passed Type) string {
	attributes := passed.AttributeTypes()
	if declared.IsMapType() {
		for _, name := range slices.Sorted(maps.Keys(attributes)) {
			if why := refusal(at+"."+name, declared.ElementType(), attributes[name]); why != "" {
				return why
			}
		}
		return ""
	}
	if !declared.IsObjectType() {
		return fmt.Sprintf("%stakes %s where the contract passes %s", place(at), TypeText(declared), TypeText(passed))
	}
	wanted := declared.AttributeTypes()
	for _, name := range slices.Sorted(maps.Keys(wanted)) {
		t, ok := attributes[name]
		if !ok {
			if declared.AttributeOptional(name) {
				continue
			}
			return fmt.Sprintf("%sdemands the attribute %s, which is never passed", place(at), name)
		}
		if why := refusal(at+"."+name, wanted[name], t); why != "" {
			return why
		}
	}
	return ""
}

// place begins a reason about a part of the type.
func place(at string) string {
	if at == "" {
		return ""
	}
	return at + " "
}
