package plugin

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"
	"golang.org/x/term"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/report"
)

// outputOptions are the flags that say where reports go and what exit code
// they lead to.
type outputOptions struct {
	*shared
	command         string
	format          string
	reports         []string
	failOn          string
	requireComplete bool
	color           string

	targets []target
}

// target is one report to write.
type target struct {
	format report.Format
	file   string // "-" is standard output
}

func (o *outputOptions) addFlags(fs *pflag.FlagSet) {
	fs.StringVarP(&o.format, "output", "o", "table", "output format: "+strings.Join(formatNames(o.command), ", "))
	fs.StringArrayVar(&o.reports, "report", nil, "write a report as FORMAT=FILE (- is standard output); repeatable")
	fs.StringVar(&o.failOn, "fail-on", "error", "exit 1 on findings of this severity or worse: error, warning, info, never")
	fs.BoolVar(&o.requireComplete, "require-complete", false, "exit 3 when something could not be evaluated")
	fs.StringVar(&o.color, "color", "auto", "colour of tables: auto, always, never")
}

func formatNames(command string) []string {
	var out []string
	for _, f := range report.Formats() {
		if len(f.Only) == 0 || slices.Contains(f.Only, command) {
			out = append(out, f.Name)
		}
	}
	return out
}

// validate checks the flags before anything is read.
func (o *outputOptions) validate() error {
	if !slices.Contains([]string{"error", "warning", "info", "never"}, o.failOn) {
		return fmt.Errorf("--fail-on %q: use error, warning, info or never", o.failOn)
	}
	if !slices.Contains([]string{"auto", "always", "never"}, o.color) {
		return fmt.Errorf("--color %q: use auto, always or never", o.color)
	}
	main, err := report.Lookup(o.format, o.command)
	if err != nil {
		return err
	}
	o.targets = []target{{main, "-"}}
	for _, spec := range o.reports {
		name, file, ok := strings.Cut(spec, "=")
		if !ok || file == "" {
			return fmt.Errorf("--report %q: use FORMAT=FILE", spec)
		}
		format, err := report.Lookup(name, o.command)
		if err != nil {
			return fmt.Errorf("--report: %w", err)
		}
		o.targets = append(o.targets, target{format, file})
	}
	return nil
}

// finish writes every report and turns the document into an exit code.
func (o *outputOptions) finish(doc report.Document) error {
	doc.Seal()
	for _, t := range o.targets {
		if err := o.write(t, doc); err != nil {
			return err
		}
	}
	if code := o.exitCode(doc); code != exitOK {
		return exitError{code}
	}
	return nil
}

func (o *outputOptions) write(t target, doc report.Document) error {
	c := report.Context{Rules: catalog(), Version: readVersion().Version}
	if t.file == "-" {
		c.Style = o.style()
	}
	var buf bytes.Buffer
	if err := t.format.Report(&buf, doc, c); err != nil {
		return fmt.Errorf("write %s report: %w", t.format.Name, err)
	}
	if t.file == "-" {
		_, err := o.Out.Write(buf.Bytes())
		return err
	}
	return writeFile(t.file, buf.Bytes())
}

// style asks the terminal; NO_COLOR and TERM=dumb switch colour off.
func (o *outputOptions) style() report.Style {
	style := report.Style{Color: o.color == "always"}
	file, ok := o.Out.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return style
	}
	if w, _, err := term.GetSize(int(file.Fd())); err == nil {
		style.Width = w
	}
	if o.color == "auto" {
		style.Color = os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	}
	return style
}

// exitCode follows the order 2, 1, 3 of the interface.
func (o *outputOptions) exitCode(doc report.Document) int {
	missing := doc.NotEvaluated()
	if slices.ContainsFunc(missing, func(n checks.NotEvaluated) bool { return n.ID == checks.InternalError }) {
		return exitFailed
	}
	if slices.ContainsFunc(doc.Findings(), o.counts) {
		return exitFindings
	}
	if o.requireComplete && len(missing) > 0 {
		return exitIncomplete
	}
	return exitOK
}

func (o *outputOptions) counts(f *checks.Finding) bool {
	if o.failOn == "never" || f.Suppressed != nil {
		return false
	}
	return f.Severity.Rank() <= checks.Severity(o.failOn).Rank()
}

// writeFile writes beside the target and renames, so that a report is there
// whole or not at all.
func writeFile(name string, data []byte) (err error) {
	tmp, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(tmp.Name()))
		}
	}()
	if _, err = tmp.Write(data); err == nil {
		err = tmp.Chmod(0o644)
	}
	if err = errors.Join(err, tmp.Close()); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	if err = os.Rename(tmp.Name(), name); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}
