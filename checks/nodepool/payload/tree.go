package payload

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// encodeWithout writes a tree down in one unambiguous form, leaving out the
// given key wherever it stands. An alias is written as its name.
func encodeWithout(n *yaml.Node, key string) string {
	var out strings.Builder
	write(&out, n, func(k string, _ *yaml.Node) bool { return k == key })
	return out.String()
}

// frame is a MachineConfig without its files.
func frame(v checks.Value) string {
	if v.Node() == nil {
		return ""
	}
	return encodeWithout(v.Node(), "files")
}

// sameContent reports whether two documents differ in their writing only: key
// order, quoting, and fields that are null or empty on one side. The operator
// prints such fields by the types it was built with.
func sameContent(a, b checks.Value) bool {
	if a.Node() == nil || b.Node() == nil {
		return false
	}
	var x, y strings.Builder
	write(&x, a.Node(), empty)
	write(&y, b.Node(), empty)
	return x.String() == y.String()
}

func empty(_ string, n *yaml.Node) bool {
	switch n.Kind {
	case yaml.ScalarNode:
		return n.ShortTag() == "!!null" || n.Value == "" || (n.ShortTag() == "!!bool" && strings.EqualFold(n.Value, "false"))
	case yaml.MappingNode, yaml.SequenceNode:
		return len(n.Content) == 0
	}
	return false
}

func write(out *strings.Builder, n *yaml.Node, skip func(string, *yaml.Node) bool) {
	switch n.Kind {
	case yaml.MappingNode:
		writeMapping(out, n, skip)
	case yaml.SequenceNode:
		out.WriteByte('[')
		for _, c := range n.Content {
			write(out, c, skip)
			out.WriteByte(',')
		}
		out.WriteByte(']')
	case yaml.AliasNode:
		out.WriteString("*" + n.Value)
	default:
		out.WriteString(n.ShortTag())
		out.WriteString(quote(n.Value))
	}
}

func writeMapping(out *strings.Builder, n *yaml.Node, skip func(string, *yaml.Node) bool) {
	type entry struct {
		key   string
		value *yaml.Node
	}
	var entries []entry
	for i := 0; i+1 < len(n.Content); i += 2 {
		if k, v := n.Content[i].Value, n.Content[i+1]; !skip(k, v) {
			entries = append(entries, entry{k, v})
		}
	}
	slices.SortStableFunc(entries, func(a, b entry) int { return strings.Compare(a.key, b.key) })
	out.WriteByte('{')
	for _, e := range entries {
		out.WriteString(quote(e.key))
		out.WriteByte(':')
		write(out, e.value, skip)
		out.WriteByte(',')
	}
	out.WriteByte('}')
}

// quote keeps texts apart from the marks around them.
func quote(s string) string {
	return "\"" + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + "\""
}
