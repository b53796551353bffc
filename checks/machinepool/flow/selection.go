package flow

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/provider"
)

// restricts judges a data source; known is false when its argument is open.
func (n *Node) restricts() (r *Restriction, known bool) {
	if n.row == nil || n.row.Members == nil {
		return nil, true
	}
	m := n.row.Members
	words, at, given, known := n.selectedStates(m)
	if !known {
		return nil, false
	}
	if !given {
		if len(m.Default) == 0 {
			return nil, true
		}
		words, at = m.Default, n.resource.Block.DefRange()
	}
	missing := slices.DeleteFunc(slices.Clone(m.Live), func(live string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.EqualFold(w, live) })
	})
	if len(missing) == 0 {
		return nil, true
	}
	return &Restriction{Source: n, Default: !given, Missing: missing, At: at}, true
}

// selectedStates reads the argument or filter block that selects states.
func (n *Node) selectedStates(m *provider.Members) (words []string, at hcl.Range, given, known bool) {
	if m.States != "" {
		for _, p := range n.places(m.States) {
			v := p.value()
			if !v.IsWhollyKnown() {
				v = p.usual()
			}
			if v.IsKnown() && v.IsNull() {
				continue
			}
			words, known = stringsOf(v)
			return words, p.attribute.NameRange, true, known
		}
	}
	if m.Filter != "" {
		for _, b := range n.resource.Block.Body.Blocks {
			if b.Type != m.Filter {
				continue
			}
			name := textOf(n.instance.strict.Value(expressionOf(b.Body, "name"), n.bound().unknowns()))
			if !slices.Contains(m.Named, name) {
				continue
			}
			words, known = stringsOf(n.instance.likely.Value(expressionOf(b.Body, "values"), n.bound().unknowns()))
			return words, b.DefRange(), true, known
		}
	}
	return nil, hcl.Range{}, false, true
}

// stringsOf returns the strings of a known list or a single known string.
func stringsOf(v cty.Value) (out []string, known bool) {
	if !v.IsWhollyKnown() || v.IsNull() {
		return nil, false
	}
	if v.Type() == cty.String {
		return []string{v.AsString()}, true
	}
	if !v.CanIterateElements() {
		return nil, false
	}
	for it := v.ElementIterator(); it.Next(); {
		_, e := it.Element()
		out = append(out, textOf(e))
	}
	return out, true
}
