package checks

import (
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// Width is how many characters a scalar takes in its file, quotes included. It
// is known only for scalars on one line without escapes or tags.
func (v Value) Width() (int, bool) {
	if !v.IsScalar() || strings.ContainsAny(v.node.Value, "\n\\'\"") || v.node.Style&yaml.TaggedStyle != 0 || v.node.Anchor != "" {
		return 0, false
	}
	switch n := utf8.RuneCountInString(v.node.Value); v.node.Style &^ yaml.FlowStyle {
	case 0:
		return n, n > 0
	case yaml.SingleQuotedStyle, yaml.DoubleQuotedStyle:
		return n + 2, true
	}
	return 0, false
}
