package report

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// CompatibleLint is the format that programs which read tfcapi-lint understand:
// its field names, files relative to the module, no suppressed findings.
const CompatibleLint = "tfcapi-lint"

type compatibleReport struct {
	Module   string              `json:"module"`
	Contract string              `json:"contract"`
	Role     string              `json:"role"`
	Findings []compatibleFinding `json:"findings"`
	Summary  compatibleSummary   `json:"summary"`
}

type compatibleFinding struct {
	ID       string          `json:"id"`
	Severity checks.Severity `json:"severity"`
	File     string          `json:"file"`
	Line     int             `json:"line"`
	Message  string          `json:"message"`
}

type compatibleSummary struct {
	Errors   int `json:"error"`
	Warnings int `json:"warning"`
	Infos    int `json:"info"`
}

func writeCompatibleLint(w io.Writer, doc Document, _ Context) error {
	d, ok := doc.(*Lint)
	if !ok || len(d.Modules) != 1 {
		return errors.New("the format describes exactly one module")
	}
	m := d.Modules[0]
	out := compatibleReport{Module: m.Dir, Contract: d.Contract, Role: d.Role, Findings: []compatibleFinding{}}
	out.Summary.Errors, out.Summary.Warnings, out.Summary.Infos = checks.Count(d.Result.Findings)
	for _, f := range d.Result.Findings {
		if f.Suppressed == nil {
			file := strings.TrimPrefix(f.File, strings.TrimSuffix(m.Dir, "/")+"/")
			out.Findings = append(out.Findings, compatibleFinding{f.Rule, f.Severity, file, f.Line, f.Message})
		}
	}
	slices.SortStableFunc(out.Findings, func(a, b compatibleFinding) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.ID, b.ID), cmp.Compare(a.Message, b.Message))
	})
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}
