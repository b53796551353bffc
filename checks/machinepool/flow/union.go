package flow

import (
	"slices"
	"strconv"
)

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
