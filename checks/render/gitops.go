package render

import (
	"errors"
	"fmt"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// DefaultVersionKey is the annotation that carries an object's render version.
const DefaultVersionKey = "rollout-pin.dev/render-version"

// serverFields are written by API servers and controllers: no output of a renderer.
var serverFields = Globs{
	"/status", "/metadata/managedFields", "/metadata/resourceVersion", "/metadata/uid", "/metadata/generation",
	"/metadata/creationTimestamp", "/metadata/annotations/kubectl.kubernetes.io~1last-applied-configuration",
}

// VersionKey says where an object carries its version: an annotation, or a field.
type VersionKey struct {
	path FieldPath
	text string
}

// ParseVersionKey reads an annotation key, or a JSONPath in braces.
func ParseVersionKey(text string) (VersionKey, error) {
	if len(text) > 0 && text[0] == '{' {
		path, err := ParseFieldPath(text)
		return VersionKey{path, text}, err
	}
	if text == "" {
		return VersionKey{}, errors.New("the version key is empty")
	}
	return VersionKey{FieldPath{"metadata", "annotations", text}, "annotation " + text}, nil
}

// Options returns options under which neither server fields nor the version
// itself are output.
func (k VersionKey) Options(o Options) Options {
	ignore := append(Globs{}, serverFields...)
	ignore = append(ignore, escapeGlob(k.path.Pointer()))
	o.Ignore = append(ignore, o.Ignore...)
	return o
}

// escapeGlob makes a pointer match itself only.
func escapeGlob(pointer string) string {
	var out []rune
	for _, r := range pointer {
		switch r {
		case '*', '?', '[', ']', '{', '}', '\\':
			out = append(out, '\\')
		}
		out = append(out, r)
	}
	return string(out)
}

// Of reads the version of an object.
func (k VersionKey) Of(doc Content) (Version, error) {
	v := k.path.In(checks.NewValue(doc.root))
	number, err := Integer(v)
	if err != nil {
		return Version{}, fmt.Errorf("%s of %s: %w", k.text, doc.Label, err)
	}
	return Version{Number: number, Position: checks.Position{File: doc.File, Line: v.Line(), Column: v.Column()}}, nil
}

// Objects pairs the objects of two outputs by identity and judges each by its
// own version. An unchanged object without a version is fine; a changed one is
// not. An object that is only on one side has nothing to be compared with.
func Objects(base, head Output, key VersionKey) []*Comparison {
	var out []*Comparison
	before := map[string]Content{}
	for _, doc := range base.Documents {
		before[doc.identity] = doc
	}
	for _, doc := range head.Documents {
		if old, ok := before[doc.identity]; ok {
			out = append(out, compareObject(old, doc, key))
		}
	}
	return out
}

func compareObject(base, head Content, key VersionKey) *Comparison {
	sideOf := func(doc Content) *Side {
		v, err := key.Of(doc)
		return NewSide(v, err, []Output{{Documents: []Content{doc}}})
	}
	c := &Comparison{Base: sideOf(base), Head: sideOf(head), Object: head.Object, Where: head.Position}
	if c.Base.VersionErr != nil && c.Head.VersionErr != nil && c.Base.Digests.Fingerprint == c.Head.Digests.Fingerprint {
		c.Base.VersionErr, c.Head.VersionErr = nil, nil
	}
	return c
}
