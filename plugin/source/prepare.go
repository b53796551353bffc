package source

import (
	"errors"
	"strconv"

	"go.yaml.in/yaml/v3"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// preparer turns a parsed tree into one that rules can walk blindly: positions
// are those of the file, there are no comments, no aliases and no merge keys,
// and its depth and resolved size are bounded.
type preparer struct {
	limits Limits
	file   string
	lines  lineMap

	weight   int // of the tree as written
	indirect bool
	twice    map[*yaml.Node][]repeat
	sizes    map[*yaml.Node]extent
}

// repeat is a key that stands twice in a mapping.
type repeat struct {
	key           string
	first, second checks.Position
}

// extent is the resolved size of an anchored tree; open while it is measured.
type extent struct {
	weight, depth int
	open          bool
}

// prepare works in place. It must see every tree before anything else does.
func (p *preparer) prepare(root *yaml.Node) error {
	p.weight, p.indirect = 0, false
	if err := p.scan(root, 1); err != nil {
		return err
	}
	if !p.indirect {
		return nil
	}
	p.sizes = map[*yaml.Node]extent{}
	size, err := p.measure(root)
	if err != nil {
		return err
	}
	if size.depth > p.limits.Depth {
		return p.fail(root, tooDeep(p.limits.Depth))
	}
	return p.resolve(root)
}

func (p *preparer) fail(n *yaml.Node, problem error) error {
	return &Error{Position: checks.Position{File: p.file, Line: n.Line, Column: n.Column}, Problem: problem.Error(), Err: problem}
}

// scan visits the tree as written.
func (p *preparer) scan(n *yaml.Node, depth int) error {
	n.Line, n.Column = p.lines.position(n.Line, n.Column)
	n.HeadComment, n.LineComment, n.FootComment = "", "", ""
	p.weight += weight(n)
	if depth > p.limits.Depth {
		return p.fail(n, tooDeep(p.limits.Depth))
	}
	if n.Kind == yaml.AliasNode {
		p.indirect = true
		return nil
	}
	for _, child := range n.Content {
		if err := p.scan(child, depth+1); err != nil {
			return err
		}
	}
	if n.Kind == yaml.MappingNode {
		return p.keys(n)
	}
	return nil
}

// weight of a node without its children: long text counts for more, since
// rules compare and hash it.
func weight(n *yaml.Node) int { return 1 + len(n.Value)/64 }

// keys looks at the keys of a mapping: merges, repeats and keys that are no
// scalars.
func (p *preparer) keys(n *yaml.Node) error {
	var seen map[string]*yaml.Node
	if len(n.Content) > 32 {
		seen = make(map[string]*yaml.Node, len(n.Content)/2)
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := keyNode(n.Content[i])
		if key.Kind != yaml.ScalarNode {
			return p.fail(n.Content[i], errors.New("a map key must be a single value"))
		}
		p.indirect = p.indirect || isMerge(key)
		first, found := seen[key.Value]
		switch {
		case seen != nil && !found:
			seen[key.Value] = n.Content[i]
		case seen == nil:
			first = findKey(n.Content[:i], key.Value)
		}
		if first != nil {
			p.repeated(n, key.Value, first, n.Content[i])
		}
	}
	return nil
}

// keyNode is the key itself where an alias stands for it.
func keyNode(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

func findKey(pairs []*yaml.Node, key string) *yaml.Node {
	for i := 0; i+1 < len(pairs); i += 2 {
		if keyNode(pairs[i]).Value == key {
			return pairs[i]
		}
	}
	return nil
}

func (p *preparer) repeated(n *yaml.Node, key string, first, second *yaml.Node) {
	if p.twice == nil {
		p.twice = map[*yaml.Node][]repeat{}
	}
	at := func(n *yaml.Node) checks.Position {
		return checks.Position{File: p.file, Line: n.Line, Column: n.Column}
	}
	p.twice[n] = append(p.twice[n], repeat{key: key, first: at(first), second: at(second)})
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
