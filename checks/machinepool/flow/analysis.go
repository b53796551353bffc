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

// View is one evaluation of the module.
type View struct {
	run   *run
	nodes []*Node
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

// Nodes lists the resources and data sources of all modules.
func (v *View) Nodes() []*Node { return v.nodes }

// Node finds a resource by its address.
func (v *View) Node(address string) *Node {
	for _, n := range v.nodes {
		if n.address == address {
			return n
		}
	}
	return nil
}

// Of returns how certain a taint follows a source of the view.
func (v *View) Of(t Taint, source string) Certainty { return t.of(v.run.bits[source]) }

// Roll is one way in which a change of a source reaches the members of a group.
type Roll struct {
	Certainty
	Cause Cause
	// Effect is the row's entry; it is empty for replacement and count.
	Effect provider.Effect
	// Path is the proof, from the source to the effect.
	Path []Step
}

// Rolls lists the ways in which the source rolls a group, the most certain
// first.
func (v *View) Rolls(n *Node, source string) []Roll {
	bit := v.run.bits[source]
	var out []Roll
	for _, r := range n.rolls() {
		if c := r.taint.of(bit); c != No {
			out = append(out, Roll{Certainty: c, Cause: r.cause, Effect: r.effect, Path: append(r.taint.trail.steps(), r.end)})
		}
	}
	slices.SortStableFunc(out, func(a, b Roll) int { return int(b.Certainty) - int(a.Certainty) })
	return out
}

// Delivery says whether new members of a group get the present value of a
// source.
type Delivery struct {
	Certainty
	// Stuck tells where an old value stays; it is empty when the value is
	// nowhere in what the group starts members with.
	Stuck string
	// At is the position of that place.
	At Step
	// Path leads from the source to it.
	Path []Step
}

// Delivers follows a source into what a group starts new members with.
func (v *View) Delivers(n *Node, source string) Delivery {
	d := n.delivers(v.run.bits[source])
	return Delivery{Certainty: d.Certainty, Stuck: d.stuck, At: Step{Text: n.address, Range: d.at}, Path: d.trail.steps()}
}

// Address of the resource, with the module path where it is nested.
func (n *Node) Address() string { return n.address }

// Resource as written.
func (n *Node) Resource() *module.Resource { return n.resource }

// Row is what the table knows, nil for an unknown type.
func (n *Node) Row() *provider.Row { return n.row }

// Trust says how far the row holds here: Yes, Maybe for unverified rows and
// other providers, No for unknown types.
func (n *Node) Trust() Certainty { return n.trust }

// Kind of the resource; Other for unknown types.
func (n *Node) Kind() provider.Kind {
	if n.row == nil {
		return provider.Other
	}
	return n.row.Kind
}

// Argument is what an argument of the table follows, without what
// ignore_changes holds back; "*" stands for all arguments.
func (n *Node) Argument(path string) Taint { return n.argument(path) }

// Written is what an argument follows as it is written.
func (n *Node) Written(path string) Taint { return argumentIn(n.written(), path) }

// Presence is what count and for_each follow, here and on the way here.
func (n *Node) Presence() Taint { return n.repeated() }

// Replacement is what replaces the resource.
func (n *Node) Replacement() Taint { return n.replacement() }

// Ignores reports an argument that ignore_changes covers.
func (n *Node) Ignores(path string) bool { return n.ignores(path) }

// Steps is the proof of the taint, source first; empty in views without proofs.
func (t Taint) Steps() []Step { return t.trail.steps() }

// Forms is how the value holds the payload.
func (t Taint) Forms() Form { return t.forms }

// None reports that no source is followed.
func (t Taint) None() bool { return t.none() }
