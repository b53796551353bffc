package source

import (
	"errors"

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
