package source

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"

	"go.yaml.in/yaml/v3"
)

// text reads a string. Escapes, which are rare, are left to the standard
// library.
func (r *jsonReader) text() (string, error) {
	start := r.pos
	r.pos++
	for escaped := false; r.pos < len(r.data); r.pos++ {
		switch b := r.data[r.pos]; {
		case b == '"':
			r.pos++
			return r.unquote(start, escaped)
		case b == '\\':
			escaped = true
			r.pos++
		case b < ' ':
			return "", r.fail(r.pos, errors.New("not valid JSON: a control character in a string"))
		}
	}
	r.pos = len(r.data)
	return "", r.unexpected("")
}

func (r *jsonReader) unquote(start int, escaped bool) (string, error) {
	raw := r.data[start:r.pos]
	if !escaped {
		return string(raw[1 : len(raw)-1]), nil
	}
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		return "", r.fail(start, errors.New("not valid JSON: an unknown escape in a string"))
	}
	return s, nil
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

func (r *jsonReader) digits() bool {
	start := r.pos
	for r.pos < len(r.data) && isDigit(r.data[r.pos]) {
		r.pos++
	}
	return r.pos > start
}

func (r *jsonReader) accept(set string) bool {
	if r.pos < len(r.data) && strings.IndexByte(set, r.data[r.pos]) >= 0 {
		r.pos++
		return true
	}
	return false
}

// number keeps the digits as they are written.
func (r *jsonReader) number(n *yaml.Node) error {
	start := r.pos
	n.Tag = "!!int"
	r.accept("-")
	if !r.accept("0") && !r.digits() {
		return r.unexpected("a digit")
	}
	if r.accept(".") {
		n.Tag = "!!float"
		if !r.digits() {
			return r.unexpected("a digit")
		}
	}
	if r.accept("eE") {
		n.Tag = "!!float"
		r.accept("+-")
		if !r.digits() {
			return r.unexpected("a digit")
		}
	}
	n.Value = string(r.data[start:r.pos])
	return nil
}

func (r *jsonReader) literal(n *yaml.Node) error {
	rest := r.data[r.pos:]
	switch {
	case bytes.HasPrefix(rest, []byte("true")), bytes.HasPrefix(rest, []byte("null")):
		n.Value = string(rest[:4])
	case bytes.HasPrefix(rest, []byte("false")):
		n.Value = "false"
	default:
		return r.unexpected("a value")
	}
	n.Tag = "!!bool"
	if n.Value == "null" {
		n.Tag = "!!null"
	}
	r.pos += len(n.Value)
	return nil
}
