package checks

import (
	"fmt"
	"slices"
	"strings"
)

// annotationFindings judges the ignore annotations of the objects that the
// report is about.
func (u *suppressing) annotationFindings() []Finding {
	var out []Finding
	for _, o := range u.covered {
		for key, v := range o.Get("metadata", "annotations").Fields() {
			name, ok := strings.CutPrefix(key, IgnoreAnnotation)
			if !ok {
				continue
			}
			rule := strings.Replace(name, ".", "/", 1)
			f := u.judge(rule, v.Text(), "", u.usedAnnotation[annotationID(o, key)])
			if f == nil {
				continue
			}
			f.Object, f.Subject, f.Field, f.Position = o.Ref(), rule, v.Path(), o.At(v)
			out = append(out, *f)
		}
	}
	return out
}

// coveredObjects lists the objects that the report is about.
func (s Suppressor) coveredObjects() []*Object {
	if len(s.Snapshots) == 0 || s.Snapshots[0] == nil {
		return nil
	}
	all := s.Snapshots[0].All()
	if s.Covers == nil {
		return all
	}
	return slices.DeleteFunc(all, func(o *Object) bool { return !s.Covers(o) })
}

// entryFindings judges the entries of the settings.
func (u *suppressing) entryFindings() []Finding {
	var out []Finding
	for i, entry := range u.Ignores {
		f := u.judge(entry.Rule, entry.Reason, entry.Until, u.usedEntry[i] || !u.concerned(entry))
		if f == nil {
			continue
		}
		f.Subject, f.Position, f.Order = entry.Path, entry.Position, i
		out = append(out, *f)
	}
	return out
}

// concerned reports whether the entry speaks of anything in this run. Settings
// serve many runs: an entry about an object of another directory is not unused.
func (u *suppressing) concerned(entry Ignore) bool {
	if entry.File != "" {
		return false
	}
	return entry.Object.any() || slices.ContainsFunc(u.covered, func(o *Object) bool { return entry.Object.matches(o.Ref(), o) })
}

// judge finds fault with one suppression; nil when it is in order.
func (u *suppressing) judge(rule, reason, until string, used bool) *Finding {
	known := u.known(rule)
	switch {
	case len(known) == 0:
		return u.unknown(rule)
	case strings.TrimSpace(reason) == "":
		return newFinding(suppressionWithoutReason(), fmt.Sprintf("the suppression of %s gives no reason, so it suppresses nothing", rule))
	case expired(until, u.Clock):
		return newFinding(suppressionExpired(), fmt.Sprintf("the suppression of %s ended with %s, so it suppresses nothing", rule, until))
	case !used && u.evaluated(known):
		return newFinding(suppressionUnused(), fmt.Sprintf("the suppression of %s matches no finding of this run", rule))
	}
	return nil
}

// known lists the rules that an id or a pattern means.
func (u *suppressing) known(pattern string) []string {
	var out []string
	for _, m := range u.Rules {
		if pattern != "" && Wildcard(pattern, m.ID) {
			out = append(out, m.ID)
		}
	}
	return out
}

// evaluated reports whether this run decided all of the rules.
func (u *suppressing) evaluated(rules []string) bool {
	return !slices.ContainsFunc(rules, func(id string) bool {
		group, _, _ := strings.Cut(id, "/")
		return u.missing[id] || !slices.Contains(u.Groups, group)
	})
}

func (u *suppressing) unknown(rule string) *Finding {
	message := fmt.Sprintf("the suppression names the rule %q, which does not exist", rule)
	ids := make([]string, len(u.Rules))
	for i, m := range u.Rules {
		ids[i] = m.ID
	}
	f := newFinding(suppressionUnknownRule(), message)
	if near, ok := Nearest(rule, ids); ok {
		f.Message += fmt.Sprintf("; is it %q?", near)
		f.Fix = &Fix{Description: "name the rule " + near}
	}
	return f
}

func newFinding(m Meta, message string) *Finding {
	return &Finding{Rule: m.ID, Severity: m.Severity, Message: message, Fix: &Fix{Description: m.Fix}}
}
