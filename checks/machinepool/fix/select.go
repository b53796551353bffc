package fix

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// Select picks fixes whose edits do not touch each other, first come first
// served, and returns their edits by file. A fix is taken as a whole or not at
// all; the same fix of two findings counts once.
func Select(fixes []*checks.Fix) map[string][]checks.Edit {
	out := map[string][]checks.Edit{}
	for _, f := range fixes {
		if fits(out, f.Edits) {
			for _, e := range f.Edits {
				if !contains(out[e.File], e) {
					out[e.File] = append(out[e.File], e)
				}
			}
		}
	}
	return out
}

func contains(list []checks.Edit, e checks.Edit) bool {
	for _, o := range list {
		if o == e {
			return true
		}
	}
	return false
}

func fits(taken map[string][]checks.Edit, edits []checks.Edit) bool {
	for _, e := range edits {
		for _, o := range taken[e.File] {
			if o != e && overlap(o, e) {
				return false
			}
		}
	}
	return true
}

// overlap reports edits that touch the same text. Two insertions at one place
// do not, and an insertion at the edge of a replacement does not.
func overlap(a, b checks.Edit) bool {
	return before(a.Line, a.Column, b.EndLine, b.EndColumn) && before(b.Line, b.Column, a.EndLine, a.EndColumn) ||
		!insertion(a) && !insertion(b) && a.Line == b.Line && a.Column == b.Column
}

func insertion(e checks.Edit) bool { return e.Line == e.EndLine && e.Column == e.EndColumn }

func before(line, column, otherLine, otherColumn int) bool {
	return line < otherLine || line == otherLine && column < otherColumn
}
