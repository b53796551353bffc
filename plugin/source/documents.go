package source

import (
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

func (t *tree) document(file string, index int) Document {
	return Document{Node: t.node, File: file, Index: index, Duplicates: t.prep.duplicates(checks.NewValue(t.node))}
}
