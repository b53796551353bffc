package module

import (
	"errors"
	"fmt"
	"path"
	"strings"
	"sync"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// ErrNoFiles says that a directory holds no module files of the runtime.
var ErrNoFiles = errors.New("no module files")

// ParseError is a file that does not parse. It never quotes the file, which may
// hold secrets.
type ParseError struct {
	checks.Position
	Summary string
}

// Error names file, line and column.
func (e *ParseError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Summary)
}

// parseError returns the first error of the diagnostics, nil without one.
func parseError(file string, diags hcl.Diagnostics) error {
	for _, d := range diags {
		if d.Severity != hcl.DiagError {
			continue
		}
		e := &ParseError{Position: checks.Position{File: file, Line: 1, Column: 1}, Summary: lowerFirst(d.Summary)}
		if d.Subject != nil {
			e.Position = Position(*d.Subject)
		}
		return e
	}
	return nil
}

// lowerFirst makes a sentence fit behind "file:line: ".
func lowerFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}

// parseFile reads the top-level blocks of one file of either syntax, once for
// each tree.
func parseFile(t *Tree, p string) (*File, error) {
	once, _ := t.parsed.LoadOrStore(p, sync.OnceValues(func() (*File, error) { return parse(t, p) }))
	return once.(func() (*File, error))()
}

func parse(t *Tree, p string) (*File, error) {
	base, _ := splitSuffix(path.Base(p))
	f := &File{Path: p, Name: t.DisplayPath(p), JSON: strings.HasSuffix(p, ".json"), Override: overrides(base), Source: t.Files[p]}
	if TooDeep(f.Source) {
		return nil, &ParseError{Position: checks.Position{File: f.Name, Line: 1, Column: 1}, Summary: "nested too deeply"}
	}
	if f.JSON {
		return f, f.parseJSON()
	}
	file, diags := hclsyntax.ParseConfig(f.Source, f.Name, hcl.InitialPos)
	if err := parseError(f.Name, diags); err != nil {
		return nil, err
	}
	body := file.Body.(*hclsyntax.Body)
	for _, a := range sortedAttributes(body) {
		return nil, &ParseError{Position: Position(a.NameRange), Summary: "an argument cannot stand outside a block"}
	}
	f.Blocks = body.Blocks
	for _, b := range f.Blocks {
		if err := checkLabels(b); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// labelCounts are the labels that the runtimes demand of top-level blocks.
var labelCounts = map[string]int{
	"variable": 1, "output": 1, "module": 1, "provider": 1, "resource": 2, "data": 2, "ephemeral": 2,
	"locals": 0, "terraform": 0,
}

func checkLabels(b *hclsyntax.Block) error {
	want, known := labelCounts[b.Type]
	if !known || len(b.Labels) == want {
		return nil
	}
	return &ParseError{
		Position: Position(b.TypeRange),
		Summary:  fmt.Sprintf("a %s block needs %d labels, this one has %d", b.Type, want, len(b.Labels)),
	}
}
