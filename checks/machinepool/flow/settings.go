package flow

import (
	"maps"

	"github.com/zclconf/go-cty/cty"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/provider"
)

// settings are what evaluations of a module share.
type settings struct {
	root  *module.Module
	table *provider.Table
	// known are inputs with a given value, defaults those of user variables.
	known, defaults map[string]cty.Value
}

func (s settings) inputs(extra map[string]cty.Value, likely bool) map[string]cty.Value {
	out := map[string]cty.Value{}
	if likely {
		maps.Copy(out, s.defaults)
	}
	maps.Copy(out, s.known)
	maps.Copy(out, extra)
	return out
}

// userDefaults are the defaults of inputs that are not the contract's.
func userDefaults(m *module.Module, contract func(string) bool) map[string]cty.Value {
	out := module.Defaults(m)
	maps.DeleteFunc(out, func(name string, _ cty.Value) bool { return contract(name) })
	return out
}

// scopePair evaluates with the source before and after a change.
type scopePair struct {
	// strict knows nothing but the source, likely the defaults of user variables.
	strict, likely [2]*module.Scope
}

func (s settings) pair(name string, values [2]cty.Value) scopePair {
	var p scopePair
	for i, v := range values {
		extra := map[string]cty.Value{name: v}
		p.strict[i] = module.NewScope(s.root, s.inputs(extra, false))
		p.likely[i] = module.NewScope(s.root, s.inputs(extra, true))
	}
	return p
}

func (p scopePair) child(c *module.Call) scopePair {
	var out scopePair
	for i := range p.strict {
		out.strict[i], out.likely[i] = p.strict[i].Child(c), p.likely[i].Child(c)
	}
	return out
}
