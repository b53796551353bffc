package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// Parse reads settings from a document: the plain keys, or the same below spec
// in the envelope of an object of kind RolloutPin. An empty document is no
// setting.
func Parse(data []byte, file string) (*Loaded, error) {
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var node, more yaml.Node
	if err := dec.Decode(&node); err != nil {
		if errors.Is(err, io.EOF) {
			return &Loaded{File: file}, nil
		}
		return nil, fmt.Errorf("%s: %s", file, strings.TrimPrefix(err.Error(), "yaml: "))
	}
	if err := dec.Decode(&more); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: settings are one document", file)
	}
	return FromNode(node.Content[0], file)
}

// envelope is the form of settings as an object.
type envelope struct {
	APIVersion string     `json:"apiVersion"`
	Kind       string     `json:"kind"`
	Metadata   *yaml.Node `json:"metadata"`
	Spec       *yaml.Node `json:"spec"`
}

// FromNode reads settings from a parsed document, as Parse does. The function
// gives its functionConfig here.
func FromNode(node *yaml.Node, file string) (*Loaded, error) {
	if checks.NewValue(node).Get("kind").Present() || checks.NewValue(node).Get("spec").Present() {
		var e envelope
		at, err := Decode(node, file, &e)
		if err != nil {
			return nil, err
		}
		if e.Kind != Kind || e.APIVersion != APIVersion {
			return nil, &Error{at[""], fmt.Sprintf("settings are of kind %s, apiVersion %s", Kind, APIVersion)}
		}
		if e.Spec == nil {
			return &Loaded{File: file}, nil
		}
		node = e.Spec
	}
	l := &Loaded{File: file}
	var err error
	if l.Positions, err = Decode(node, file, &l.Settings); err != nil {
		return nil, err
	}
	return l, l.complete()
}

// complete checks the words and gives the ignore entries their positions.
func (l *Loaded) complete() error {
	for _, s := range []struct{ name, word string }{{"profile", l.Profile}, {"failOn", l.FailOn}, {"emit", l.Emit}} {
		if err := l.check(s.name, s.name, s.word); err != nil {
			return err
		}
	}
	for i, word := range l.Checks {
		if err := l.check("checks", fmt.Sprintf("checks[%d]", i), word); err != nil {
			return err
		}
	}
	if l.MaxMinorSkew != nil && *l.MaxMinorSkew < 0 {
		return &Error{l.Positions["maxMinorSkew"], "maxMinorSkew must not be negative"}
	}
	for i := range l.Ignore {
		if err := l.entry(i); err != nil {
			return err
		}
	}
	return nil
}

func (l *Loaded) check(setting, path, word string) error {
	if word == "" || slices.Contains(allowed[setting], word) {
		return nil
	}
	problem := fmt.Sprintf("%s: use %s", path, strings.Join(allowed[setting], ", "))
	if near, ok := checks.Nearest(word, allowed[setting]); ok {
		problem += fmt.Sprintf("; is it %q?", near)
	}
	return &Error{l.Positions[path], problem}
}

func (l *Loaded) entry(i int) error {
	e := &l.Ignore[i]
	e.Path = fmt.Sprintf("ignore[%d]", i)
	e.Position = l.Positions[e.Path]
	if e.Rule == "" {
		return &Error{e.Position, e.Path + " has no rule: give a rule id, or a pattern such as pin/*"}
	}
	if e.Until == "" {
		return nil
	}
	if _, err := time.Parse(time.DateOnly, e.Until); err != nil {
		return &Error{l.Positions[e.Path+".until"], e.Path + ".until must be a day such as 2026-12-31"}
	}
	return nil
}
