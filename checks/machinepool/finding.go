package machinepool

import (
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/fix"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

// found makes a finding about a place in a module file.
func found(at hcl.Range, subject, format string, args ...any) checks.Finding {
	return checks.Finding{Subject: subject, Message: fmt.Sprintf(format, args...), Position: module.Position(at)}
}

// cure adds a fix; without edits it is advice.
func cure(f checks.Finding, description string, edits []checks.Edit) checks.Finding {
	f.Fix = &checks.Fix{Description: description, Edits: edits}
	return f
}

// rated gives a finding another severity than its rule has.
func rated(f checks.Finding, s checks.Severity) checks.Finding {
	f.Severity = s
	return f
}

// related points at something that belongs to a finding.
func related(at hcl.Range, subject, message string) checks.Related {
	return checks.Related{Subject: subject, Position: module.Position(at), Message: message}
}

// fileOf is the file that a range lies in, nil when it is none of the module's.
func (in *Input) fileOf(r hcl.Range) *module.File {
	var out *module.File
	in.Module.Walk(func(m *module.Module) {
		for _, f := range m.Files {
			if f.Name == r.Filename {
				out = f
			}
		}
	})
	return out
}

// start is the first place of the module, for findings about the whole of it.
func (in *Input) start() hcl.Range {
	if len(in.Module.Settings.Blocks) > 0 {
		return in.Module.Settings.Blocks[0].DefRange()
	}
	return hcl.Range{Filename: in.Module.Files[0].Name, Start: hcl.InitialPos, End: hcl.InitialPos}
}

// eachModule makes a rule body from one about a single module directory, the
// root or a local module that it calls.
func eachModule(check func(in *Input, m *module.Module, out *checks.Sink)) func(*Input, *checks.Sink) {
	return func(in *Input, out *checks.Sink) {
		in.Module.Walk(func(m *module.Module) { check(in, m, out) })
	}
}

const lint = "lint module"

// replace puts other text in the place of an expression; JSON files are left to
// people.
func (in *Input) replace(r hcl.Range, text string) []checks.Edit {
	if f := in.fileOf(r); f == nil || f.JSON {
		return nil
	}
	return []checks.Edit{fix.Replace(r, text)}
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
