package plugin

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

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
	flags           *pflag.FlagSet
	suppressOptions

	targets []target
}

// judged is what finish has to know about a run beside its document.
type judged struct {
	// clock is the time that expiry dates are compared with (--now).
	clock time.Time
	// snapshots hold the objects that findings name: first what was judged,
	// then what it was compared with.
	snapshots []*checks.Snapshot
	// covers tells whether the report speaks about an object of the first
	// snapshot, as far as flags such as -n or names limit it; nil: about all.
	covers func(*checks.Object) bool
	// comments are those in the judged files that accept findings.
	comments []checks.Comment
}

// target is one report to write.
type target struct {
	format report.Format
	file   string // "-" is standard output
}

func (o *outputOptions) addFlags(fs *pflag.FlagSet) {
	o.addReportFlags(fs)
	o.suppressOptions.addFlags(fs)
}

// addReportFlags adds the flags of a command that only reports.
func (o *outputOptions) addReportFlags(fs *pflag.FlagSet) {
	o.flags = fs
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

// validate checks the flags before anything is read, and fills in settings
// where a flag is not given.
func (o *outputOptions) validate() error {
	settings, err := o.settings()
	if err != nil {
		return err
	}
	if settings.FailOn != "" && !o.flags.Changed("fail-on") {
		o.failOn = settings.FailOn
	}
	if settings.RequireComplete != nil && !o.flags.Changed("require-complete") {
		o.requireComplete = *settings.RequireComplete
	}
	if !o.flags.Changed("baseline") {
		o.baseline = settings.Path(settings.Baseline)
	}
	if !slices.Contains([]string{"error", "warning", "info", "never"}, o.failOn) {
		return fmt.Errorf("--fail-on %q: use error, warning, info or never", o.failOn)
	}
	if !slices.Contains([]string{"auto", "always", "never"}, o.color) {
		return fmt.Errorf("--color %q: use auto, always or never", o.color)
	}
	return o.chooseTargets()
}

// chooseTargets decides what is written where. Standard output holds one
// report: a --report to it takes the place of the default table.
func (o *outputOptions) chooseTargets() error {
	main, err := report.Lookup(o.format, o.command)
	if err != nil {
		return err
	}
	o.targets = nil
	used := map[string]string{}
	for _, spec := range o.reports {
		name, file, ok := strings.Cut(spec, "=")
		if !ok || file == "" {
			return fmt.Errorf("--report %q: use FORMAT=FILE", spec)
		}
		format, err := report.Lookup(name, o.command)
		if err != nil {
			return fmt.Errorf("--report: %w", err)
		}
		if other, twice := used[file]; twice {
			return fmt.Errorf("--report %s=%s: the %s report goes there already", name, file, other)
		}
		used[file] = name
		o.targets = append(o.targets, target{format, file})
	}
	other, taken := used["-"]
	switch {
	case !taken:
		o.targets = append([]target{{main, "-"}}, o.targets...)
	case o.flags.Changed("output"):
		return fmt.Errorf("--report %s=- and -o %s: standard output holds one report, write the other one to a file", other, o.format)
	}
	return nil
}

// finish marks what is suppressed, writes every report and turns the document
// into an exit code. A summary for people goes to standard error.
func (o *outputOptions) finish(doc report.Document, j judged) error {
	if err := o.suppress(doc, j); err != nil {
		return err
	}
	return o.conclude(doc)
}

// conclude is finish without suppressions.
func (o *outputOptions) conclude(doc report.Document) error {
	doc.Seal()
	for _, t := range o.targets {
		if err := o.write(t, doc); err != nil {
			return err
		}
	}
	o.summarize(doc)
	if code := o.exitCode(doc); code != exitOK {
		return exitError{code}
	}
	return nil
}

// summarize tells people what was looked at; programs read their report.
func (o *outputOptions) summarize(doc report.Document) {
	s, ok := doc.(interface{ SummaryLine() string })
	if ok && slices.ContainsFunc(o.targets, func(t target) bool {
		return t.file == "-" && slices.Contains([]string{"table", "wide", "github"}, t.format.Name)
	}) {
		fmt.Fprintln(o.ErrOut, s.SummaryLine())
	}
}

func (o *outputOptions) write(t target, doc report.Document) error {
	c := o.context()
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

func (o *outputOptions) context() report.Context {
	c := report.Context{Rules: catalog(), Version: readVersion().Version, FailOn: o.failOn}
	if dir, err := os.Getwd(); err == nil {
		c.Dir = dir
	}
	return c
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
	if slices.ContainsFunc(doc.Findings(), o.context().Fails) {
		return exitFindings
	}
	if o.requireComplete && len(missing) > 0 {
		return exitIncomplete
	}
	return exitOK
}

// writeFile writes beside the target and renames, so that a report is there
// whole or not at all.
// What is there and no regular file, a pipe for example, is written to directly.
func writeFile(name string, data []byte) (err error) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return os.WriteFile(name, data, 0o644)
	}
	if resolved, err := filepath.EvalSymlinks(name); err == nil {
		name = resolved
	}
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
