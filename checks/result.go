package checks

import (
	"cmp"
	"slices"
	"strings"
)

// Result is what running rules yields.
type Result struct {
	Findings     []Finding
	NotEvaluated []NotEvaluated
}

// Merge appends the other result.
func (r *Result) Merge(other Result) {
	r.Findings = append(r.Findings, other.Findings...)
	r.NotEvaluated = append(r.NotEvaluated, other.NotEvaluated...)
}

// Sort brings findings into report order (severity, object, subject in list
// order, rule), keeps one finding per rule, object and subject, and joins equal
// not-evaluated entries. After Sort the result is the same for any number of
// workers.
func (r *Result) Sort() {
	slices.SortStableFunc(r.Findings, compareFindings)
	r.Findings = slices.CompactFunc(r.Findings, sameFinding)
	r.NotEvaluated = JoinNotEvaluated(r.NotEvaluated)
}

func compareFindings(a, b Finding) int {
	return cmp.Or(
		cmp.Compare(a.Severity.Rank(), b.Severity.Rank()),
		compareRefs(a.Object, b.Object),
		cmp.Compare(a.Order, b.Order),
		cmp.Compare(a.Subject, b.Subject),
		cmp.Compare(a.Rule, b.Rule),
		cmp.Compare(a.File, b.File),
		cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.Column, b.Column),
		cmp.Compare(a.Message, b.Message),
	)
}

func compareRefs(a, b *ObjectRef) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return -1
	case b == nil:
		return 1
	}
	return cmp.Or(
		cmp.Compare(a.Namespace, b.Namespace),
		cmp.Compare(a.Kind, b.Kind),
		cmp.Compare(a.Name, b.Name),
		cmp.Compare(a.APIVersion, b.APIVersion),
	)
}

// sameFinding treats findings without an object (lint of modules) as equal only
// at the same place: there the file tells modules apart.
func sameFinding(a, b Finding) bool {
	if a.Rule != b.Rule || a.Subject != b.Subject || compareRefs(a.Object, b.Object) != 0 {
		return false
	}
	return a.Object != nil || a.Position == b.Position
}

// JoinNotEvaluated merges entries of the same id, reason and object, with the
// union of their rules, and sorts them.
func JoinNotEvaluated(list []NotEvaluated) []NotEvaluated {
	type key struct {
		id, because string
		object      ObjectRef
	}
	at := map[key]int{}
	var out []NotEvaluated
	for _, n := range list {
		k := key{id: n.ID, because: n.Because}
		if n.Object != nil {
			k.object = *n.Object
		}
		if i, seen := at[k]; seen {
			out[i].Rules = append(out[i].Rules, n.Rules...)
			continue
		}
		at[k] = len(out)
		n.Rules = slices.Clone(n.Rules)
		out = append(out, n)
	}
	for i := range out {
		slices.Sort(out[i].Rules)
		out[i].Rules = slices.Compact(out[i].Rules)
	}
	slices.SortStableFunc(out, func(a, b NotEvaluated) int {
		return cmp.Or(compareRefs(a.Object, b.Object), cmp.Compare(a.ID, b.ID), strings.Compare(a.Because, b.Because))
	})
	return out
}

// Count returns how many findings of each severity count, that is, are not
// suppressed.
func Count(findings []Finding) (errors, warnings, infos int) {
	for _, f := range findings {
		if f.Suppressed != nil {
			continue
		}
		switch f.Severity {
		case Error:
			errors++
		case Warning:
			warnings++
		case Info:
			infos++
		}
	}
	return errors, warnings, infos
}
