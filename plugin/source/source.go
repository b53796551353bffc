// Package source reads objects from files, archives, kustomizations, git
// revisions and clusters into snapshots.
package source

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"go.yaml.in/yaml/v3"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// Options say what to read and how.
type Options struct {
	// Filenames are files, directories, globs, archives or "-".
	Filenames []string
	// Kustomize is a kustomization directory.
	Kustomize string
	// Recursive reads subdirectories.
	Recursive bool
	// Ignore lists globs over paths below a directory.
	Ignore []string
	// Namespace is given to namespaced objects that have none.
	Namespace string
	// Stdin is read for "-".
	Stdin io.Reader
	// Kinds, when not nil, says which kinds matter; documents of other kinds
	// are counted and dropped, if possible without parsing them.
	Kinds func(checks.GroupKind) bool
	// Tolerant lists unreadable files below directories as problems of the
	// snapshot instead of failing.
	Tolerant bool
	// Workers bounds parallel decoding; 0 means GOMAXPROCS.
	Workers int
}

// Load reads everything that the options name.
func Load(_ context.Context, o Options) (*checks.Snapshot, error) {
	b := checks.NewBuilder()
	for _, name := range o.Filenames {
		if err := loadPath(b, o, name); err != nil {
			return nil, err
		}
	}
	return b.Snapshot(), nil
}

func loadPath(b *checks.Builder, o Options, name string) error {
	if name == "-" {
		data, err := io.ReadAll(o.Stdin)
		if err != nil {
			return fmt.Errorf("read standard input: %w", err)
		}
		return loadBytes(b, o, name, data)
	}
	return filepath.WalkDir(name, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return loadBytes(b, o, path, data)
	})
}

func loadBytes(b *checks.Builder, o Options, name string, data []byte) error {
	b.Count(checks.ReadStats{Files: 1})
	dec := yaml.NewDecoder(bytes.NewReader(data))
	for doc := 0; ; doc++ {
		var node yaml.Node
		err := dec.Decode(&node)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: not valid YAML", name)
		}
		obj := checks.NewObject(&node, checks.Origin{File: name, Document: doc})
		b.Count(checks.ReadStats{Documents: 1})
		if obj.Kind == "" {
			continue
		}
		if obj.Namespace == "" {
			obj.Namespace = o.Namespace
		}
		b.Add(obj)
	}
}
