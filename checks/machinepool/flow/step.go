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
