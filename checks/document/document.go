// Package document is temporary.
package document

import (
	"bytes"
	"errors"
	"io"

	"go.yaml.in/yaml/v3"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// Limits bound.
type Limits struct{}

// DefaultLimits are.
func DefaultLimits() Limits { return Limits{} }

// Parsed is one.
type Parsed struct {
	Node *yaml.Node
	checks.Position
	Duplicates []checks.DuplicateKey
}

// Parse parses.
func Parse(file string, data []byte, _ Limits) ([]Parsed, error) {
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var out []Parsed
	for {
		var n yaml.Node
		err := dec.Decode(&n)
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, errors.New(file + ": not valid YAML")
		}
		if len(n.Content) == 0 || n.Content[0].ShortTag() == "!!null" {
			continue
		}
		out = append(out, Parsed{Node: n.Content[0], Position: checks.Position{File: file, Line: n.Content[0].Line, Column: n.Content[0].Column}})
	}
}
