package flow

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/provider"
)

// Restriction is something that keeps live members out of a list.
type Restriction struct {
	// Source is the data source that lists only some states, nil for a filter
	// of the module.
	Source *Node
	// Default is true when the source does so without being told.
	Default bool
	// Missing are live states that it leaves out.
	Missing []string
	// At is the place: the argument, the data source or the condition.
	At hcl.Range
}

// Restrictions says what keeps live members out of an output with the list of
// members. unknown is true when a source could not be judged.
func (v *View) Restrictions(output string) (list []Restriction, unknown bool) {
	members := v.run.top.output(output).members
	if len(members) == 0 {
		return nil, false
	}
	missing := map[string]int{}
	for _, c := range members {
		left, open := c.leavesOut()
		unknown = unknown || open
		for _, word := range left {
			missing[word]++
		}
	}
	// A state is lost when no choice lets it through.
	lost := func(words []string) []string {
		return slices.DeleteFunc(slices.Clone(words), func(w string) bool { return missing[w] < len(members) })
	}
	for _, c := range members {
		for _, r := range c.restrictions() {
			r.Missing = lost(r.Missing)
			if len(r.Missing) > 0 && !slices.ContainsFunc(list, func(o Restriction) bool { return o.At == r.At }) {
				list = append(list, r)
			}
		}
	}
	return list, unknown
}

func (c choice) restrictions() []Restriction {
	var out []Restriction
	for _, s := range c.sources {
		if r, _ := s.restricts(); r != nil {
			out = append(out, *r)
		}
	}
	states := c.states()
	for _, f := range c.filters {
		if left := f.leavesOut(states); len(left) > 0 {
			out = append(out, Restriction{Missing: left, At: f.cond.Range()})
		}
	}
	return out
}

// leavesOut lists the live states that a choice does not let through.
func (c choice) leavesOut() (missing []string, open bool) {
	for _, s := range c.sources {
		r, known := s.restricts()
		open = open || !known
		if r != nil {
			missing = appendNew(missing, r.Missing...)
		}
	}
	states := c.states()
	for _, f := range c.filters {
		missing = appendNew(missing, f.leavesOut(states)...)
	}
	return missing, open
}

// states are the vocabularies of the clouds that a choice reads from.
func (c choice) states() []provider.States {
	var out []provider.States
	for _, s := range c.sources {
		if _, file := s.instance.run.table.DataSource(s.resource.Type); file != nil {
			out = append(out, file.States...)
		}
	}
	return out
}

// restricts judges a data source; known is false when its argument is open.
func (n *Node) restricts() (r *Restriction, known bool) {
	if n.row == nil || n.row.Members == nil {
		return nil, true
	}
	m := n.row.Members
	words, at, given, known := n.selectedStates(m)
	if !known {
		return nil, false
	}
	if !given {
		if len(m.Default) == 0 {
			return nil, true
		}
		words, at = m.Default, n.resource.Block.DefRange()
	}
	missing := slices.DeleteFunc(slices.Clone(m.Live), func(live string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.EqualFold(w, live) })
	})
	if len(missing) == 0 {
		return nil, true
	}
	return &Restriction{Source: n, Default: !given, Missing: missing, At: at}, true
}

// selectedStates reads the argument or filter block that selects states.
func (n *Node) selectedStates(m *provider.Members) (words []string, at hcl.Range, given, known bool) {
	if m.States != "" {
		for _, p := range n.places(m.States) {
			v := p.value()
			if !v.IsWhollyKnown() {
				v = p.usual()
			}
			if v.IsKnown() && v.IsNull() {
				continue
			}
			words, known = stringsOf(v)
			return words, p.attribute.NameRange, true, known
		}
	}
	if m.Filter != "" {
		for _, b := range n.resource.Block.Body.Blocks {
			if b.Type != m.Filter {
				continue
			}
			name := textOf(n.instance.strict.Value(expressionOf(b.Body, "name"), n.bound().unknowns()))
			if !slices.Contains(m.Named, name) {
				continue
			}
			words, known = stringsOf(n.instance.likely.Value(expressionOf(b.Body, "values"), n.bound().unknowns()))
			return words, b.DefRange(), true, known
		}
	}
	return nil, hcl.Range{}, false, true
}

// stringsOf returns the strings of a known list or a single known string.
func stringsOf(v cty.Value) (out []string, known bool) {
	if !v.IsWhollyKnown() || v.IsNull() {
		return nil, false
	}
	if v.Type() == cty.String {
		return []string{v.AsString()}, true
	}
	if !v.CanIterateElements() {
		return nil, false
	}
	for it := v.ElementIterator(); it.Next(); {
		_, e := it.Element()
		out = append(out, textOf(e))
	}
	return out, true
}

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

// spellings are the ways in which a module may write the words of a cloud.
var spellings = []func(string) string{
	func(s string) string { return s },
	strings.ToLower,
	strings.ToUpper,
	func(s string) string { return strings.ToUpper(s[:1]) + strings.ToLower(s[1:]) },
}

func (f *filter) tryStates(path []string, s provider.States) []string {
	for _, spell := range spellings {
		passes := func(word string) (bool, bool) { return f.with(path, cty.StringVal(spell(word))) }
		if passed, known := passes(s.Running); !known || !passed {
			continue
		}
		var out []string
		for _, word := range s.Live {
			if passed, known := passes(word); known && !passed {
				out = append(out, word)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

// flagWords are names of attributes that say whether a member is well.
var flagWords = []string{"healthy", "ready", "running", "is_running", "is_healthy", "in_service", "active"}

// tryFlag reports a condition that drops members whose flag is false.
func (f *filter) tryFlag(path []string) bool {
	if !slices.Contains(flagWords, path[len(path)-1]) {
		return false
	}
	well, known := f.with(path, cty.True)
	ill, knownIll := f.with(path, cty.False)
	return known && well && knownIll && !ill
}

// restrictedList finds contains(list, ...) whose list is itself restricted.
func (f *filter) restrictedList() []string {
	call, ok := unwrap(f.cond).(*hclsyntax.FunctionCallExpr)
	if !ok || call.Name != "contains" || len(call.Args) != 2 {
		return nil
	}
	members := f.instance.eval(f.env, call.Args[0]).members
	if len(members) == 0 {
		return nil
	}
	var out []string
	for n, c := range members {
		left, _ := c.leavesOut()
		if n == 0 {
			out = left
			continue
		}
		out = slices.DeleteFunc(out, func(w string) bool { return !slices.Contains(left, w) })
	}
	return out
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
