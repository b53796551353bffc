package report

import (
	"strings"
	"unicode/utf8"

	"github.com/fatih/color"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// maxWidth keeps lines readable on wide terminals.
const maxWidth = 120

// Bold paints what matters most, when Color is set.
func (s Style) Bold(text string) string { return s.paint(text, color.Bold) }

// Faint paints what is of less interest.
func (s Style) Faint(text string) string { return s.paint(text, color.Faint) }

// Red paints failures.
func (s Style) Red(text string) string { return s.paint(text, color.FgRed) }

// Yellow paints warnings.
func (s Style) Yellow(text string) string { return s.paint(text, color.FgYellow) }

// Green paints what is well.
func (s Style) Green(text string) string { return s.paint(text, color.FgGreen) }

// Cyan paints hints.
func (s Style) Cyan(text string) string { return s.paint(text, color.FgCyan) }

// Severity paints the word of a severity.
func (s Style) Severity(v checks.Severity) string {
	switch v {
	case checks.Error:
		return s.paint(string(v), color.FgRed, color.Bold)
	case checks.Warning:
		return s.paint(string(v), color.FgYellow, color.Bold)
	}
	return s.paint(string(v), color.FgCyan, color.Bold)
}

func (s Style) paint(text string, attributes ...color.Attribute) string {
	if !s.Color || text == "" {
		return text
	}
	c := color.New(attributes...)
	c.EnableColor()
	return c.Sprint(text)
}

// Wrap breaks text at spaces into lines that, after the indent, fit the width
// of the terminal; without a terminal it stays one line, which suits logs and
// grep. Later lines get the hanging indent. Words are never broken.
func (s Style) Wrap(text string, indent, hanging string) string {
	width := min(s.Width, maxWidth)
	var b strings.Builder
	b.WriteString(indent)
	column, empty := utf8.RuneCountInString(indent), true
	for _, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case empty:
		case s.Width > 0 && column+1+n > width:
			b.WriteString("\n" + hanging)
			column = utf8.RuneCountInString(hanging)
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += n
		empty = false
	}
	return b.String()
}
