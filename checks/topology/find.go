package topology

import (
	"fmt"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// find is a finding about the cluster as a whole, at a value of the new manifest.
func (c *Change) find(v checks.Value, format string, args ...any) checks.Finding {
	return checks.Finding{
		Message: fmt.Sprintf(format, args...), Object: c.New.Ref(),
		Field: v.Path(), Position: c.New.At(v),
	}
}

// findPin is a finding about the pin of a pool: at the pin, or at the entry when
// the pin is not there, in the base for a pool that is removed.
func (c *Change) findPin(p *Pool, format string, args ...any) checks.Finding {
	e, side := p.entry(), c.New
	if p.New == nil {
		side = c.Old
	}
	v := e.Get("version")
	f := c.findAt(p, v, format, args...)
	if !v.Present() {
		v = e.Value
	}
	f.Position = side.At(v)
	return f
}

// findEntry is a finding about an entry of the new side.
func (c *Change) findEntry(p *Pool, v checks.Value, format string, args ...any) checks.Finding {
	f := c.findAt(p, v, format, args...)
	if !v.Present() {
		f.Position = c.New.At(p.New.Value)
	}
	return f
}

func (c *Change) findAt(p *Pool, v checks.Value, format string, args ...any) checks.Finding {
	f := c.find(v, format, args...)
	f.Subject, f.Order = p.String(), p.order
	return f
}

// assume marks a finding that rests on something not observed, and says on what.
func assume(f checks.Finding, what string) checks.Finding {
	f.Assumed = true
	f.Message += ", assuming that " + what
	return f
}

// assumeRunning marks a finding that took the persisted version for the running
// one.
func assumeRunning(f checks.Finding, assumed bool) checks.Finding {
	if !assumed {
		return f
	}
	return assume(f, "the pool runs what the base asks for")
}

// fix attaches advice.
func fix(f checks.Finding, format string, args ...any) checks.Finding {
	f.Fix = &checks.Fix{Description: fmt.Sprintf(format, args...)}
	return f
}

// rewrite offers to replace the scalar at v by text. Only scalars on one line,
// written as they are read, have an end that can be computed.
func rewrite(f checks.Finding, v checks.Value, text string) checks.Finding {
	width, ok := v.Width()
	if !ok || f.File == "" || f.Fix == nil {
		return f
	}
	f.Fix.Edits = []checks.Edit{{
		File: f.File, Line: v.Line(), Column: v.Column(), EndLine: v.Line(), EndColumn: v.Column() + width, NewText: text,
	}}
	return f
}
