package checks

import (
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"
)

// plainNumber is what YAML 1.1 readers, Kubernetes among them, take for a
// number when it is not quoted.
var plainNumber = regexp.MustCompile(`^[-+]?(0[bB][01_]+|0[oO]?[0-7_]+|0[xX][0-9a-fA-F_]+|(\d[\d_]*)?\.?\d[\d_]*([eE][-+]?\d+)?|\d[\d_]*\.([eE][-+]?\d+)?|\.(inf|Inf|INF)|\d[\d_]*(:[0-5]?\d)+(\.\d*)?)$|^\.(nan|NaN|NAN)$`)

// Ambiguous reports whether the value is an unquoted scalar that Kubernetes
// reads as a boolean, null or number although a string is meant.
func (v Value) Ambiguous() bool {
	if !v.IsScalar() || v.node.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		return false
	}
	if v.node.Style&yaml.TaggedStyle != 0 && v.node.ShortTag() == "!!str" {
		return false
	}
	text := v.node.Value
	switch strings.ToLower(text) {
	case "", "~", "null":
		return true
	case "y", "n", "yes", "no", "on", "off", "true", "false":
		return true
	}
	return plainNumber.MatchString(text)
}

// Number reports whether the value is an unquoted scalar that YAML reads as a
// number, for example a version written as 1.30.
func (v Value) Number() bool {
	if !v.IsScalar() {
		return false
	}
	tag := v.node.ShortTag()
	return tag == "!!int" || tag == "!!float" || (v.Ambiguous() && plainNumber.MatchString(v.node.Value))
}
