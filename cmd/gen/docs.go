package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/plugin"
)

// docs writes the pages of the rules below dir and removes those of rules that
// are gone.
func docs(dir string) error {
	pages := plugin.RuleDocs()
	for name, text := range pages {
		if err := writeChanged(filepath.Join(dir, filepath.FromSlash(name)), text); err != nil {
			return err
		}
	}
	return filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".md") {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		if _, ok := pages[filepath.ToSlash(name)]; ok {
			return nil
		}
		return os.Remove(path)
	})
}

func writeChanged(name string, text []byte) error {
	if old, err := os.ReadFile(name); err == nil && bytes.Equal(old, text) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, text, 0o644)
}
