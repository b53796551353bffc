package source

import (
	"bytes"
	"context"
	"errors"
	"io"

	"go.yaml.in/yaml/v3"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// Document is one prepared document, with or without apiVersion and kind: its
// tree has no aliases, merge keys or comments, a bounded depth and the
// positions of the file. It must not be changed.
type Document struct {
	Node *yaml.Node
	// File as the user named it; Index counts its documents that have content,
	// from 0.
	File  string
	Index int
	// Duplicates lists keys that stand twice.
	Duplicates []checks.DuplicateKey
}

// Documents reads every document of what the options name, lists as they are.
// Kinds, Namespace and Tolerant mean nothing here.
func Documents(ctx context.Context, o Options) ([]Document, error) {
	o.Tolerant = false
	var out []Document
	m := &merger{document: func(file string, index int, parts []tree) error {
		out = append(out, parts[0].document(file, index))
		return nil
	}}
	if err := read(ctx, o, m, false); err != nil {
		return nil, err
	}
	return out, nil
}

// ParseDocuments reads the documents of a text in memory, for example one that
// was embedded in another. The name stands in positions and errors, which are
// of type *Error.
func ParseDocuments(name string, text []byte, limits Limits) ([]Document, error) {
	trees, err := parseText(name, text, limits.orDefaults())
	if err != nil {
		return nil, err
	}
	out := make([]Document, len(trees))
	for i, t := range trees {
		out[i] = t.document(name, i)
	}
	return out, nil
}

func parseText(name string, text []byte, limits Limits) ([]tree, error) {
	p := parser{limits: limits}
	s := newSplitter(bytes.NewReader(text), p.limits.DocumentBytes)
	var out []tree
	for {
		c, err := s.next()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, s.error(name, err)
		}
		trees, _, err := p.parse(c, name)
		if err != nil {
			return nil, err
		}
		out = append(out, trees...)
	}
}

func (t *tree) document(file string, index int) Document {
	return Document{Node: t.node, File: file, Index: index, Duplicates: t.prep.duplicates(checks.NewValue(t.node))}
}
