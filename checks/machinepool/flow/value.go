package flow

import (
	"slices"
	"strconv"
)

// Value is what is known about an expression: which sources it follows, field
// by field where its structure is known. Values are immutable.
type Value struct {
	// taint is that of the value as a whole, or, where structure is known, of
	// its keys and length; it counts for everything inside.
	taint Taint
	// fields are the known attributes; of a list the known elements by index.
	fields map[string]*Value
	list   bool
	// elem stands for all elements or attributes that fields does not name.
	elem *Value
	// nodes are resources whose attributes are worked out on demand.
	nodes []*Node
	// weak makes everything that nodes yield a maybe.
	weak bool
	// origins are the resource attributes that the value is a copy of.
	origins []Origin
	// members says which data sources and filters decide what a list holds.
	members []choice
	// hashed is true for digests, whose every part follows the input.
	hashed bool
	// sure is how certain it is that a block is there at all.
	sure Certainty
	// size counts the parts of the value; zero stands for one.
	size int
}

// sizeLimit bounds values that repeat others many times over. A larger one is
// taken as a whole, and nothing about it is proved.
const sizeLimit = 2000

// bounded measures a value that was just made.
func (v *Value) bounded() *Value {
	v.size = 1
	for _, f := range v.fields {
		v.size += max(f.size, 1)
	}
	if v.elem != nil {
		v.size += max(v.elem.size, 1)
	}
	if v.size <= sizeLimit {
		return v
	}
	return opaque(v.total().limit(Maybe))
}

// Origin is an attribute of a resource or data source.
type Origin struct {
	node      *Node
	Attribute string
}

var clean = &Value{}

func opaque(t Taint) *Value {
	if t.none() {
		return clean
	}
	return &Value{taint: t}
}

// total is the taint of the value with everything in it.
func (v *Value) total() Taint {
	t := v.taint
	for _, f := range v.fields {
		t = joinSorted(t, f.total())
	}
	if v.elem != nil {
		t = join(t, v.elem.total())
	}
	for _, n := range v.nodes {
		c := n.changes()
		if v.weak {
			c = c.limit(Maybe)
		}
		t = join(t, c)
	}
	return t
}

// joinSorted joins in a way that does not depend on map order: of two proofs
// the shorter one, then the first by text, is kept.
func joinSorted(a, b Taint) Taint {
	out := join(a, b)
	if a.trail != nil && b.trail != nil && (a.yes != 0) == (b.yes != 0) && b.trail.precedes(a.trail) {
		out.trail = b.trail
	}
	return out
}

func (t *trail) precedes(o *trail) bool {
	a, b := t.steps(), o.steps()
	if len(a) != len(b) {
		return len(a) < len(b)
	}
	for i := range a {
		if a[i].Text != b[i].Text {
			return a[i].Text < b[i].Text
		}
	}
	return false
}

// under adds the taint of what the value depends on as a whole.
func (v *Value) under(t Taint) *Value {
	if t.none() {
		return v
	}
	out := *v
	out.taint = join(v.taint, t)
	return &out
}

// each maps every taint of the value.
func (v *Value) each(f func(Taint) Taint) *Value {
	out := *v
	out.taint = f(v.taint)
	if v.fields != nil {
		out.fields = make(map[string]*Value, len(v.fields))
		for k, x := range v.fields {
			out.fields[k] = x.each(f)
		}
	}
	if v.elem != nil {
		out.elem = v.elem.each(f)
	}
	return &out
}

func (v *Value) limit(c Certainty) *Value {
	if c == Yes || v == clean {
		return v
	}
	if c == No {
		return &Value{members: v.members, hashed: v.hashed}
	}
	out := v.each(func(t Taint) Taint { return t.limit(c) })
	return out.weaken()
}

func (v *Value) weaken() *Value {
	out := *v
	out.weak = true
	if v.elem != nil {
		out.elem = v.elem.weaken()
	}
	if v.fields != nil {
		out.fields = make(map[string]*Value, len(v.fields))
		for k, x := range v.fields {
			out.fields[k] = x.weaken()
		}
	}
	return &out
}

