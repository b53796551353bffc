package source

import (
	"errors"
	"strconv"

	"go.yaml.in/yaml/v3"
)

// extent is the resolved size of an anchored tree; open while it is measured.
type extent struct {
	weight, depth int
	open          bool
}

func isMerge(key *yaml.Node) bool { return key.Tag == "!!merge" }

// measure computes the size of a tree with its aliases resolved, without
// resolving them, and stops as soon as it is too large.
func (p *preparer) measure(n *yaml.Node) (extent, error) {
	if n.Kind == yaml.AliasNode {
		return p.measureAlias(n)
	}
	if n.Anchor != "" {
		p.sizes[n] = extent{open: true}
	}
	size := extent{weight: weight(n)}
	for _, child := range n.Content {
		part, err := p.measure(child)
		if err != nil {
			return size, err
		}
		size.weight += part.weight
		size.depth = max(size.depth, part.depth)
		if size.weight > max(p.limits.AliasFactor*p.weight, p.limits.AliasFloor) {
			return size, p.fail(n, limitError("its aliases would make the document more than "+strconv.Itoa(p.limits.AliasFactor)+" times larger"))
		}
	}
	size.depth++
	if n.Anchor != "" {
		p.sizes[n] = size
	}
	return size, nil
}

func (p *preparer) measureAlias(n *yaml.Node) (extent, error) {
	size := p.sizes[n.Alias]
	if size.open {
		return size, p.fail(n, limitError("an alias inside of the value that it stands for"))
	}
	return size, nil
}

// resolve replaces aliases by what they stand for, and merge keys by the
// entries they bring in. Anchors precede their aliases, so the target of an
// alias is resolved already and can be shared.
func (p *preparer) resolve(n *yaml.Node) error {
	merges := false
	for i, child := range n.Content {
		if child.Kind == yaml.AliasNode {
			n.Content[i] = standIn(child)
			continue
		}
		if err := p.resolve(child); err != nil {
			return err
		}
		merges = merges || (n.Kind == yaml.MappingNode && i%2 == 0 && isMerge(child))
	}
	if merges {
		return p.merge(n)
	}
	return nil
}

// standIn is the target of an alias at the place of the alias. Its field Alias
// tells that the text at this place is not the value itself.
func standIn(alias *yaml.Node) *yaml.Node {
	n := *alias.Alias
	n.Line, n.Column = alias.Line, alias.Column
	n.Anchor, n.Alias = "", alias.Alias
	return &n
}

// merge applies the "<<" keys of a mapping: its own keys win, then the earlier
// of several merged mappings.
func (p *preparer) merge(n *yaml.Node) error {
	have := map[string]bool{}
	var own, sources []*yaml.Node
	for i := 0; i+1 < len(n.Content); i += 2 {
		if isMerge(n.Content[i]) {
			sources = append(sources, n.Content[i+1])
			continue
		}
		have[n.Content[i].Value] = true
		own = append(own, n.Content[i], n.Content[i+1])
	}
	for _, source := range sources {
		list := []*yaml.Node{source}
		if source.Kind == yaml.SequenceNode {
			list = source.Content
		}
		for _, m := range list {
			if m.Kind != yaml.MappingNode {
				return p.fail(m, errors.New(`"<<" needs a map, or a list of maps, to merge`))
			}
			own = mergeInto(own, m.Content, have)
		}
	}
	n.Content = own
	return nil
}

func mergeInto(own, pairs []*yaml.Node, have map[string]bool) []*yaml.Node {
	for i := 0; i+1 < len(pairs); i += 2 {
		if key := pairs[i].Value; !have[key] {
			have[key] = true
			own = append(own, pairs[i], pairs[i+1])
		}
	}
	return own
}
