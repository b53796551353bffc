package flow

import (
	"slices"
)

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
