package source

import (
	"slices"
	"strconv"

	"go.yaml.in/yaml/v3"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// duplicates lists the repeated keys below a value, with their paths from
// there. Without repeats in the document, which is the rule, it looks at nothing.
func (p *preparer) duplicates(v checks.Value) []checks.DuplicateKey {
	if len(p.twice) == 0 {
		return nil
	}
	return p.collect(nil, v, map[*yaml.Node]bool{})
}

// collect names a mapping that several aliases share only once.
func (p *preparer) collect(out []checks.DuplicateKey, v checks.Value, seen map[*yaml.Node]bool) []checks.DuplicateKey {
	node := origin(v.Node())
	if node == nil || seen[node] {
		return out
	}
	seen[node] = true
	for _, r := range p.twice[node] {
		out = append(out, checks.DuplicateKey{Path: v.Get(r.key).Path(), First: r.first, Second: r.second})
	}
	for _, field := range v.Fields() {
		out = p.collect(out, field, seen)
	}
	for _, item := range v.Items() {
		out = p.collect(out, item, seen)
	}
	return out
}

// takeLast corrects the identity of an object whose apiVersion or kind stands
// twice: kubectl takes the last one.
func (c *collector) takeLast(o *checks.Object) {
	for _, r := range c.prep.twice[origin(o.Node())] {
		switch r.key {
		case "apiVersion":
			o.APIVersion = lastText(o.Node(), r.key)
		case "kind":
			o.Kind = lastText(o.Node(), r.key)
		}
	}
}

// ambiguous reports whether an object could be of another kind.
func (c *collector) ambiguous(o *checks.Object) bool {
	return slices.ContainsFunc(c.prep.twice[origin(o.Node())], func(r repeat) bool { return r.key == "apiVersion" || r.key == "kind" })
}

func lastText(n *yaml.Node, key string) string {
	for i := len(n.Content) - 2; i >= 0; i -= 2 {
		if n.Content[i].Value == key {
			return checks.NewValue(n.Content[i+1]).Text()
		}
	}
	return ""
}

// errTwice is the error about a key of a list. Its objects cannot tell about it,
// since which of them are meant is not known.
func errTwice(r repeat) error {
	first, second := r.first, r.second
	if second.Line < first.Line {
		first, second = second, first
	}
	return &Error{Position: second, Problem: "a key of a list stands twice, first in line " + strconv.Itoa(first.Line) + ": readers differ in which one they take"}
}

// origin is the node that an alias stands for, else the node itself.
func origin(n *yaml.Node) *yaml.Node {
	if n != nil && n.Alias != nil {
		return n.Alias
	}
	return n
}
