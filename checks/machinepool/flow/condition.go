package flow

import (
	"github.com/zclconf/go-cty/cty"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

// Condition is a condition that makes an apply fail: a validation, precondition
// or postcondition.
type Condition struct {
	module.Condition
	// Taint is what it follows.
	Taint Taint
	// Result with the inputs that are given.
	Result cty.Value
}

// Conditions lists the conditions of all modules.
func (v *View) Conditions() []Condition {
	var out []Condition
	for _, i := range v.run.instances() {
		add := func(e *env, list []module.Condition) {
			for _, c := range list {
				if c.Condition != nil {
					out = append(out, Condition{Condition: c, Taint: i.eval(e, c.Condition).total(), Result: i.strict.Value(c.Condition, e.unknowns())})
				}
			}
		}
		for _, variable := range i.module.Variables {
			add(nil, variable.Validations)
		}
		for _, o := range i.module.Outputs {
			add(nil, o.Preconditions)
		}
		for _, list := range [][]*module.Resource{i.module.Resources, i.module.Data} {
			for _, r := range list {
				add(i.node(r).bound(), r.Lifecycle.Preconditions)
				add(i.node(r).bound(), r.Lifecycle.Postconditions)
			}
		}
	}
	return out
}
