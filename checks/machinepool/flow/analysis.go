package flow

import (
	"slices"
	"sync"

	"github.com/zclconf/go-cty/cty"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/provider"
)

// Options say what to follow.
type Options struct {
	Table *provider.Table
	// Contract reports inputs that the controller always passes, so that their
	// defaults say nothing.
	Contract func(name string) bool
	// Sources are the inputs to follow. Those beyond the 62nd share a bit: the
	// first look takes them together, proofs take them one by one.
	Sources []Source
	// Modes are situations by name: inputs with known values.
	Modes map[string]map[string]cty.Value
}

// Analysis answers questions about one module. It is safe for concurrent use;
// the views that it returns are not.
type Analysis struct {
	module  *module.Module
	options Options
	// sources are those of the options and Impure.
	sources  []Source
	defaults map[string]cty.Value

	mu    sync.Mutex
	views map[string]*View
}

// Analyse prepares the analysis of a module; work is done when it is asked for.
func Analyse(m *module.Module, o Options) *Analysis {
	return &Analysis{
		module: m, options: o, views: map[string]*View{},
		sources: append(slices.Clone(o.Sources), Source{Name: Impure}), defaults: userDefaults(m, o.Contract),
	}
}

// Free follows all sources with nothing else known.
func (a *Analysis) Free() *View { return a.In("") }

// In follows all sources in a mode.
func (a *Analysis) In(mode string) *View {
	return a.view("in "+mode, mode, a.sources)
}

// Of follows one source and keeps proofs. An input that is no source is
// followed without values to compare.
func (a *Analysis) Of(name string) *View {
	return a.view("of "+name, "", a.source(name))
}

func (a *Analysis) source(name string) []Source {
	i := slices.IndexFunc(a.options.Sources, func(s Source) bool { return s.Name == name })
	if i < 0 {
		return []Source{{Name: name}}
	}
	return a.options.Sources[i : i+1]
}

// OfIn is Of in a mode.
func (a *Analysis) OfIn(name, mode string) *View {
	return a.view("of "+name+" in "+mode, mode, a.source(name))
}

// Following follows a change of a source that has a name of its own, for
// example one of a part of an input.
func (a *Analysis) Following(change string, s Source) *View {
	return a.view("change "+change, "", []Source{s})
}

func (a *Analysis) view(key, mode string, sources []Source) *View {
	a.mu.Lock()
	defer a.mu.Unlock()
	if v := a.views[key]; v != nil {
		return v
	}
	s := settings{root: a.module, table: a.options.Table, known: a.options.Modes[mode], defaults: a.defaults}
	v := &View{run: newRun(s, sources)}
	v.nodes = v.run.nodes()
	a.views[key] = v
	return v
}
