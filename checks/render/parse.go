package render

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"go.yaml.in/yaml/v3"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

const (
	// aliasFactor bounds a document with its aliases resolved: ten times the nodes
	// that it is written with, and at least minNodes.
	aliasFactor = 10
	minNodes    = 10_000
	// maxDepth bounds nesting, aliases resolved.
	maxDepth = 200
)

// ParseRender reads the documents of one stream, YAML or JSON, into trees without
// aliases and merge keys. Empty documents carry nothing. A key that stands twice
// is an error: which of the two counts is up to the reader. Errors name the file
// and place, and quote nothing of the text.
func ParseRender(file string, data []byte) (Render, error) {
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var out Render
	for {
		var doc yaml.Node
		err := dec.Decode(&doc)
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, parseError(file, err)
		}
		if len(doc.Content) == 0 || doc.Content[0].ShortTag() == "!!null" {
			continue
		}
		r := resolver{file: file}
		r.left = max(aliasFactor*countNodes(doc.Content[0], 0), minNodes)
		root, err := r.resolve(doc.Content[0], 0)
		if err != nil {
			return nil, err
		}
		out = append(out, Document{Node: root, Position: checks.Position{File: file, Line: root.Line, Column: root.Column}})
	}
}

func parseError(file string, err error) error {
	if m := yamlLine.FindStringSubmatch(err.Error()); m != nil {
		return fmt.Errorf("%s:%s: not valid YAML", file, m[1])
	}
	return fmt.Errorf("%s: not valid YAML", file)
}

// countNodes counts the tree as written; too deep a tree is left to resolve.
func countNodes(n *yaml.Node, depth int) int {
	total := 1
	if depth > maxDepth {
		return total
	}
	for _, child := range n.Content {
		total += countNodes(child, depth+1)
	}
	return total
}

// resolver copies a tree with its aliases replaced, as long as the budget lasts.
type resolver struct {
	file string
	left int
}

func (r *resolver) fail(n *yaml.Node, problem string) error {
	return fmt.Errorf("%s:%d:%d: %s", r.file, n.Line, n.Column, problem)
}

func (r *resolver) resolve(n *yaml.Node, depth int) (*yaml.Node, error) {
	if r.left--; r.left < 0 {
		return nil, r.fail(n, "its aliases make the document too large")
	}
	if depth > maxDepth {
		return nil, r.fail(n, fmt.Sprintf("nested more than %d levels deep", maxDepth))
	}
	if n.Kind == yaml.AliasNode {
		target, err := r.resolve(n.Alias, depth+1)
		if err == nil {
			target.Line, target.Column = n.Line, n.Column
		}
		return target, err
	}
	c := *n
	c.Anchor, c.Content = "", make([]*yaml.Node, 0, len(n.Content))
	for _, child := range n.Content {
		resolved, err := r.resolve(child, depth+1)
		if err != nil {
			return nil, err
		}
		c.Content = append(c.Content, resolved)
	}
	if c.Kind == yaml.MappingNode {
		return &c, r.merge(&c)
	}
	return &c, nil
}

// merge applies the "<<" keys of a mapping, of which its own keys win, and
// refuses keys that stand twice or are no scalars.
func (r *resolver) merge(n *yaml.Node) error {
	own, merged := map[string]*yaml.Node{}, []*yaml.Node(nil)
	var pairs []*yaml.Node
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if key.Kind != yaml.ScalarNode {
			return r.fail(key, "a map key must be a single value")
		}
		if key.ShortTag() == "!!merge" {
			merged = append(merged, value)
			continue
		}
		if first := own[key.Value]; first != nil {
			return r.fail(key, fmt.Sprintf("key %s stands twice, first in line %d", key.Value, first.Line))
		}
		own[key.Value] = key
		pairs = append(pairs, key, value)
	}
	for _, value := range merged {
		list := []*yaml.Node{value}
		if value.Kind == yaml.SequenceNode {
			list = value.Content
		}
		for _, m := range list {
			if m.Kind != yaml.MappingNode {
				return r.fail(value, `"<<" needs a map, or a list of maps`)
			}
			for i := 0; i+1 < len(m.Content); i += 2 {
				if own[m.Content[i].Value] == nil {
					own[m.Content[i].Value] = m.Content[i]
					pairs = append(pairs, m.Content[i], m.Content[i+1])
				}
			}
		}
	}
	n.Content = pairs
	return nil
}
