// Package report turns the result of a command into the formats that people
// and programs read, one Reporter per format.
package report

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

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
	return doc.Text(w, c.Style)
}

func writeWide(w io.Writer, doc Document, c Context) error {
	c.Style.Wide = true
	return doc.Text(w, c.Style)
}

func writeJSON(w io.Writer, doc Document, _ Context) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(doc)
}

func writeYAML(w io.Writer, doc Document, _ Context) error {
	data, err := yaml.Marshal(doc)
	if err != nil {
		return fmt.Errorf("encode report: %w", err)
	}
	_, err = w.Write(data)
	return err
}

func writeNames(w io.Writer, doc Document, _ Context) error {
	for _, name := range doc.Names() {
		if _, err := fmt.Fprintln(w, name); err != nil {
			return err
		}
	}
	return nil
}
