package checks

import "strings"

// Comment is a comment in a file that accepts findings about what it stands at.
type Comment struct {
	// Rule is an id, or a pattern in which * stands for any text.
	Rule string
	// Reason is required: without one the comment suppresses nothing.
	Reason string
	// Position of the comment; its File is that of the findings.
	Position
	// From and To are the first and the last line that it speaks of.
	From, To int
}

// Accepts reports whether the comment suppresses a finding.
func (c Comment) Accepts(f *Finding) bool { return c.concerns(f) && strings.TrimSpace(c.Reason) != "" }

func (c Comment) concerns(f *Finding) bool {
	return c.Rule != "" && Wildcard(c.Rule, f.Rule) && f.File == c.File && f.Line >= c.From && f.Line <= c.To
}

func (u *suppressing) byComment(f *Finding) {
	for i, c := range u.Comments {
		if !c.concerns(f) {
			continue
		}
		u.usedComment[i] = true
		if f.Suppressed == nil && c.Accepts(f) {
			f.Suppressed = &Suppression{Reason: c.Reason, By: "comment"}
		}
	}
}

// commentFindings judges the comments.
func (u *suppressing) commentFindings() []Finding {
	var out []Finding
	for i, c := range u.Comments {
		if f := u.judge(c.Rule, c.Reason, "", u.usedComment[i]); f != nil {
			f.Subject, f.Position = c.Rule, c.Position
			out = append(out, *f)
		}
	}
	return out
}
