package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// Escapes of GitHub workflow commands: in messages, and in properties, where
// more characters separate.
var (
	githubData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// writeGitHub writes one workflow command for each finding that counts and each
// piece of missing evidence; they show as annotations of a pull request.
func writeGitHub(w io.Writer, doc Document, c Context) error {
	for _, f := range doc.Findings() {
		if f.Suppressed != nil {
			continue
		}
		if err := githubCommand(w, githubLevel(f.Severity), githubPlace(f, c), f.Rule, githubText(f)); err != nil {
			return err
		}
	}
	for _, n := range doc.NotEvaluated() {
		text := Clean(n.Because)
		if about := About(n.Object, ""); about != "" {
			text = about + ": " + text
		}
		if n.How != "" {
			text += "\n" + Clean(n.How)
		}
		if err := githubCommand(w, "notice", nil, "not evaluated: "+n.ID, text); err != nil {
			return err
		}
	}
	return nil
}

func githubCommand(w io.Writer, level string, properties []string, title, text string) error {
	properties = append(properties, "title="+githubProperty.Replace(Clean(title)))
	_, err := fmt.Fprintf(w, "::%s %s::%s\n", level, strings.Join(properties, ","), githubData.Replace(text))
	return err
}

func githubLevel(s checks.Severity) string {
	if s == checks.Info {
		return "notice"
	}
	return string(s)
}

// githubPlace is file, line and column, as far as they are known.
func githubPlace(f *checks.Finding, c Context) []string {
	if f.File == "" {
		return nil
	}
	out := []string{"file=" + githubProperty.Replace(Clean(c.relative(f.File)))}
	if f.Line > 0 {
		out = append(out, "line="+strconv.Itoa(f.Line))
		if f.Column > 0 {
			out = append(out, "col="+strconv.Itoa(f.Column))
		}
	}
	return out
}

func githubText(f *checks.Finding) string {
	text := Clean(f.Message)
	if about := About(f.Object, f.Subject); about != "" {
		text = about + ": " + text
	}
	if len(f.Path) > 0 {
		text += "\nflow: " + Clean(strings.Join(f.Path, " -> "))
	}
	if f.Fix != nil && f.Fix.Description != "" {
		text += "\nfix: " + Clean(f.Fix.Description)
	}
	return text
}
