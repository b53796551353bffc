package report

import (
	"io"
	"slices"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool"
)

// Text writes the page of one pool or the table of several.
func (d *Explain) Text(w io.Writer, style Style) error {
	switch len(d.Pools) {
	case 0:
	case 1:
		return d.one(w, style)
	default:
		if err := d.table(w, style); err != nil {
			return err
		}
	}
	findings, missing := Pointers(d.Result.Findings), d.Result.NotEvaluated
	if style.Wide {
		findings, missing = d.Findings(), d.NotEvaluated()
	}
	return writeBelow(w, findings, missing, style)
}

func (d *Explain) one(w io.Writer, style Style) error {
	if _, err := io.WriteString(w, poolStory(d.Pools[0], style)); err != nil {
		return err
	}
	// The page itself says what is undetermined.
	findings := slices.DeleteFunc(d.Findings(), func(f *checks.Finding) bool { return f.Rule == nodepool.UndeterminedRule })
	return writeBelow(w, findings, d.NotEvaluated(), style)
}

// writeBelow writes findings after other text.
func writeBelow(w io.Writer, findings []*checks.Finding, missing []checks.NotEvaluated, style Style) error {
	if len(findings) == 0 && len(missing) == 0 {
		return nil
	}
	if _, err := io.WriteString(w, "\n"); err != nil {
		return err
	}
	return WriteFindings(w, findings, missing, style)
}
