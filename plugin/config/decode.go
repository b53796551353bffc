package config

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// Positions tells where the values of a decoded document stand, by their
// path, for example "ignore[0].reason".
type Positions map[string]checks.Position

// Error is a fault at a place of a document.
type Error struct {
	checks.Position
	Problem string
}

// Error is "file:line:column: problem".
func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Problem)
}

// Decode fills the struct that into points at from a mapping, strictly: keys
// are the json tags of the struct, every other key is an error that names the
// likely one. A field of type *yaml.Node takes the node as it is. Errors are of
// type *Error and hold no values.
func Decode(node *yaml.Node, file string, into any) (Positions, error) {
	d := &decoder{file: file, at: Positions{}}
	err := d.value(node, reflect.ValueOf(into).Elem(), "")
	return d.at, err
}

type decoder struct {
	file string
	at   Positions
}

func (d *decoder) position(n *yaml.Node) checks.Position {
	return checks.Position{File: d.file, Line: n.Line, Column: n.Column}
}

func (d *decoder) errorf(n *yaml.Node, format string, args ...any) error {
	return &Error{Position: d.position(n), Problem: fmt.Sprintf(format, args...)}
}

var nodeType = reflect.TypeFor[*yaml.Node]()

// value decodes n into v and remembers where it stands. Null leaves v as it is.
func (d *decoder) value(n *yaml.Node, v reflect.Value, path string) error {
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	d.at[path] = d.position(n)
	switch {
	case n.ShortTag() == "!!null":
		return nil
	case v.Type() == nodeType:
		v.Set(reflect.ValueOf(n))
		return nil
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return d.value(n, v.Elem(), path)
	case reflect.Struct:
		return d.mapping(n, v, path)
	case reflect.Map:
		return d.dictionary(n, v, path)
	case reflect.Slice:
		return d.list(n, v, path)
	}
	return d.scalar(n, v, path)
}

func (d *decoder) mapping(n *yaml.Node, v reflect.Value, path string) error {
	fields := fieldsOf(v.Type())
	return d.entries(n, path, func(key, value *yaml.Node) error {
		index, ok := fields[key.Value]
		if !ok {
			return d.unknownKey(key, fields, path)
		}
		return d.value(value, v.Field(index), join(path, key.Value))
	})
}

func (d *decoder) unknownKey(key *yaml.Node, fields map[string]int, path string) error {
	known := make([]string, 0, len(fields))
	for name := range fields {
		known = append(known, name)
	}
	slices.Sort(known)
	where := ""
	if path != "" {
		where = " in " + path
	}
	if near, ok := checks.Nearest(key.Value, known); ok {
		return d.errorf(key, "unknown key %q%s: is it %q?", key.Value, where, near)
	}
	return d.errorf(key, "unknown key %q%s: use %s", key.Value, where, strings.Join(known, ", "))
}

func (d *decoder) dictionary(n *yaml.Node, v reflect.Value, path string) error {
	v.Set(reflect.MakeMap(v.Type()))
	return d.entries(n, path, func(key, value *yaml.Node) error {
		item := reflect.New(v.Type().Elem()).Elem()
		err := d.value(value, item, join(path, key.Value))
		v.SetMapIndex(reflect.ValueOf(key.Value), item)
		return err
	})
}

// entries calls do for each entry of a mapping and refuses keys that stand
// twice.
func (d *decoder) entries(n *yaml.Node, path string, do func(key, value *yaml.Node) error) error {
	if n.Kind != yaml.MappingNode {
		return d.errorf(n, "%s must be a mapping", orDocument(path))
	}
	lines := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if key.Kind != yaml.ScalarNode || key.ShortTag() == "!!merge" {
			return d.errorf(key, "keys of %s must be plain words", orDocument(path))
		}
		if first, twice := lines[key.Value]; twice {
			return d.errorf(key, "%s stands twice, first in line %d", join(path, key.Value), first)
		}
		lines[key.Value] = key.Line
		if err := do(key, n.Content[i+1]); err != nil {
			return err
		}
	}
	return nil
}

func (d *decoder) list(n *yaml.Node, v reflect.Value, path string) error {
	if n.Kind != yaml.SequenceNode {
		return d.errorf(n, "%s must be a list", orDocument(path))
	}
	v.Set(reflect.MakeSlice(v.Type(), len(n.Content), len(n.Content)))
	for i, item := range n.Content {
		if err := d.value(item, v.Index(i), path+"["+strconv.Itoa(i)+"]"); err != nil {
			return err
		}
	}
	return nil
}

// scalar takes the text of any scalar where a string is meant, so that dates
// and versions need no quotes.
func (d *decoder) scalar(n *yaml.Node, v reflect.Value, path string) error {
	if n.Kind != yaml.ScalarNode {
		return d.errorf(n, "%s must be a single value", orDocument(path))
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(n.Value)
		return nil
	case reflect.Bool:
		var b bool
		if n.ShortTag() != "!!bool" || n.Decode(&b) != nil {
			return d.errorf(n, "%s must be true or false", path)
		}
		v.SetBool(b)
		return nil
	case reflect.Int:
		var i int
		if n.ShortTag() != "!!int" || n.Decode(&i) != nil {
			return d.errorf(n, "%s must be a whole number", path)
		}
		v.SetInt(int64(i))
		return nil
	}
	return d.errorf(n, "%s cannot be set", path)
}

// fieldsOf maps the json names of a struct to the indexes of its fields.
func fieldsOf(t reflect.Type) map[string]int {
	out := map[string]int{}
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		if name != "" && name != "-" {
			out[name] = i
		}
	}
	return out
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

func orDocument(path string) string {
	if path == "" {
		return "the document"
	}
	return path
}
