// Package report turns the result of a command into the formats that people
// and programs read, one Reporter per format.
package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"sigs.k8s.io/yaml"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// APIVersion of every report.
const APIVersion = "rollout-pin.dev/v1alpha1"

// Document is the result of one command. Its JSON encoding is the contract of
// spec'd reports; the other methods serve the formats for people and CI.
type Document interface {
	// Command is what ran, for example "check".
	Command() string
	// Findings points at every finding, in report order, so that suppressions
	// can be marked in place.
	Findings() []*checks.Finding
	// Add appends a finding about the run as a whole.
	Add(checks.Finding)
	// NotEvaluated lists missing evidence of the report and its items.
	NotEvaluated() []checks.NotEvaluated
	// Seal computes the summary. It is called once, after the last Add.
	Seal()
	// Text writes the page or table for people.
	Text(w io.Writer, style Style) error
	// Names lists what -o name prints.
	Names() []string
}

// Style says how text may look.
type Style struct {
	Wide  bool
	Color bool
	// Width of the terminal in columns, 0 when it is none.
	Width int
}

// Context is what a format may need beside the document.
type Context struct {
	Style Style
	// Rules has the description of every rule.
	Rules []checks.Meta
	// Version of the program.
	Version string
	// FailOn is the severity from which findings fail the run, or "never".
	FailOn string
	// Dir is the working directory; files below it are named relative to it
	// where a format asks for that.
	Dir string
}

// Fails reports whether a finding fails the run.
func (c Context) Fails(f *checks.Finding) bool {
	if f.Suppressed != nil || c.FailOn == "never" {
		return false
	}
	return f.Severity.Rank() <= checks.Severity(c.FailOn).Rank()
}

// Reporter writes a document in one format.
type Reporter interface {
	Report(w io.Writer, doc Document, c Context) error
}

// Func makes a Reporter of a function.
type Func func(w io.Writer, doc Document, c Context) error

// Report calls the function.
func (f Func) Report(w io.Writer, doc Document, c Context) error { return f(w, doc, c) }

// Format is a named reporter.
type Format struct {
	Name string
	Reporter
	// Only limits the format to some commands; empty means all.
	Only []string
}

// Formats lists the formats in the order that help shows.
func Formats() []Format {
	return []Format{
		{Name: "table", Reporter: Func(writeTable)},
		{Name: "wide", Reporter: Func(writeWide)},
		{Name: "json", Reporter: Func(writeJSON)},
		{Name: "yaml", Reporter: Func(writeYAML)},
		{Name: "name", Reporter: Func(writeNames)},
		{Name: "sarif", Reporter: Func(writeSARIF)},
		{Name: "junit", Reporter: Func(writeJUnit)},
		{Name: "github", Reporter: Func(writeGitHub)},
		{Name: "markdown", Reporter: Func(writeMarkdown)},
		{Name: "policyreport", Reporter: Func(writePolicyReport)},
		{Name: "mermaid", Reporter: Func(writeMermaid), Only: []string{"check", "explain"}},
		{Name: "html", Reporter: Func(writeHTML), Only: []string{"explain"}},
		{Name: CompatibleLint, Reporter: Func(writeCompatibleLint), Only: []string{"lint"}},
	}
}

// Lookup finds the format for a command.
func Lookup(name, command string) (Format, error) {
	var known []string
	for _, f := range Formats() {
		if len(f.Only) > 0 && !slices.Contains(f.Only, command) {
			continue
		}
		if f.Name == name {
			return f, nil
		}
		known = append(known, f.Name)
	}
	return Format{}, fmt.Errorf("unknown output format %q: use one of %s", name, strings.Join(known, ", "))
}

func writeTable(w io.Writer, doc Document, c Context) error {
	c.Style.Wide = false
	return writeText(w, doc, c)
}

func writeWide(w io.Writer, doc Document, c Context) error {
	c.Style.Wide = true
	return writeText(w, doc, c)
}

func writeText(w io.Writer, doc Document, c Context) error {
	var b strings.Builder
	if err := doc.Text(&b, c.Style); err != nil {
		return err
	}
	_, err := io.WriteString(w, cleanTerminal(b.String(), c.Style.Color))
	return err
}

func writeJSON(w io.Writer, doc Document, _ Context) error {
	return encodeJSON(w, doc)
}

// highControl are the control characters that JSON leaves as they are.
var highControl = regexp.MustCompile(`[\x{7f}-\x{9f}]`)

func encodeJSON(w io.Writer, v any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("encode report: %w", err)
	}
	_, err := w.Write(highControl.ReplaceAllFunc(b.Bytes(), func(c []byte) []byte {
		r, _ := utf8.DecodeRune(c)
		return fmt.Appendf(nil, `\u%04x`, r)
	}))
	return err
}

func writeYAML(w io.Writer, doc Document, _ Context) error {
	var b bytes.Buffer
	if err := encodeJSON(&b, doc); err != nil {
		return err
	}
	data, err := yaml.JSONToYAML(b.Bytes())
	if err != nil {
		return fmt.Errorf("encode report: %w", err)
	}
	_, err = w.Write(data)
	return err
}

func writeNames(w io.Writer, doc Document, _ Context) error {
	for _, name := range doc.Names() {
		if _, err := fmt.Fprintln(w, Clean(name)); err != nil {
			return err
		}
	}
	return nil
}
