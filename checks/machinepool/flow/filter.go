package flow

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/provider"
)

// anyCloud holds words that modules use for states of their own. A condition
// that lets the first through and none of the others is a filter everywhere.
var anyCloud = provider.States{
	Running: "running", Live: []string{"pending", "provisioning", "staging", "starting", "stopping", "stopped", "unknown"},
}

// leavesOut tries the words of the clouds on what the condition reads from an
// element: it leaves a live state out when it lets a running member through and
// that state not, both spelled in the same way. Parts of a condition that must
// all hold are tried one by one, since the others may be unknown.
func (f *filter) leavesOut(clouds []provider.States) []string {
	for _, part := range f.parts() {
		if left := part.tryAll(clouds); len(left) > 0 {
			return left
		}
	}
	return nil
}

// parts splits a condition at its logical ands.
func (f *filter) parts() []*filter {
	x, ok := unwrap(f.cond).(*hclsyntax.BinaryOpExpr)
	if !ok || x.Op != hclsyntax.OpLogicalAnd || f.negated {
		return []*filter{f}
	}
	left, right := *f, *f
	left.cond, right.cond = x.LHS, x.RHS
	return append(left.parts(), right.parts()...)
}

func (f *filter) tryAll(clouds []provider.States) []string {
	if n := f.restrictedList(); n != nil {
		return n
	}
	for _, t := range f.references() {
		for _, s := range clouds {
			if left := f.tryStates(t, s); len(left) > 0 {
				return left
			}
		}
		if left := f.tryStates(t, anyCloud); len(left) == len(anyCloud.Live) {
			return left
		}
		if f.tryFlag(t) {
			return []string{"unhealthy"}
		}
	}
	return nil
}

// references lists what the condition reads from the element, as paths.
func (f *filter) references() [][]string {
	var out [][]string
	for _, t := range f.cond.Variables() {
		root := t.RootName()
		if root != f.expr.ValVar && root != f.expr.KeyVar {
			continue
		}
		path := []string{root}
		for n := 1; n < len(t); n++ {
			path = append(path, stepName(t, n))
		}
		if !slices.ContainsFunc(out, func(o []string) bool { return slices.Equal(o, path) }) {
			out = append(out, path)
		}
	}
	return out
}

// with evaluates the condition with one thing read from the element known.
func (f *filter) with(path []string, v cty.Value) (value, known bool) {
	extra := f.env.unknowns()
	for n := len(path) - 1; n > 0; n-- {
		v = cty.ObjectVal(map[string]cty.Value{path[n]: v})
	}
	for _, other := range f.references() {
		if other[0] == path[0] && !slices.Equal(other, path) && len(path) > 1 && len(other) > 1 {
			v = withUnknown(v, other[1:])
		}
	}
	extra[path[0]] = v
	value, known = truth(f.instance.strict.Value(f.cond, extra))
	return value != f.negated, known
}

// withUnknown adds an attribute of unknown value.
func withUnknown(v cty.Value, path []string) cty.Value {
	if !v.IsKnown() || !v.Type().IsObjectType() {
		return v
	}
	fields := v.AsValueMap()
	if len(path) == 1 {
		if _, ok := fields[path[0]]; !ok {
			fields[path[0]] = cty.DynamicVal
		}
		return cty.ObjectVal(fields)
	}
	inner, ok := fields[path[0]]
	if !ok {
		inner = cty.DynamicVal
	}
	fields[path[0]] = withUnknown(inner, path[1:])
	return cty.ObjectVal(fields)
}

func unwrap(x hclsyntax.Expression) hclsyntax.Expression {
	for {
		p, ok := x.(*hclsyntax.ParenthesesExpr)
		if !ok {
			return x
		}
		x = p.Expression
	}
}

// filter is the condition of a for expression.
type filter struct {
	instance *instance
	env      *env
	expr     *hclsyntax.ForExpr
	cond     hclsyntax.Expression
	// negated filters let through what the condition refuses.
	negated bool
}

// dropped is the filter that compact makes of a for expression whose elements
// are empty on one branch of a conditional; nil for anything else.
func (i *instance) dropped(e *env, x hclsyntax.Expression) *filter {
	loop, ok := unwrap(x).(*hclsyntax.ForExpr)
	if !ok {
		return nil
	}
	c, ok := unwrap(loop.ValExpr).(*hclsyntax.ConditionalExpr)
	if !ok {
		return nil
	}
	f := &filter{instance: i, env: e.bind(loop.ValVar, clean), expr: loop, cond: c.Condition}
	switch {
	case isEmptyText(c.FalseResult):
		return f
	case isEmptyText(c.TrueResult):
		f.negated = true
		return f
	}
	return nil
}

// isEmptyText reports null and "".
func isEmptyText(x hclsyntax.Expression) bool {
	v, diags := x.Value(nil)
	return !diags.HasErrors() && v.IsKnown() && (v.IsNull() || textOf(v) == "")
}
