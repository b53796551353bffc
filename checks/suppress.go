package checks

import (
	"slices"
	"strings"
	"time"
)

// IgnoreAnnotation is how the annotations begin that accept findings about
// their object: the rule id follows, with a dot for its slash; the value is
// the reason.
const IgnoreAnnotation = "rollout-pin.dev/ignore."

// Ignore is an entry of the settings that accepts findings. Rule, Subject,
// File and the fields of Object are patterns in which * stands for any text.
// Rule is required; another one that is empty matches all. All that are given
// must match.
type Ignore struct {
	Rule    string         `json:"rule"`
	Object  ObjectSelector `json:"object,omitzero"`
	Subject string         `json:"subject,omitempty"`
	File    string         `json:"file,omitempty"`
	// Reason is required: without one the entry suppresses nothing.
	Reason string `json:"reason"`
	// Until is the last valid day, YYYY-MM-DD.
	Until string `json:"until,omitempty"`
	// Position of the entry in the settings.
	Position `json:"-"`
	// Path of the entry in the settings, for example "ignore[0]".
	Path string `json:"-"`
}

// ObjectSelector selects objects by patterns.
type ObjectSelector struct {
	Kind      string            `json:"kind,omitempty"`
	Namespace string            `json:"namespace,omitempty"`
	Name      string            `json:"name,omitempty"`
	Labels    map[string]string `json:"labels,omitempty"`
}

// any reports whether the selector asks for nothing.
func (s ObjectSelector) any() bool {
	return s.Kind == "" && s.Namespace == "" && s.Name == "" && len(s.Labels) == 0
}

// matches judges a reference; the labels are those of o, which may be nil.
func (s ObjectSelector) matches(ref *ObjectRef, o *Object) bool {
	if s.any() {
		return true
	}
	if ref == nil || !Wildcard(s.Kind, ref.Kind) || !Wildcard(s.Namespace, ref.Namespace) || !Wildcard(s.Name, ref.Name) {
		return false
	}
	for key, pattern := range s.Labels {
		if o == nil {
			return false
		}
		if value, ok := o.Label(key); !ok || !Wildcard(pattern, value) {
			return false
		}
	}
	return true
}

// matches reports whether the entry speaks of a finding about object o.
func (i Ignore) matches(f *Finding, o *Object) bool {
	return i.Rule != "" && Wildcard(i.Rule, f.Rule) && Wildcard(i.Subject, f.Subject) && Wildcard(i.File, f.File) && i.Object.matches(f.Object, o)
}

// expired reports whether the last valid day is over.
func expired(until string, clock time.Time) bool {
	return until != "" && clock.UTC().Format(time.DateOnly) > until
}

// Suppressor marks findings that somebody accepted, and finds fault with the
// suppressions themselves.
type Suppressor struct {
	// Rules are all that exist; suppressions of others are errors.
	Rules []Meta
	// Groups are those whose rules this run evaluates as far as they apply:
	// only of these can a suppression be called unused.
	Groups []string
	// Snapshots hold the objects that findings name: first what was judged,
	// then what it was compared with. The first that has an object decides
	// which annotations it carries.
	Snapshots []*Snapshot
	// Covers limits which objects of the first snapshot the report is about;
	// nil stands for all.
	Covers func(*Object) bool
	// Ignores are the entries of the settings.
	Ignores []Ignore
	// Comments are those of the files that were judged.
	Comments []Comment
	// Baseline holds what was accepted as it stood.
	Baseline []BaselineEntry
	// BaselineOnly leaves everything but the baseline out of account, also
	// what is marked as suppressed already (--no-suppressions).
	BaselineOnly bool
	// Clock is the time that Until is compared with.
	Clock time.Time
}

// Apply sets Suppressed on findings that an annotation, an entry or the
// baseline accepts, and returns findings about expired, unused, unknown and
// unreasoned suppressions. Findings that are suppressed already, by a comment,
// stay as they are. Missing says which rules were not evaluated.
func (s Suppressor) Apply(findings []*Finding, missing []NotEvaluated) []Finding {
	u := &suppressing{
		Suppressor: s, usedEntry: map[int]bool{}, usedComment: map[int]bool{}, usedAnnotation: map[string]bool{}, usedBaseline: map[string]bool{},
		missing: missingRules(missing), covered: s.coveredObjects(),
	}
	var about []Finding
	if s.BaselineOnly {
		for _, f := range findings {
			f.Suppressed = nil
		}
	} else {
		for _, f := range findings {
			o := u.find(f.Object)
			u.byComment(f)
			u.byAnnotation(f, o)
			u.byEntry(f, o)
		}
		about = slices.Concat(u.annotationFindings(), u.commentFindings(), u.entryFindings())
	}
	u.byBaseline(findings)
	return append(about, u.baselineFindings()...)
}

func missingRules(list []NotEvaluated) map[string]bool {
	out := map[string]bool{}
	for _, n := range list {
		for _, rule := range n.Rules {
			out[rule] = true
		}
	}
	return out
}

// suppressing is one pass over a report.
type suppressing struct {
	Suppressor
	usedEntry      map[int]bool
	usedComment    map[int]bool
	usedAnnotation map[string]bool
	usedBaseline   map[string]bool
	missing        map[string]bool
	covered        []*Object
}

func (u *suppressing) find(ref *ObjectRef) *Object {
	if ref == nil {
		return nil
	}
	group := GroupOf(ref.APIVersion)
	for _, s := range u.Snapshots {
		if s == nil {
			continue
		}
		if o, ok := s.Get(GroupKind{group, ref.Kind}, ref.Namespace, ref.Name); ok {
			return o
		}
	}
	return nil
}

func (u *suppressing) byAnnotation(f *Finding, o *Object) {
	if o == nil {
		return
	}
	key := IgnoreAnnotation + strings.Replace(f.Rule, "/", ".", 1)
	reason, ok := o.Annotation(key)
	if !ok {
		return
	}
	u.usedAnnotation[annotationID(o, key)] = true
	if f.Suppressed == nil && strings.TrimSpace(reason) != "" {
		f.Suppressed = &Suppression{Reason: reason, By: "annotation"}
	}
}

func annotationID(o *Object, key string) string {
	return strings.Join([]string{o.Group(), o.Kind, o.Namespace, o.Name, key}, "\x00")
}

func (u *suppressing) byEntry(f *Finding, o *Object) {
	for i, entry := range u.Ignores {
		if !entry.matches(f, o) {
			continue
		}
		u.usedEntry[i] = true
		if f.Suppressed == nil && strings.TrimSpace(entry.Reason) != "" && !expired(entry.Until, u.Clock) {
			f.Suppressed = &Suppression{Reason: entry.Reason, Until: entry.Until, By: "config"}
		}
	}
}
