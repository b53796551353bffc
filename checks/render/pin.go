package render

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// Names of the pin file's kind.
const (
	PinAPIVersion = "rollout-pin.dev/v1alpha1"
	PinKind       = "RenderPin"
)

// Pin is a RenderPin file: where the version and the renders are, and the state
// that was accepted last.
type Pin struct {
	APIVersion string   `yaml:"apiVersion"`
	Kind       string   `yaml:"kind"`
	Metadata   PinMeta  `yaml:"metadata"`
	Spec       PinSpec  `yaml:"spec"`
	Pinned     *Pinned  `yaml:"pinned"`
	place      pinPlace `yaml:"-"`
}

// PinMeta names a pin.
type PinMeta struct {
	Name        string            `yaml:"name"`
	Namespace   string            `yaml:"namespace"`
	Labels      map[string]string `yaml:"labels"`
	Annotations map[string]string `yaml:"annotations"`
}

// PinSpec says what is pinned.
type PinSpec struct {
	VersionFrom VersionFrom `yaml:"versionFrom"`
	Cases       []PinCase   `yaml:"cases"`
	// IgnorePaths are globs over JSON pointers that are no output.
	IgnorePaths Globs `yaml:"ignorePaths"`
	// SecretPaths are globs over JSON pointers whose values are never shown.
	SecretPaths Globs `yaml:"secretPaths"`
	// OpenEmbedded compares documents inside strings path by path.
	OpenEmbedded bool `yaml:"openEmbedded"`
}

// VersionFrom is where the version is read: exactly one of its fields.
type VersionFrom struct {
	GoConst *GoConstSource `yaml:"goConst"`
	Field   *FieldSource   `yaml:"field"`
	Value   yaml.Node      `yaml:"value"`
}

// GoConstSource is a constant or variable of a Go file, relative to the pin.
type GoConstSource struct {
	File string `yaml:"file"`
	Name string `yaml:"name"`
}

// FieldSource is a field of a YAML or JSON file, relative to the pin.
type FieldSource struct {
	File string `yaml:"file"`
	Path string `yaml:"path"`
}

// PinCase is one case: its renders under different secrets bundles.
type PinCase struct {
	Name string `yaml:"name"`
	// Renders are files or folders relative to the pin.
	Renders []string `yaml:"renders"`
}

// Pinned is the accepted state. It holds no secret value and no digest of one.
type Pinned struct {
	Version     int64                        `yaml:"version"`
	Fingerprint string                       `yaml:"fingerprint"`
	Documents   map[string]map[string]string `yaml:"documents,omitempty"`
	// Unbumped is the reason given when a change was pinned without a new version.
	Unbumped string `yaml:"unbumped,omitempty"`
}

type pinPlace struct {
	file    string
	version checks.Position
}

// Place is where the pinned version stands, or the pin itself.
func (p *Pin) Place() checks.Position {
	if p.place.version.Line > 0 {
		return p.place.version
	}
	return checks.Position{File: p.place.file, Line: 1, Column: 1}
}

// Options are the pin's options.
func (p *Pin) Options() Options {
	return Options{Ignore: p.Spec.IgnorePaths, SecretPaths: p.Spec.SecretPaths, OpenEmbedded: p.Spec.OpenEmbedded}
}

// IsPin reports whether a document is a RenderPin.
func IsPin(v checks.Value) bool {
	return v.Get("kind").Text() == PinKind && strings.HasPrefix(v.Get("apiVersion").Text(), "rollout-pin.dev/")
}

// ParsePin reads a RenderPin strictly: unknown keys are errors with their line.
func ParsePin(file string, data []byte) (*Pin, error) { return parsePin(file, data, true) }

// ParseItemsPin reads a RenderPin whose renders are given otherwise, as the items
// of a KRM function are; its cases need not name files.
func ParseItemsPin(file string, data []byte) (*Pin, error) { return parsePin(file, data, false) }

func parsePin(file string, data []byte, files bool) (*Pin, error) {
	var pin Pin
	dec := yaml.NewDecoder(bytes.NewReader(data))
	dec.KnownFields(true)
	if err := dec.Decode(&pin); err != nil {
		return nil, decodeError(file, err)
	}
	if err := dec.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: a pin file holds one document", file)
	}
	pin.place.file = file
	var root yaml.Node
	if err := yaml.Unmarshal(data, &root); err == nil {
		pin.locate(file, checks.NewValue(&root))
	}
	return &pin, pin.validate(file, files)
}

func (p *Pin) locate(file string, root checks.Value) {
	if v := root.Get("pinned", "version"); v.Present() {
		p.place.version = checks.Position{File: file, Line: v.Line(), Column: v.Column()}
	}
}

func (p *Pin) validate(file string, files bool) error {
	switch {
	case p.APIVersion != PinAPIVersion || p.Kind != PinKind:
		return fmt.Errorf("%s: a pin has apiVersion %s and kind %s", file, PinAPIVersion, PinKind)
	case len(p.Spec.Cases) == 0:
		return fmt.Errorf("%s: spec.cases is empty: list at least one case with its renders", file)
	}
	seen := map[string]bool{}
	for i, c := range p.Spec.Cases {
		if c.Name == "" || seen[c.Name] {
			return fmt.Errorf("%s: spec.cases[%d].name is empty or stands twice", file, i)
		}
		if files && len(c.Renders) == 0 {
			return fmt.Errorf("%s: spec.cases[%d].renders is empty: name the files or folders of case %s", file, i, c.Name)
		}
		seen[c.Name] = true
	}
	if err := errors.Join(p.Spec.IgnorePaths.Validate(), p.Spec.SecretPaths.Validate()); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return p.Spec.VersionFrom.validate(file)
}

func (v VersionFrom) validate(file string) error {
	given := 0
	for _, there := range []bool{v.GoConst != nil, v.Field != nil, !v.Value.IsZero()} {
		if there {
			given++
		}
	}
	if given != 1 {
		return fmt.Errorf("%s: spec.versionFrom needs exactly one of goConst, field and value", file)
	}
	if v.GoConst != nil && (v.GoConst.File == "" || v.GoConst.Name == "") {
		return fmt.Errorf("%s: spec.versionFrom.goConst needs file and name", file)
	}
	if v.Field != nil && (v.Field.File == "" || v.Field.Path == "") {
		return fmt.Errorf("%s: spec.versionFrom.field needs file and path", file)
	}
	return nil
}

var (
	yamlLine     = regexp.MustCompile(`line (\d+): (.*)`)
	unknownField = regexp.MustCompile(`^field (\S+) not found in type`)
	repeatedKey  = regexp.MustCompile(`^mapping key "?([^"]*)"? already defined at line (\d+)`)
)

// decodeError rewrites the decoder's messages: they name Go types and may quote
// values.
func decodeError(file string, err error) error {
	m := yamlLine.FindStringSubmatch(err.Error())
	if m == nil {
		return fmt.Errorf("%s: not a valid RenderPin", file)
	}
	line, _ := strconv.Atoi(m[1])
	if f := unknownField.FindStringSubmatch(m[2]); f != nil {
		return fmt.Errorf("%s:%d: unknown key %q", file, line, f[1])
	}
	if f := repeatedKey.FindStringSubmatch(m[2]); f != nil {
		return fmt.Errorf("%s:%d: key %q stands twice, first in line %s", file, line, f[1], f[2])
	}
	return fmt.Errorf("%s:%d: not a valid RenderPin: a value is of the wrong kind or the YAML is broken", file, line)
}
