package flow

import (
	"slices"
	"strings"
)

// prune takes an ignored path out of the arguments.
func prune(v *Value, path []string) *Value {
	if len(path) == 0 {
		return clean
	}
	out := *v
	name := path[0]
	if f := v.fields[name]; f != nil {
		out.fields = withField(v.fields, name, prune(f, path[1:]))
		return &out
	}
	if v.list && v.elem == nil && len(v.fields) > 0 && !isPosition(name) {
		// A path may leave out the index of a block that stands once.
		out.fields = make(map[string]*Value, len(v.fields))
		for k, f := range v.fields {
			out.fields[k] = prune(f, path)
		}
		return &out
	}
	return v
}

func withField(fields map[string]*Value, name string, v *Value) map[string]*Value {
	out := make(map[string]*Value, len(fields))
	for k, f := range fields {
		out[k] = f
	}
	out[name] = v
	return out
}

func isPosition(name string) bool {
	return name != "" && strings.Trim(name, "0123456789") == ""
}

// ignores reports an argument that ignore_changes covers.
func (n *Node) ignores(path string) bool {
	if n.resource.Lifecycle.IgnoreAll {
		return true
	}
	names := splitPath(path)
	for _, ignored := range n.resource.Lifecycle.Ignore {
		if covers(withoutPositions(traversalNames(ignored.Traversal)), names) {
			return true
		}
	}
	return false
}

func covers(ignored, path []string) bool {
	return len(ignored) <= len(path) && slices.Equal(ignored, path[:len(ignored)])
}

func withoutPositions(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), isPosition)
}
