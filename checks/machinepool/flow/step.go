package flow

import (
	"slices"

	"github.com/hashicorp/hcl/v2"
)

// StepKind marks steps that rules look for.
type StepKind int8

// The kinds of steps.
const (
	// Plain is a reference, an argument or an attribute.
	Plain StepKind = iota
	// Decoded is a base64decode of the payload.
	Decoded
	// Parsed is a function that reads or edits the payload.
	Parsed
	// Effect is the last step: what happens to the members.
	Effect
)

// Step is one link of a proof.
type Step struct {
	// Text is an address, "var.x" or "aws_launch_template.lt.user_data", or the
	// name of an effect.
	Text  string
	Range hcl.Range
	Kind  StepKind
}

// trail is a proof under construction; trails share their beginnings.
type trail struct {
	Step
	before *trail
}

func (t *trail) then(s Step) *trail {
	if t.Text == s.Text && t.Kind == s.Kind {
		return t
	}
	return &trail{Step: s, before: t}
}

// steps returns the proof, source first.
func (t *trail) steps() []Step {
	var out []Step
	for ; t != nil; t = t.before {
		out = append(out, t.Step)
	}
	slices.Reverse(out)
	return out
}

// joinSorted joins in a way that does not depend on map order: of two proofs
// the shorter one, then the first by text, is kept.
func joinSorted(a, b Taint) Taint {
	out := join(a, b)
	if a.trail != nil && b.trail != nil && (a.yes != 0) == (b.yes != 0) && b.trail.precedes(a.trail) {
		out.trail = b.trail
	}
	return out
}

func (t *trail) precedes(o *trail) bool {
	a, b := t.steps(), o.steps()
	if len(a) != len(b) {
		return len(a) < len(b)
	}
	for i := range a {
		if a[i].Text != b[i].Text {
			return a[i].Text < b[i].Text
		}
	}
	return false
}
