package checks

import (
	"iter"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Value is a place in an object's YAML tree. The zero Value stands for an
// absent place; every method works on it, so paths can be followed without
// tests in between. Trees hold no aliases and no merge keys: sources resolve
// them, within a budget, before objects are made.
type Value struct {
	node *yaml.Node
	key  *yaml.Node
	path string
}

// NewValue wraps a node; a document node stands for its content.
func NewValue(node *yaml.Node) Value {
	if node != nil && node.Kind == yaml.DocumentNode {
		if len(node.Content) == 0 {
			return Value{}
		}
		node = node.Content[0]
	}
	return Value{node: node}
}

// Node returns the underlying node, nil when absent. It must not be changed.
func (v Value) Node() *yaml.Node { return v.node }

// Present reports whether the place is there, also as null.
func (v Value) Present() bool { return v.node != nil }

// Null reports whether the place is there and null (`null`, `~` or nothing).
func (v Value) Null() bool { return v.node != nil && v.node.ShortTag() == "!!null" }

// Exists reports whether the place is there and not null.
func (v Value) Exists() bool { return v.node != nil && !v.Null() }

// Path is the dotted path from the object's root, list items as [i].
func (v Value) Path() string { return v.path }

// Get follows keys into mappings; absent steps give an absent Value.
func (v Value) Get(keys ...string) Value {
	for _, k := range keys {
		v = v.child(k)
	}
	return v
}

func (v Value) child(key string) Value {
	path := joinPath(v.path, key)
	if v.node != nil && v.node.Kind == yaml.MappingNode {
		for i := 0; i+1 < len(v.node.Content); i += 2 {
			if v.node.Content[i].Value == key {
				return Value{node: v.node.Content[i+1], key: v.node.Content[i], path: path}
			}
		}
	}
	return Value{path: path}
}

func joinPath(path, key string) string {
	if strings.ContainsAny(key, ".[]/") {
		return path + "[" + strconv.Quote(key) + "]"
	}
	if path == "" {
		return key
	}
	return path + "." + key
}

// Items returns the elements of a list, nil for anything else.
func (v Value) Items() []Value {
	if v.node == nil || v.node.Kind != yaml.SequenceNode {
		return nil
	}
	out := make([]Value, len(v.node.Content))
	for i, n := range v.node.Content {
		out[i] = Value{node: n, path: v.path + "[" + strconv.Itoa(i) + "]"}
	}
	return out
}

// Fields iterates over the entries of a mapping in file order.
func (v Value) Fields() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		if v.node == nil || v.node.Kind != yaml.MappingNode {
			return
		}
		for i := 0; i+1 < len(v.node.Content); i += 2 {
			key := v.node.Content[i]
			child := Value{node: v.node.Content[i+1], key: key, path: joinPath(v.path, key.Value)}
			if !yield(key.Value, child) {
				return
			}
		}
	}
}

// IsMap reports whether the value is a mapping.
func (v Value) IsMap() bool { return v.node != nil && v.node.Kind == yaml.MappingNode }

// IsList reports whether the value is a list.
func (v Value) IsList() bool { return v.node != nil && v.node.Kind == yaml.SequenceNode }

// IsScalar reports whether the value is a scalar, null included.
func (v Value) IsScalar() bool { return v.node != nil && v.node.Kind == yaml.ScalarNode }

// Text returns the scalar text as written (after YAML quoting), "" when the
// value is absent, null or no scalar. Versions are compared on this text: an
// unquoted 1.30 is "1.30" here and a float elsewhere.
func (v Value) Text() string {
	if !v.IsScalar() || v.Null() {
		return ""
	}
	return v.node.Value
}

// Int returns the integer of an int scalar.
func (v Value) Int() (int, bool) {
	if !v.IsScalar() || v.node.ShortTag() != "!!int" {
		return 0, false
	}
	var n int
	if err := v.node.Decode(&n); err != nil {
		return 0, false
	}
	return n, true
}

// Bool returns the value of a boolean scalar.
func (v Value) Bool() (value, ok bool) {
	if !v.IsScalar() || v.node.ShortTag() != "!!bool" {
		return false, false
	}
	if err := v.node.Decode(&value); err != nil {
		return false, false
	}
	return value, true
}

// Line and Column of the value in its file, counted from 1; zero when absent.
func (v Value) Line() int {
	if v.node == nil {
		return 0
	}
	return v.node.Line
}

// Column of the value, counted from 1; zero when absent.
func (v Value) Column() int {
	if v.node == nil {
		return 0
	}
	return v.node.Column
}

// KeyLine is the line of the mapping key that leads to the value, 0 if none.
func (v Value) KeyLine() int {
	if v.key == nil {
		return 0
	}
	return v.key.Line
}
