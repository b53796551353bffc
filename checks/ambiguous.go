package checks

import (
	"fmt"
	"strconv"
	"unicode/utf8"
)

// AmbiguousScalars reports those of an object's fields that are read as strings
// but written without quotes in a way that Kubernetes takes for a boolean, null
// or number, as config/ambiguous-scalar. Absent fields are fine. Fields that a
// more special rule judges are not for it.
func AmbiguousScalars(o *Object, fields ...Value) []Finding {
	var out []Finding
	for _, v := range fields {
		if !v.Ambiguous() {
			continue
		}
		f := newFinding(ambiguousScalar(), ambiguousMessage(o, v))
		f.Object, f.Subject, f.Field, f.Position = o.Ref(), v.Path(), v.Path(), o.At(v)
		f.Fix.Edits = quote(o, v)
		out = append(out, *f)
	}
	return out
}

// ambiguousMessage leaves the text out where it could be a secret.
func ambiguousMessage(o *Object, v Value) string {
	text := v.Node().Value
	switch {
	case text == "":
		return fmt.Sprintf("%s has no value, which Kubernetes reads as null where a string is meant", v.Path())
	case o.Kind == "Secret":
		return fmt.Sprintf("%s is a string without quotes, which Kubernetes reads as another type", v.Path())
	}
	return fmt.Sprintf("%s is %s without quotes, which Kubernetes reads as %s where a string is meant", v.Path(), text, readAs(v))
}

func readAs(v Value) string {
	switch {
	case v.Null():
		return "null"
	case v.Number():
		return "a number"
	}
	return "a boolean"
}

// quote is the edit that puts quotes around a scalar.
func quote(o *Object, v Value) []Edit {
	at, text := o.At(v), v.Node().Value
	if at.File == "" || at.Line == 0 || text == "" || v.Null() {
		return nil
	}
	return []Edit{{
		File: at.File, Line: at.Line, Column: at.Column,
		EndLine: at.Line, EndColumn: at.Column + utf8.RuneCountInString(text), NewText: strconv.Quote(text),
	}}
}
