package source

import (
	"bytes"
	"errors"
	"io"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// remote finds what kustomize would fetch: URLs, and repositories by the forms
// that it knows.
var remote = regexp.MustCompile(`(?i)^(git::|[a-z][a-z0-9+.-]*://|[a-z][a-z0-9-]*@|github\.com[/:])`)

// pathFields are the fields of kustomizations, and of the configurations of
// its plugins, that name files or directories.
var pathFields = map[string]bool{
	"resources": true, "bases": true, "components": true, "crds": true, "configurations": true,
	"generators": true, "transformers": true, "validators": true,
	"path": true, "paths": true, "files": true, "file": true, "env": true, "envs": true, "patchesStrategicMerge": true,
	"valuesFile": true, "additionalValuesFiles": true, "targetFilePath": true,
}

// freeFields hold keys that users choose.
var freeFields = map[string]bool{"commonLabels": true, "commonAnnotations": true, "labels": true, "annotations": true}

// local refuses a kustomization that would make kustomize fetch something.
func (g *guard) local(name string, data []byte) error {
	return g.eachDocument(name, data, func(v checks.Value) error {
		if err := g.paths(name, v, false); err != nil {
			return err
		}
		if err := g.present(name, v); err != nil {
			return err
		}
		for _, field := range []string{"generators", "transformers", "validators"} {
			for _, item := range v.Get(field).Items() {
				if err := g.plugin(name, item); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// paths looks at everything below a field that names paths.
func (g *guard) paths(name string, v checks.Value, isPath bool) error {
	if text := v.Text(); isPath && remote.MatchString(generatorPath(text)) {
		return g.refuse(name, v, "it names something remote, which is not fetched; render it with kustomize and pipe the result to -f -")
	}
	for _, item := range v.Items() {
		if err := g.paths(name, item, isPath); err != nil {
			return err
		}
	}
	for field, value := range v.Fields() {
		if freeFields[field] {
			continue
		}
		if err := g.paths(name, value, pathFields[field]); err != nil {
			return err
		}
	}
	return nil
}

// present refuses a kustomization that names resources that are not there:
// kustomize would say so too, at length and without a line.
func (g *guard) present(name string, v checks.Value) error {
	for _, field := range []string{"resources", "bases", "components"} {
		for _, item := range v.Get(field).Items() {
			if !g.Exists(filepath.Join(filepath.Dir(name), item.Text())) {
				return g.refuse(name, item, "it names a file or directory that does not exist")
			}
		}
	}
	return nil
}

// generatorPath is the path in "key=path", the form of generators.
func generatorPath(text string) string {
	if key, file, ok := strings.Cut(text, "="); ok && !strings.ContainsAny(key, ":/?") {
		return file
	}
	return text
}

func (g *guard) refuse(name string, v checks.Value, problem string) error {
	return &Error{Position: checks.Position{File: g.display(name), Line: v.Line(), Column: v.Column()}, Problem: problem}
}

// plugin looks at the configuration of a plugin: inline, or a file. What a
// directory would render to cannot be known before, so that is refused.
func (g *guard) plugin(name string, item checks.Value) error {
	text := item.Text()
	if strings.Contains(text, "\n") {
		return g.eachDocument(name, []byte(text), func(v checks.Value) error { return g.paths(name, v, false) })
	}
	file := filepath.Join(filepath.Dir(name), text)
	switch {
	case !g.Exists(file):
		return g.refuse(name, item, "it names a file that does not exist")
	case g.IsDir(file):
		return g.refuse(name, item, "a plugin configuration that is rendered itself is not supported; render with kustomize and pipe the result to -f -")
	}
	data, err := g.read(file)
	if err != nil {
		return err
	}
	return g.eachDocument(file, data, func(v checks.Value) error { return g.paths(file, v, false) })
}

// eachDocument parses a text that has to be valid.
func (g *guard) eachDocument(name string, data []byte, visit func(checks.Value) error) error {
	s := newSplitter(bytes.NewReader(data), g.parser.limits.DocumentBytes)
	for {
		c, err := s.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return s.error(g.display(name), err)
		}
		trees, _, err := g.parser.parse(c, g.display(name))
		if err != nil {
			return err
		}
		for _, t := range trees {
			if err := visit(checks.NewValue(t.node)); err != nil {
				return err
			}
		}
	}
}
