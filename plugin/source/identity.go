package source

import (
	"bytes"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// identity collects the apiVersion and kind of an object in block style from
// the lines at its own indentation, without parsing. It is certain only if
// every such line begins with a plain key: then no other spelling of the key
// (quoted, tagged, merged, aliased, explicit) can hide there.
type identity struct {
	apiVersion, kind []byte
	doubt            bool
}

// line takes what stands on a line from the object's indentation on.
func (id *identity) line(text []byte) {
	switch {
	case !isLetter(text[0]):
		id.doubt = true
	case bytes.HasPrefix(text, []byte("kind")):
		id.set(&id.kind, text[len("kind"):])
	case bytes.HasPrefix(text, []byte("apiVersion")):
		id.set(&id.apiVersion, text[len("apiVersion"):])
	}
}

// set takes the text after the key: a colon and a plain or quoted word.
func (id *identity) set(field *[]byte, text []byte) {
	switch {
	case isKeyByte(text):
		return // a longer key
	case *field != nil || len(text) < 2 || text[0] != ':' || text[1] != ' ':
		id.doubt = true
		return
	}
	value := text[1:]
	if i := bytes.Index(value, []byte(" #")); i >= 0 {
		value = value[:i]
	}
	value = bytes.TrimSpace(value)
	if n := len(value); n > 1 && (value[0] == '"' || value[0] == '\'') && value[n-1] == value[0] {
		value = value[1 : n-1]
	}
	if !isWord(value) {
		id.doubt = true
	}
	*field = value
}

// known reports whether both are certain.
func (id *identity) known() bool {
	return !id.doubt && len(id.kind) > 0 && len(id.apiVersion) > 0
}

// block takes the lines of a map in block style without indentation.
func (id *identity) block(data []byte) {
	for line := range bytes.Lines(data) {
		if line[0] == ' ' || indentation(line) < 0 {
			continue
		}
		if id.line(line); id.doubt {
			return
		}
	}
}

// dropFunc reports whether an object of an identity need not be parsed; text is
// all of it.
type dropFunc func(apiVersion, kind string, text []byte) bool

// dropped reports whether an object is certainly one that nobody wants.
func (id identity) dropped(drop dropFunc, text []byte) bool {
	return id.known() && drop(string(id.apiVersion), string(id.kind), text)
}

// droppable reports whether a document in block style need not be parsed.
func droppable(data []byte, drop dropFunc) bool {
	if drop == nil {
		return false
	}
	var id identity
	id.block(data)
	return id.dropped(drop, data) && !hasRareBreak(data)
}

// unwanted is the dropFunc of a selection of kinds. What lists hold, and what a
// packed desired state carries, is another matter: they are never dropped.
func unwanted(kinds func(checks.GroupKind) bool) dropFunc {
	if kinds == nil {
		return nil
	}
	return func(apiVersion, kind string, text []byte) bool {
		group, _, found := strings.Cut(apiVersion, "/")
		if !found {
			group = ""
		}
		return !strings.HasSuffix(kind, "List") && !kinds(checks.GroupKind{Group: group, Kind: kind}) &&
			!bytes.Contains(text, []byte(DesiredLabel))
	}
}
