package source

import (
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

// origin is the node that an alias stands for, else the node itself.
func origin(n *yaml.Node) *yaml.Node {
	if n != nil && n.Alias != nil {
		return n.Alias
	}
	return n
}
