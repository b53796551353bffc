package machinepool

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/shape"
)

// reaches reports whether an input is used by something that the module manages,
// reads or configures: directly, through named values, or through a module that
// it calls. Conditions use nothing; a remote module is taken to use all it gets.
func reaches(m *module.Module, input string) bool {
	r := &reach{module: m, input: input, locals: map[string]bool{}}
	for _, list := range [][]*module.Resource{m.Resources, m.Data, m.Ephemerals} {
		for _, res := range list {
			if r.body(res.Block.Body) {
				return true
			}
		}
	}
	for _, p := range m.Providers {
		if r.body(p.Block.Body) {
			return true
		}
	}
	for _, c := range m.Calls {
		if r.call(c) {
			return true
		}
	}
	return false
}

type reach struct {
	module *module.Module
	input  string
	// locals remembers which named values use the input.
	locals map[string]bool
}

func (r *reach) body(b *hclsyntax.Body) bool {
	for _, a := range b.Attributes {
		if r.expression(a.Expr) {
			return true
		}
	}
	for _, n := range b.Blocks {
		if n.Type != "precondition" && n.Type != "postcondition" && r.body(n.Body) {
			return true
		}
	}
	return false
}

func (r *reach) call(c *module.Call) bool {
	for name, a := range c.Arguments {
		if r.expression(a.Expr) && (c.Module == nil || reaches(c.Module, name)) {
			return true
		}
	}
	return r.expression(c.Count) || r.expression(c.ForEach)
}

func (r *reach) expression(expr hclsyntax.Expression) bool {
	if expr == nil {
		return false
	}
	for _, t := range expr.Variables() {
		switch root, name := t.RootName(), shape.StepName(t, 1); {
		case root == "var" && name == r.input:
			return true
		case root == "local" && r.local(name):
			return true
		}
	}
	return false
}

func (r *reach) local(name string) bool {
	if used, seen := r.locals[name]; seen {
		return used
	}
	r.locals[name] = false
	if l := r.module.Local(name); l != nil {
		r.locals[name] = r.expression(l.Expr)
	}
	return r.locals[name]
}
