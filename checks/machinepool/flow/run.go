package flow

import (
	"github.com/zclconf/go-cty/cty"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/provider"
)

// Source is something whose changes are followed: an input of the root module,
// or Impure.
type Source struct {
	// Name of the input.
	Name string
	// Pairs are values before and after a typical change. Where an expression
	// can be evaluated with both, the results decide whether it changes; with
	// several pairs one difference is enough.
	Pairs [][2]cty.Value
	// Form is how the payload is held; zero for other sources.
	Form Form
}

// Impure is the source of functions whose result is another one in each plan.
const Impure = "a function that never gives the same result"

// run is one evaluation of a module.
type run struct {
	table *provider.Table
	// bits of the sources by name.
	bits map[string]uint64
	// single is the only source of a run that keeps proofs, else nil.
	single *Source
	top    *instance
	// templates caches parsed template files.
	templates map[string]*template
}

// newRun prepares an evaluation that follows up to 64 sources at once.
func newRun(s settings, sources []Source) *run {
	r := &run{table: s.table, bits: map[string]uint64{}, templates: map[string]*template{}}
	for i, src := range sources {
		// Impure is the last one; what does not fit shares a bit.
		r.bits[src.Name] = 1 << min(i, 62)
	}
	if len(sources) > 1 {
		r.bits[Impure] = 1 << 63
	}
	r.top = &instance{
		run: r, module: s.root,
		strict: module.NewScope(s.root, s.inputs(nil, false)),
		likely: module.NewScope(s.root, s.inputs(nil, true)),
	}
	r.top.init()
	if len(sources) == 1 {
		r.single = &sources[0]
		for _, pair := range sources[0].Pairs {
			r.top.pairs = append(r.top.pairs, s.pair(sources[0].Name, pair))
		}
	}
	return r
}

// nodes lists the resources and data sources of all modules, in file order,
// callers first.
func (r *run) nodes() []*Node {
	var out []*Node
	var walk func(*instance)
	walk = func(i *instance) {
		for _, list := range [][]*module.Resource{i.module.Resources, i.module.Data, i.module.Ephemerals} {
			for _, res := range list {
				out = append(out, i.node(res))
			}
		}
		for _, c := range i.module.Calls {
			if c.Module != nil {
				walk(i.child(c))
			}
		}
	}
	walk(r.top)
	return out
}

// instances lists the module calls, the root first.
func (r *run) instances() []*instance {
	var out []*instance
	var walk func(*instance)
	walk = func(i *instance) {
		out = append(out, i)
		for _, c := range i.module.Calls {
			if c.Module != nil {
				walk(i.child(c))
			}
		}
	}
	walk(r.top)
	return out
}
