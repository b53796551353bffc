package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// maxSize is more than any settings need.
const maxSize = 1 << 20

// Loaded is settings with their origin.
type Loaded struct {
	Settings
	// File as the user named it, or as it was found; "" when there is none.
	File string
	// Positions of the values in File.
	Positions Positions
}

// Path makes a file that the settings name relative to their own directory
// relative to the working directory.
func (l *Loaded) Path(file string) string {
	if file == "" || filepath.IsAbs(file) || l.File == "" {
		return file
	}
	return filepath.Join(filepath.Dir(l.File), file)
}

// Gates lists the feature gates as flags write them: A=true,B=false.
func (s Settings) Gates() string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(s.FeatureGates)) {
		out = append(out, name+"="+strconv.FormatBool(s.FeatureGates[name]))
	}
	return strings.Join(out, ",")
}

// Load reads the named settings. Without a name it looks for FileName in dir
// and its parents up to the root of the git repository, outside of a repository
// in dir alone; it is no error when there is none.
func Load(name, dir string) (*Loaded, error) {
	if name == "" {
		name = find(dir)
	}
	if name == "" {
		return &Loaded{}, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("read settings: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxSize+1))
	if err != nil {
		return nil, fmt.Errorf("read settings %s: %w", name, err)
	}
	if len(data) > maxSize {
		return nil, fmt.Errorf("read settings %s: more than %d bytes", name, maxSize)
	}
	return Parse(data, name)
}

// find returns the settings file that serves dir, relative to it, or "".
func find(dir string) string {
	names := []string{}
	for at, up := dir, ""; ; at, up = filepath.Dir(at), filepath.Join("..", up) {
		names = append(names, filepath.Join(up, FileName))
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			break
		}
		if at == filepath.Dir(at) {
			names = names[:1]
			break
		}
	}
	for _, name := range names {
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil && info.Mode().IsRegular() {
			return name
		} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return name
		}
	}
	return ""
}

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
