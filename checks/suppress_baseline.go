package checks

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
)

// BaselineEntry accepts findings that were there when a baseline was written.
type BaselineEntry struct {
	Rule    string     `json:"rule"`
	Object  *ObjectRef `json:"object,omitempty"`
	Subject string     `json:"subject,omitempty"`
	File    string     `json:"file,omitempty"`
	// Fingerprint is the identity of the finding with the value it is about.
	Fingerprint string `json:"fingerprint"`
	// Count is how many findings have this fingerprint; 0 means one.
	Count int `json:"count,omitempty"`
	// Reason and Until may be added by hand; writing the baseline again keeps
	// them.
	Reason string `json:"reason,omitempty"`
	Until  string `json:"until,omitempty"`
	// Position of the entry in its file.
	Position `json:"-"`
}

// baselineReason stands for the reason that an entry does not give.
const baselineReason = "was there when the baseline was written"

// harmlessValue is what may go into a fingerprint: versions, numbers and
// booleans. Anything else could be a secret, which even a hash would give away.
var harmlessValue = regexp.MustCompile(`^(v?\d{1,9}(\.\d{1,9}){0,2}([-+][0-9A-Za-z.+-]{1,40})?|true|false)$`)

// baselineFingerprint is the fingerprint of the finding together with the value
// of its field, so that an accepted version does not cover the next one.
func baselineFingerprint(f *Finding, o *Object) string {
	value := ""
	if o != nil && f.Field != "" && o.Kind != "Secret" {
		if text := o.Follow(f.Field).Text(); harmlessValue.MatchString(text) {
			value = text
		}
	}
	return hash([]string{f.Fingerprint(), value})
}

// NewBaseline makes entries of the findings that count, sorted. Reasons and
// ends of the earlier entries are kept. Findings about suppressions themselves
// cannot be accepted.
func (s Suppressor) NewBaseline(findings []*Finding) []BaselineEntry {
	u := &suppressing{Suppressor: s}
	entries := map[string]*BaselineEntry{}
	for _, f := range findings {
		if f.Suppressed != nil && f.Suppressed.By != "baseline" || aboutSuppressions(f.Rule) {
			continue
		}
		id := baselineFingerprint(f, u.find(f.Object))
		if e, ok := entries[id]; ok {
			e.Count = max(e.Count, 1) + 1
			continue
		}
		e := &BaselineEntry{Rule: f.Rule, Object: f.Object, Subject: f.Subject, Fingerprint: id}
		if f.Object == nil {
			e.File = f.File
		}
		if i := slices.IndexFunc(s.Baseline, func(old BaselineEntry) bool { return old.Fingerprint == id }); i >= 0 && !expired(s.Baseline[i].Until, s.Clock) {
			e.Reason, e.Until = s.Baseline[i].Reason, s.Baseline[i].Until
		}
		entries[id] = e
	}
	out := make([]BaselineEntry, 0, len(entries))
	for _, e := range entries {
		out = append(out, *e)
	}
	slices.SortFunc(out, func(a, b BaselineEntry) int {
		return cmp.Or(cmp.Compare(a.Rule, b.Rule), compareRefs(a.Object, b.Object), cmp.Compare(a.File, b.File),
			cmp.Compare(a.Subject, b.Subject), cmp.Compare(a.Fingerprint, b.Fingerprint))
	})
	return out
}

func aboutSuppressions(rule string) bool {
	return slices.ContainsFunc(ConfigRules(), func(m Meta) bool {
		return m.ID == rule && m.ID != duplicateKey().ID && m.ID != ambiguousScalar().ID
	})
}

// byBaseline accepts findings up to the count of their entry.
func (u *suppressing) byBaseline(findings []*Finding) {
	left := map[string]int{}
	entry := map[string]BaselineEntry{}
	for _, e := range u.Baseline {
		if !expired(e.Until, u.Clock) {
			left[e.Fingerprint] += max(e.Count, 1)
			entry[e.Fingerprint] = e
		}
	}
	for _, f := range findings {
		id := baselineFingerprint(f, u.find(f.Object))
		if left[id] == 0 {
			continue
		}
		left[id]--
		u.usedBaseline[id] = true
		if f.Suppressed == nil {
			e := entry[id]
			f.Suppressed = &Suppression{Reason: cmp.Or(e.Reason, baselineReason), Until: e.Until, By: "baseline"}
		}
	}
}

// baselineFindings tells of entries that are over or no longer occur.
func (u *suppressing) baselineFindings() []Finding {
	var out []Finding
	for i, e := range u.Baseline {
		var f *Finding
		switch {
		case expired(e.Until, u.Clock):
			f = newFinding(suppressionExpired(), fmt.Sprintf("the baseline entry for %s ended with %s, so it suppresses nothing", e.about(), e.Until))
		case !u.usedBaseline[e.Fingerprint] && u.evaluated([]string{e.Rule}):
			f = newFinding(baselineStale(), fmt.Sprintf("the baseline entry for %s no longer occurs", e.about()))
		default:
			continue
		}
		f.Subject, f.Position, f.Order = fmt.Sprintf("entries[%d]", i), e.Position, i
		out = append(out, *f)
	}
	return out
}

// about names what the entry accepts.
func (e BaselineEntry) about() string {
	out := e.Rule
	if e.Object != nil {
		out += " of " + e.Object.Kind + " " + e.Object.Namespace + "/" + e.Object.Name
	} else if e.File != "" {
		out += " in " + e.File
	}
	if e.Subject != "" {
		out += ", " + e.Subject
	}
	return out
}
