package checks

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// GroupKind identifies a kind without its version.
type GroupKind struct{ Group, Kind string }

// Origin is where an object was read.
type Origin struct {
	// File as the user named it, "" for live objects.
	File string
	// Document counts the documents of the file from 0.
	Document int
	// Context is the kubeconfig context of a live object.
	Context string
}

// DuplicateKey is a mapping key that stands twice in one mapping.
type DuplicateKey struct {
	// Path of the key, dotted.
	Path          string
	First, Second Position
}

// Object is one Kubernetes object with its positions. It is immutable.
type Object struct {
	Value
	APIVersion, Kind, Namespace, Name string
	Origin                            Origin
	// Duplicates lists keys that stand twice; rules leave such an object alone.
	Duplicates []DuplicateKey
}

// NewObject reads the identity from the root of a node. An absent namespace
// stays empty; the source fills in the default for namespaced kinds.
func NewObject(node *yaml.Node, origin Origin) *Object {
	v := NewValue(node)
	return &Object{
		Value:      v,
		APIVersion: v.Get("apiVersion").Text(),
		Kind:       v.Get("kind").Text(),
		Namespace:  v.Get("metadata", "namespace").Text(),
		Name:       v.Get("metadata", "name").Text(),
		Origin:     origin,
	}
}

// Group is the API group, "" for the core group.
func (o *Object) Group() string { return GroupOf(o.APIVersion) }

// GroupOf is the group of an apiVersion, "" for the core group.
func GroupOf(apiVersion string) string {
	if i := strings.IndexByte(apiVersion, '/'); i >= 0 {
		return apiVersion[:i]
	}
	return ""
}

// Version is the API version without the group.
func (o *Object) Version() string {
	if i := strings.IndexByte(o.APIVersion, '/'); i >= 0 {
		return o.APIVersion[i+1:]
	}
	return o.APIVersion
}

// GroupKind of the object.
func (o *Object) GroupKind() GroupKind { return GroupKind{o.Group(), o.Kind} }

// Ref names the object in findings.
func (o *Object) Ref() *ObjectRef {
	return &ObjectRef{APIVersion: o.APIVersion, Kind: o.Kind, Namespace: o.Namespace, Name: o.Name}
}

// Annotation returns the text of an annotation and whether its key is there.
func (o *Object) Annotation(key string) (string, bool) {
	v := o.Get("metadata", "annotations", key)
	return v.Text(), v.Present()
}

// Label returns the text of a label and whether its key is there.
func (o *Object) Label(key string) (string, bool) {
	v := o.Get("metadata", "labels", key)
	return v.Text(), v.Present()
}

// At is the position of a value of this object. An absent value gives the
// start of the object, so that a finding about something missing still points
// into the right document.
func (o *Object) At(v Value) Position {
	if o == nil || o.Origin.File == "" {
		return Position{}
	}
	if !v.Present() {
		v = o.Value
	}
	return Position{File: o.Origin.File, Line: v.Line(), Column: v.Column()}
}

// Rendered reports whether the object is a manifest that no API server has
// seen: it has neither a status nor a resourceVersion.
func (o *Object) Rendered() bool {
	return !o.Get("status").Exists() && o.Get("metadata", "resourceVersion").Text() == ""
}
