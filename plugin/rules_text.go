package plugin

import (
	"bytes"
	"fmt"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/report"
)

// ruleText describes a rule on a terminal.
func ruleText(m checks.Meta, style report.Style) []byte {
	var b bytes.Buffer
	paragraph := func(title, text string) {
		fmt.Fprintf(&b, "\n%s\n", style.Bold(strings.ToUpper(title)))
		for _, part := range strings.Split(strings.TrimSpace(text), "\n\n") {
			fmt.Fprintln(&b, style.Wrap(part, "  ", "  "))
		}
	}
	fmt.Fprintf(&b, "%s (%s)\n%s\n", style.Bold(m.ID), style.Severity(m.Severity), style.Wrap(m.Title, "", ""))
	paragraph("Why", m.Why)
	paragraph("Fix", m.Fix)
	exampleText(&b, "An example that fails", m.Fails, style)
	exampleText(&b, "An example that passes", m.Passes, style)
	paragraph("Accept a finding", acceptance(m))
	paragraph("Source", m.Source)
	return b.Bytes()
}

func exampleText(b *bytes.Buffer, title string, e checks.Example, style report.Style) {
	fmt.Fprintf(b, "\n%s\n", style.Bold(strings.ToUpper(title)))
	for _, f := range exampleFiles(e) {
		fmt.Fprintf(b, "  %s\n", style.Faint(f.Name))
		for _, line := range strings.Split(strings.TrimSuffix(string(f.Data), "\n"), "\n") {
			fmt.Fprintln(b, strings.TrimRight("    "+line, " "))
		}
	}
	fmt.Fprintf(b, "  %s\n", style.Cyan("$ "+commandLine(e)))
}

func exampleFiles(e checks.Example) []txtar.File { return txtar.Parse([]byte(e.Files)).Files }

// commandLine is what a user types to run an example.
func commandLine(e checks.Example) string {
	line := "kubectl rollout-pin " + e.Args
	for _, f := range exampleFiles(e) {
		if f.Name == "stdin" {
			line += " < stdin"
		}
	}
	return line
}

// acceptance says how a finding of the rule is suppressed.
func acceptance(m checks.Meta) string {
	switch groupOf(m.ID) {
	case "config":
		if strings.HasPrefix(m.ID, "config/suppression-") || m.ID == "config/baseline-stale" {
			return "Findings about suppressions cannot be suppressed themselves."
		}
	case "input", "output", "pool", "module":
		return "Write the comment `# rollout-pin:ignore " + m.ID + " REASON` above the line, or an entry under `ignore` in the settings."
	}
	return "Annotate the object with `" + checks.IgnoreAnnotation + strings.Replace(m.ID, "/", ".", 1) + ": REASON`, or write an entry under `ignore` in the settings."
}
