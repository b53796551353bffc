package module

import (
	"errors"
	"strings"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
)

// Limits that no module comes near. They keep a file that was made to do harm
// from taking the program down.
const (
	// nestingLimit bounds brackets in brackets; the parsers recurse on them.
	nestingLimit = 2000
	// valueLimit bounds the elements of a value, and textLimit its text; what is
	// larger counts as unknown.
	valueLimit = 4_000
	textLimit  = 1 << 20
	// repeatLimit bounds numbers that make text longer.
	repeatLimit = 10_000
)

// TooDeep reports text with more nested brackets, or operators in a row, than a
// parser can take. Brackets in strings and comments count, which only matters
// where they do not close.
func TooDeep(source []byte) bool {
	depth, operators := 0, 0
	for _, c := range source {
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth = max(depth-1, 0)
		}
		switch c {
		case '!', '-', '?':
			operators++
		case '\n':
			operators = 0
		}
		if depth > nestingLimit || operators > nestingLimit {
			return true
		}
	}
	return false
}

var errTooLarge = errors.New("the value is too large")

// oversized reports values that grow with every use, such as text that holds
// itself twice at each of many steps.
func oversized(v cty.Value) bool {
	count, text := 0, 0
	err := cty.Walk(v, func(_ cty.Path, v cty.Value) (bool, error) {
		count++
		if v.IsKnown() && !v.IsNull() && !v.IsMarked() && v.Type() == cty.String {
			text += len(v.AsString())
		}
		if count > valueLimit || text > textLimit {
			return false, errTooLarge
		}
		return true, nil
	})
	return err != nil
}

// sparing calls a function only when its arguments do not make it build
// something huge.
func sparing(f function.Function, huge func(args []cty.Value) bool) function.Function {
	return function.New(&function.Spec{
		VarParam: anything,
		Type: func(args []cty.Value) (cty.Type, error) {
			if huge(args) {
				return cty.DynamicPseudoType, nil
			}
			return f.ReturnTypeForValues(args)
		},
		Impl: func(args []cty.Value, want cty.Type) (cty.Value, error) {
			if huge(args) {
				return cty.UnknownVal(want), nil
			}
			return f.Call(args)
		},
	})
}

var (
	setProductFunc = sparing(stdlib.SetProductFunc, hugeProduct)
	formatFunc     = sparing(stdlib.FormatFunc, hugeFormat)
	formatListFunc = sparing(stdlib.FormatListFunc, hugeFormat)
	indentFunc     = sparing(stdlib.IndentFunc, hugeIndent)
)

func hugeProduct(args []cty.Value) bool {
	size := 1
	for _, a := range args {
		if a.CanIterateElements() {
			size *= max(a.LengthInt(), 1)
		}
		if size > repeatLimit {
			return true
		}
	}
	return false
}

// hugeFormat reports widths of more than four digits.
func hugeFormat(args []cty.Value) bool {
	if len(args) == 0 || !args[0].IsKnown() || args[0].IsNull() || args[0].Type() != cty.String {
		return false
	}
	digits := 0
	for _, r := range args[0].AsString() {
		if !strings.ContainsRune("0123456789", r) {
			digits = 0
		} else if digits++; digits > 4 {
			return true
		}
	}
	return false
}

func hugeIndent(args []cty.Value) bool {
	if len(args) == 0 || !args[0].IsKnown() || args[0].IsNull() || args[0].Type() != cty.Number {
		return false
	}
	return args[0].GreaterThan(cty.NumberIntVal(repeatLimit)).True()
}
