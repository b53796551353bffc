package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// markdownEscapes makes text literal in GitHub flavoured Markdown and in its
// tables: no markup, no HTML, no mention of people or issues.
var markdownEscapes = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", `*`, `\*`, `_`, `\_`, `[`, `\[`, `]`, `\]`, `~`, `\~`, `|`, `\|`, `$`, `\$`,
	`<`, `&lt;`, `>`, `&gt;`, `&`, `&amp;`, `@`, `&#64;`, `#`, `&#35;`, `://`, `:&#47;&#47;`,
)

func escapeMarkdown(s string) string { return markdownEscapes.Replace(Clean(s)) }

// writeMarkdown writes a section for a pull request or a job summary.
func writeMarkdown(w io.Writer, doc Document, c Context) error {
	var open, suppressed []*checks.Finding
	for _, f := range doc.Findings() {
		if f.Suppressed != nil {
			suppressed = append(suppressed, f)
		} else {
			open = append(open, f)
		}
	}
	m := &markdown{Context: c}
	m.heading(doc.Command(), open)
	m.table(open)
	m.missing(doc.NotEvaluated())
	m.suppressed(suppressed)
	_, err := io.WriteString(w, m.String())
	return err
}

type markdown struct {
	strings.Builder
	Context
}

func (m *markdown) printf(format string, args ...any) { fmt.Fprintf(m, format, args...) }

func (m *markdown) heading(command string, open []*checks.Finding) {
	list := make([]checks.Finding, len(open))
	for i, f := range open {
		list[i] = *f
	}
	errors, warnings, infos := checks.Count(list)
	m.printf("### rollout-pin %s\n\n", escapeMarkdown(command))
	if len(open) == 0 {
		m.printf("No findings.\n")
		return
	}
	m.printf("%s, %s, %s\n", count(errors, "error"), count(warnings, "warning"), count(infos, "info"))
}

func (m *markdown) table(open []*checks.Finding) {
	if len(open) == 0 {
		return
	}
	m.printf("\n| Severity | Rule | Where | Finding |\n|---|---|---|---|\n")
	for _, f := range open {
		m.printf("| %s | %s | %s | %s |\n", markdownSeverity(f.Severity), m.link(f.Rule), m.where(f.Object, f.Subject, f.Position), m.what(f))
	}
}

func markdownSeverity(s checks.Severity) string {
	if s == checks.Error {
		return "**error**"
	}
	return escapeMarkdown(string(s))
}

// link points at the page of a rule that this version knows.
func (m *markdown) link(id string) string {
	if _, ok := m.rule(id); !ok {
		return escapeMarkdown(id)
	}
	return "[" + escapeMarkdown(id) + "](" + RuleURL(id) + ")"
}

func (m *markdown) where(o *checks.ObjectRef, subject string, at checks.Position) string {
	at.File = m.relative(at.File)
	var parts []string
	for _, s := range []string{Place(at), About(o, ""), Clean(subject)} {
		if s != "" {
			parts = append(parts, escapeMarkdown(s))
		}
	}
	return strings.Join(parts, "<br>")
}

func (m *markdown) what(f *checks.Finding) string {
	out := escapeMarkdown(f.Message)
	if len(f.Path) > 0 {
		out += "<br>Flow: " + escapeMarkdown(strings.Join(f.Path, " → "))
	}
	if f.Fix != nil && f.Fix.Description != "" {
		out += "<br>**Fix:** " + escapeMarkdown(f.Fix.Description)
	}
	return out
}

func (m *markdown) missing(list []checks.NotEvaluated) {
	if len(list) == 0 {
		return
	}
	m.printf("\n#### Not evaluated\n\n| Evidence | Where | Why | How to get it |\n|---|---|---|---|\n")
	for _, n := range list {
		m.printf("| %s | %s | %s | %s |\n", escapeMarkdown(n.ID), m.where(n.Object, "", checks.Position{}), escapeMarkdown(n.Because), escapeMarkdown(n.How))
	}
}

func (m *markdown) suppressed(list []*checks.Finding) {
	if len(list) == 0 {
		return
	}
	m.printf("\n<details><summary>%s suppressed</summary>\n\n| Rule | Where | Finding | Suppressed |\n|---|---|---|---|\n", count(len(list), "finding"))
	for _, f := range list {
		m.printf("| %s | %s | %s | %s |\n", m.link(f.Rule), m.where(f.Object, f.Subject, f.Position), escapeMarkdown(f.Message), escapeMarkdown(suppressedText(f.Suppressed)))
	}
	m.printf("\n</details>\n")
}
