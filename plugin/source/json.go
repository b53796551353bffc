package source

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// looksLikeJSON reports whether a document begins as JSON objects and lists do.
// YAML in flow style does so too; the reader of JSON then fails and YAML is
// tried.
func looksLikeJSON(data []byte) bool {
	data = bytes.TrimLeft(data, " \t\r\n")
	return len(data) > 0 && (data[0] == '{' || data[0] == '[')
}

// jsonReader makes trees of JSON values that stand one after the other. The
// decoder of the standard library knows neither where a value begins nor how to
// step over one, and the YAML parser refuses valid JSON (escaped surrogate
// pairs), so values are scanned here; a fuzz test compares with the former.
type jsonReader struct {
	data []byte
	pos  int
	file string
	max  int // depth
	// drop says that an object, or an item of a list, need not be parsed.
	drop dropFunc
	// dropped counts the documents, and items the items, that were left out.
	dropped, items int

	// line and column are those of byte at, the column from 0.
	line, column, at int
}

func newJSONReader(c chunk, file string, depth int, drop dropFunc) *jsonReader {
	return &jsonReader{data: c.data, file: file, max: depth, line: c.line, drop: drop}
}

// next returns the next value, io.EOF after the last one.
func (r *jsonReader) next() (*yaml.Node, error) {
	for {
		if r.space(); r.pos == len(r.data) {
			return nil, io.EOF
		}
		end, drop := r.skippable()
		if !drop {
			return r.document()
		}
		r.pos = end
		r.dropped++
	}
}

// document reads one value. What has items but is no list of objects is read
// again, whole.
func (r *jsonReader) document() (*yaml.Node, error) {
	start := *r
	n, err := r.value(1)
	if err != nil || r.items == start.items || isList(n) {
		return n, err
	}
	*r = start
	r.drop = nil
	n, err = r.value(1)
	r.drop = start.drop
	return n, err
}

func isList(n *yaml.Node) bool {
	return strings.HasSuffix(checks.NewValue(n).Get("kind").Text(), "List")
}

// space steps over white space and returns the byte after it, 0 at the end.
func (r *jsonReader) space() byte {
	for ; r.pos < len(r.data); r.pos++ {
		switch b := r.data[r.pos]; b {
		case ' ', '\t', '\r', '\n':
		default:
			return b
		}
	}
	return 0
}

func (r *jsonReader) fail(offset int, problem error) error {
	line, column := r.position(offset)
	return &Error{Position: checks.Position{File: r.file, Line: line, Column: column}, Problem: problem.Error(), Err: problem}
}

// unexpected is the error about the byte at the current place.
func (r *jsonReader) unexpected(want string) error {
	if r.pos >= len(r.data) {
		return r.fail(len(r.data), errors.New("not valid JSON: it ends too early"))
	}
	return r.fail(r.pos, errors.New("not valid JSON: expected "+want))
}

// position of a byte; values come in order, so that the text is counted once.
func (r *jsonReader) position(offset int) (line, column int) {
	part := r.data[r.at:offset]
	if n := bytes.Count(part, []byte{'\n'}); n > 0 {
		r.line += n
		r.column = 0
		part = part[bytes.LastIndexByte(part, '\n')+1:]
	}
	r.column += utf8.RuneCount(part)
	r.at = offset
	return r.line, r.column + 1
}

func (r *jsonReader) value(depth int) (*yaml.Node, error) {
	first := r.space()
	if depth > r.max {
		return nil, r.fail(r.pos, tooDeep(r.max))
	}
	n := &yaml.Node{Kind: yaml.ScalarNode}
	n.Line, n.Column = r.position(r.pos)
	var err error
	switch {
	case first == '{':
		n.Kind, n.Tag, n.Style = yaml.MappingNode, "!!map", yaml.FlowStyle
		err = r.object(n, depth)
	case first == '[':
		n.Kind, n.Tag, n.Style = yaml.SequenceNode, "!!seq", yaml.FlowStyle
		err = r.list(n, depth)
	case first == '"':
		n.Tag, n.Style = "!!str", yaml.DoubleQuotedStyle
		n.Value, err = r.text()
	case first == '-' || isDigit(first):
		err = r.number(n)
	default:
		err = r.literal(n)
	}
	return n, err
}

// object reads a map from its "{" on.
func (r *jsonReader) object(n *yaml.Node, depth int) error {
	r.pos++
	if r.space() == '}' {
		r.pos++
		return nil
	}
	for {
		if r.space() != '"' {
			return r.unexpected("a key in quotes")
		}
		key, err := r.value(depth + 1)
		if err != nil {
			return err
		}
		if r.space() != ':' {
			return r.unexpected("a colon")
		}
		r.pos++
		value, err := r.entry(key.Value, depth)
		if err != nil {
			return err
		}
		n.Content = append(n.Content, key, value)
		if done, err := r.more('}', "a comma or the end of the map"); done || err != nil {
			return err
		}
	}
}

// entry reads the value of a key. The items of a list of objects can be left
// out one by one.
func (r *jsonReader) entry(key string, depth int) (*yaml.Node, error) {
	if depth != 1 || key != "items" || r.drop == nil || r.space() != '[' {
		return r.value(depth + 1)
	}
	n := &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Style: yaml.FlowStyle}
	n.Line, n.Column = r.position(r.pos)
	return n, r.elements(n, depth+1, r.skippable)
}

// list reads a list from its "[" on.
func (r *jsonReader) list(n *yaml.Node, depth int) error {
	return r.elements(n, depth, func() (int, bool) { return 0, false })
}

func (r *jsonReader) elements(n *yaml.Node, depth int, skip func() (int, bool)) error {
	r.pos++
	if r.space() == ']' {
		r.pos++
		return nil
	}
	for {
		r.space()
		if end, ok := skip(); ok {
			r.pos = end
			r.items++
		} else {
			item, err := r.value(depth + 1)
			if err != nil {
				return err
			}
			n.Content = append(n.Content, item)
		}
		if done, err := r.more(']', "a comma or the end of the list"); done || err != nil {
			return err
		}
	}
}

// more steps over a comma, or over the end of a map or list.
func (r *jsonReader) more(end byte, want string) (done bool, err error) {
	switch r.space() {
	case end:
		r.pos++
		return true, nil
	case ',':
		r.pos++
		return false, nil
	}
	return false, r.unexpected(want)
}

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
