package report

import (
	"strconv"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// Summary counts what a report holds. Suppressed findings do not count.
type Summary struct {
	Errors       int               `json:"errors"`
	Warnings     int               `json:"warnings"`
	Infos        int               `json:"infos"`
	Suppressed   int               `json:"suppressed,omitempty"`
	NotEvaluated int               `json:"notEvaluated"`
	Objects      int               `json:"objects"`
	Read         *checks.ReadStats `json:"read,omitempty"`
}

// Base is the part that reports of kind Report share. Commands embed it and
// add their own fields by a struct of their own that repeats the tags.
type Base struct {
	Result  checks.Result
	Summary Summary
	Name    string
}

// Command returns the command's name.
func (b *Base) Command() string { return b.Name }

// Findings points at the findings.
func (b *Base) Findings() []*checks.Finding { return Pointers(b.Result.Findings) }

// Add appends a finding; Seal sorts it in.
func (b *Base) Add(f checks.Finding) { b.Result.Findings = append(b.Result.Findings, f) }

// NotEvaluated lists the missing evidence.
func (b *Base) NotEvaluated() []checks.NotEvaluated { return b.Result.NotEvaluated }

// Seal sorts the findings and counts.
func (b *Base) Seal() {
	b.Result.Sort()
	b.count()
}

// count fills in the counts of the summary.
func (b *Base) count() {
	b.Summary.Errors, b.Summary.Warnings, b.Summary.Infos = checks.Count(b.Result.Findings)
	b.Summary.Suppressed = 0
	for _, f := range b.Result.Findings {
		if f.Suppressed != nil {
			b.Summary.Suppressed++
		}
	}
	b.Summary.NotEvaluated = len(b.Result.NotEvaluated)
}

// SummaryLine says in one line what was looked at and found.
func (b *Base) SummaryLine() string {
	s := b.Summary
	parts := []string{count(s.Errors, "error"), count(s.Warnings, "warning"), count(s.Infos, "info")}
	if s.Suppressed > 0 {
		parts = append(parts, strconv.Itoa(s.Suppressed)+" suppressed")
	}
	if s.NotEvaluated > 0 {
		parts = append(parts, strconv.Itoa(s.NotEvaluated)+" not evaluated")
	}
	line := strings.Join(parts, ", ")
	if s.Objects > 0 {
		line += " in " + count(s.Objects, "object")
	}
	if s.Read != nil && s.Read.Files > 0 {
		line += " of " + count(s.Read.Files, "file")
	}
	return line
}

// Pointers returns a pointer to each element.
func Pointers(list []checks.Finding) []*checks.Finding {
	out := make([]*checks.Finding, len(list))
	for i := range list {
		out[i] = &list[i]
	}
	return out
}

// NonNil returns the list, or an empty one that JSON shows as [].
func NonNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
