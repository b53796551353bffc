package report

import (
	"encoding/json"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// Lint is the report of the command lint: modules, and manifests beside them.
type Lint struct {
	Base
	Modules []LintModule
	// Contract and Role are what the modules were checked against.
	Contract, Role string
	// ShowUnknown lists in the table what could not be decided.
	ShowUnknown bool
}

// LintModule counts what was found in one module.
type LintModule struct {
	Dir      string `json:"dir"`
	Runtime  string `json:"runtime"`
	Errors   int    `json:"errors"`
	Warnings int    `json:"warnings"`
	Infos    int    `json:"infos"`
	// Unknown counts the rules that could not be decided.
	Unknown int `json:"unknown"`
}

// Seal sorts the findings and counts them for each module.
func (d *Lint) Seal() {
	d.Base.Seal()
	for i := range d.Modules {
		m := &d.Modules[i]
		m.Errors, m.Warnings, m.Infos = 0, 0, 0
	}
	for _, f := range d.Result.Findings {
		m := d.moduleOf(f)
		switch {
		case m == nil || f.Suppressed != nil:
		case f.Severity == checks.Error:
			m.Errors++
		case f.Severity == checks.Warning:
			m.Warnings++
		default:
			m.Infos++
		}
	}
}

// moduleOf finds the module that a finding lies in: the one with the longest
// directory, as one module can lie below another.
func (d *Lint) moduleOf(f checks.Finding) *LintModule {
	if f.Object != nil {
		return nil
	}
	var best *LintModule
	for i := range d.Modules {
		m := &d.Modules[i]
		if below(f.File, m.Dir) && (best == nil || len(m.Dir) > len(best.Dir)) {
			best = m
		}
	}
	return best
}

// below reports whether a file lies in a directory or further down.
func below(file, dir string) bool {
	return dir == "." && !path.IsAbs(file) && !strings.HasPrefix(file, "../") || strings.HasPrefix(file, strings.TrimSuffix(dir, "/")+"/")
}

// MarshalJSON writes the report of kind Report.
func (d *Lint) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		APIVersion   string                `json:"apiVersion"`
		Kind         string                `json:"kind"`
		Command      string                `json:"command"`
		Modules      []LintModule          `json:"modules"`
		Findings     []checks.Finding      `json:"findings"`
		NotEvaluated []checks.NotEvaluated `json:"notEvaluated"`
		Summary      Summary               `json:"summary"`
	}{APIVersion, "Report", d.Name, NonNil(d.Modules), NonNil(d.Result.Findings), NonNil(d.Result.NotEvaluated), d.Summary})
}

// Text writes the modules, where there are several, and the findings.
func (d *Lint) Text(w io.Writer, style Style) error {
	if len(d.Modules) > 1 {
		if err := d.writeModules(w, style); err != nil {
			return err
		}
	}
	missing := d.Result.NotEvaluated
	if !d.ShowUnknown && !style.Wide {
		missing = nil
	}
	if err := WriteFindings(w, d.Findings(), missing, style); err != nil {
		return err
	}
	if hidden := len(d.Result.NotEvaluated) - len(missing); hidden > 0 {
		gap := ""
		if len(d.Result.Findings) > 0 {
			gap = "\n"
		}
		_, err := fmt.Fprintln(w, gap+style.Faint(count(hidden, "question")+" not decided; --show-unknown lists what is missing"))
		return err
	}
	return nil
}

func (d *Lint) writeModules(w io.Writer, style Style) error {
	width := len("MODULE")
	for _, m := range d.Modules {
		width = max(width, len(Clean(m.Dir)))
	}
	lines := []string{fmt.Sprintf("%-*s  %-9s  %6s  %8s  %5s  %7s", width, "MODULE", "RUNTIME", "ERRORS", "WARNINGS", "INFOS", "UNKNOWN")}
	for _, m := range d.Modules {
		line := fmt.Sprintf("%-*s  %-9s  %6d  %8d  %5d  %7d", width, Clean(m.Dir), m.Runtime, m.Errors, m.Warnings, m.Infos, m.Unknown)
		switch {
		case m.Errors > 0:
			line = style.Red(line)
		case m.Warnings > 0:
			line = style.Yellow(line)
		}
		lines = append(lines, line)
	}
	end := "\n"
	if len(d.Result.Findings) > 0 {
		end = "\n\n"
	}
	_, err := io.WriteString(w, strings.Join(lines, "\n")+end)
	return err
}

// SummaryLine says in one line what was looked at and found.
func (d *Lint) SummaryLine() string {
	line := d.Base.SummaryLine()
	if len(d.Modules) > 0 {
		line += " in " + count(len(d.Modules), "module")
	}
	if len(d.Modules) == 1 {
		line += " (read as " + d.Modules[0].Runtime + ")"
	}
	return line
}

// Names lists the modules.
func (d *Lint) Names() []string {
	var out []string
	for _, m := range d.Modules {
		out = append(out, "module/"+m.Dir)
	}
	return out
}