// via adds a step to every proof in the value.
func (v *Value) via(trace bool, step func() Step) *Value {
	if !trace || v == clean {
		return v
	}
	return v.each(func(t Taint) Taint { return t.via(step) })
}

// get is the attribute or element of a name.
func (v *Value) get(name string) *Value {
	if len(v.nodes) > 0 {
		return v.attribute(name).under(v.taint)
	}
	if f := v.fields[name]; f != nil {
		return f.under(v.taint)
	}
	if v.elem != nil {
		return v.elem.under(v.taint)
	}
	switch {
	case len(v.fields) == 0:
		return opaque(v.taint)
	case v.list && !isPosition(name):
		return v.element().get(name)
	case v.list, isPosition(name):
		return v.element() // a place that is not told apart
	}
	return opaque(v.taint) // an object without the attribute
}

func (v *Value) attribute(name string) *Value {
	list := make([]*Value, len(v.nodes))
	for i, n := range v.nodes {
		list[i] = n.attribute(name)
		if v.weak {
			list[i] = list[i].limit(Maybe)
		}
	}
	return union(list...)
}

// element stands for any element, whatever its key.
func (v *Value) element() *Value {
	list := []*Value{}
	for _, k := range sortedKeys(v.fields) {
		list = append(list, v.fields[k])
	}
	if v.elem != nil {
		list = append(list, v.elem)
	}
	if len(list) == 0 {
		return opaque(v.taint)
	}
	return union(list...).under(v.taint)
}

func sortedKeys(m map[string]*Value) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// collection reports whether the value has elements of its own.
func (v *Value) collection() bool { return v.list || v.elem != nil }

// union is a value that may be any of the list.
func union(list ...*Value) *Value {
	switch len(list) {
	case 0:
		return clean
	case 1:
		return list[0]
	}
	out := &Value{hashed: true}
	for _, v := range list {
		out.taint = join(out.taint, v.taint)
		out.list = out.list || v.list
		out.weak = out.weak || v.weak
		out.hashed = out.hashed && v.hashed
		out.nodes = appendNew(out.nodes, v.nodes...)
		out.origins = appendNew(out.origins, v.origins...)
		out.members = append(out.members, v.members...)
		out.sure = max(out.sure, v.sure)
		for k, f := range v.fields {
			if out.fields == nil {
				out.fields = map[string]*Value{}
			}
			if old := out.fields[k]; old != nil {
				f = union(old, f)
			}
			out.fields[k] = f
		}
		if v.elem != nil {
			if out.elem == nil {
				out.elem = v.elem
			} else {
				out.elem = union(out.elem, v.elem)
			}
		}
	}
	return out.bounded()
}

func appendNew[T comparable](list []T, more ...T) []T {
	for _, x := range more {
		if !slices.Contains(list, x) {
			list = append(slices.Clip(list), x)
		}
	}
	return list
}

// listOf is a list whose elements are known one by one.
func listOf(items []*Value) *Value {
	out := &Value{list: true, fields: make(map[string]*Value, len(items))}
	for i, v := range items {
		out.fields[strconv.Itoa(i)] = v
	}
	return out.bounded()
}

// anyOrder is a list of the elements of another, whose positions are lost.
func (v *Value) anyOrder() *Value {
	out := &Value{taint: v.taint, elem: v.element(), list: true, members: v.members}
	return out.bounded()
}

// at follows a dotted path of the table; list indexes are left out there.
func (v *Value) at(path ...string) *Value {
	for _, name := range path {
		for v.list && len(v.nodes) == 0 {
			v = v.element()
			if v == clean {
				return clean
			}
			if !v.list && v.fields == nil && v.elem == nil {
				break
			}
		}
		switch {
		case v.fields[name] != nil:
			v = v.fields[name].under(v.taint)
		case v.elem != nil && !v.list:
			v = v.elem.under(v.taint)
		case v.fields != nil && v.taint.none():
			return clean
		default:
			v = opaque(v.taint)
		}
	}
	return v
}
