package plugin

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/report"
)

// suppressOptions are the flags about findings that somebody accepted.
type suppressOptions struct {
	baseline       string
	writeBaseline  string
	noSuppressions bool
}

func (o *suppressOptions) addFlags(fs *pflag.FlagSet) {
	fs.StringVar(&o.baseline, "baseline", "", "file of accepted findings, which do not count")
	fs.StringVar(&o.writeBaseline, "write-baseline", "", "accept all findings of this run by writing them to a file")
	fs.BoolVar(&o.noSuppressions, "no-suppressions", false, "let findings count that annotations, comments or the settings suppress")
}

// suppress marks what was accepted and adds findings about the suppressions.
func (o *outputOptions) suppress(doc report.Document, j judged) error {
	s, err := o.suppressor(doc.Command(), j)
	if err != nil {
		return err
	}
	for _, f := range s.Apply(doc.Findings(), doc.NotEvaluated()) {
		doc.Add(f)
	}
	if o.writeBaseline == "" {
		return nil
	}
	return o.acceptAll(doc, s)
}

// suppressor knows everything that accepts findings of a run.
func (o *outputOptions) suppressor(command string, j judged) (checks.Suppressor, error) {
	settings, err := o.settings()
	if err != nil {
		return checks.Suppressor{}, err
	}
	if j.clock.IsZero() {
		j.clock = time.Now()
	}
	s := checks.Suppressor{
		Rules: catalog(), Groups: groupsOf(command), Snapshots: j.snapshots, Covers: j.covers,
		Ignores: settings.Ignore, Comments: j.comments, Clock: j.clock, BaselineOnly: o.noSuppressions,
	}
	s.Baseline, err = o.readBaseline()
	return s, err
}

// acceptAll writes the baseline; what it holds does not count in this run
// either.
func (o *outputOptions) acceptAll(doc report.Document, s checks.Suppressor) error {
	entries := s.NewBaseline(doc.Findings())
	data, err := formatBaseline(entries)
	if err != nil {
		return err
	}
	if err := writeFile(o.writeBaseline, data); err != nil {
		return err
	}
	s.Baseline = entries
	s.Apply(doc.Findings(), doc.NotEvaluated())
	fmt.Fprintf(o.ErrOut, "wrote %d baseline entries to %s\n", len(entries), report.Clean(o.writeBaseline))
	return nil
}

// groupsOf names the groups whose rules a command evaluates wherever they
// apply. Groups of which it runs a part are left out: an unused suppression
// cannot be told there.
func groupsOf(command string) []string {
	name, _, _ := strings.Cut(command, " ")
	switch name {
	case "explain":
		return []string{"nodepool"}
	case "check":
		return []string{"topology", "pin", "machinepool"}
	case "lint":
		return []string{"input", "output", "pool", "module"}
	case "render-version":
		return []string{"render"}
	}
	return nil
}
