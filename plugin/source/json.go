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

// jsonReader makes trees of JSON values that stand one after the other, on one
// line or on many.
type jsonReader struct {
	data  []byte
	file  string
	line  int
	limit int // depth
	dec   *json.Decoder

	// Up to at, counted are the line breaks; bol is the start of that line.
	at, bol int
}

func newJSONReader(c chunk, file string, limits Limits) *jsonReader {
	dec := json.NewDecoder(bytes.NewReader(c.data))
	dec.UseNumber()
	return &jsonReader{data: c.data, file: file, line: c.line, limit: limits.Depth, dec: dec}
}

// next returns the next value, io.EOF after the last one.
func (r *jsonReader) next() (*yaml.Node, error) {
	n, err := r.value(1)
	if err == nil || errors.Is(err, io.EOF) {
		return n, err
	}
	return nil, r.wrap(err)
}

// wrap turns an error of the decoder into one that quotes nothing.
func (r *jsonReader) wrap(err error) error {
	var own *Error
	if errors.As(err, &own) {
		return err
	}
	offset, problem := r.dec.InputOffset(), "not valid JSON"
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		offset = max(syntax.Offset-1, 0)
		if strings.HasPrefix(syntax.Error(), "unexpected end") {
			problem = "the JSON text ends too early"
		}
	case errors.Is(err, io.ErrUnexpectedEOF):
		offset, problem = int64(len(r.data)), "the JSON text ends too early"
	}
	return r.fail(int(offset), problem)
}

func (r *jsonReader) fail(offset int, problem string) error {
	line, column := r.position(min(offset, len(r.data)))
	return &Error{Position: checks.Position{File: r.file, Line: line, Column: column}, Problem: problem}
}

// position of a byte of the text. Tokens come in order, so lines are counted
// once.
func (r *jsonReader) position(offset int) (line, column int) {
	if offset < r.at {
		r.line -= bytes.Count(r.data[offset:r.at], []byte{'\n'})
		r.bol = bytes.LastIndexByte(r.data[:offset], '\n') + 1
		r.at = offset
	}
	part := r.data[r.at:offset]
	if n := bytes.Count(part, []byte{'\n'}); n > 0 {
		r.line += n
		r.bol = r.at + bytes.LastIndexByte(part, '\n') + 1
	}
	r.at = offset
	return r.line, utf8.RuneCount(r.data[r.bol:offset]) + 1
}

// begin is where the next token begins: the decoder only tells where the last
// one ended.
func (r *jsonReader) begin() int {
	i := int(r.dec.InputOffset())
	for i < len(r.data) && strings.IndexByte(" \t\r\n,:", r.data[i]) >= 0 {
		i++
	}
	return i
}

func (r *jsonReader) value(depth int) (*yaml.Node, error) {
	start := r.begin()
	token, err := r.dec.Token()
	if err != nil {
		return nil, err
	}
	if depth > r.limit {
		return nil, r.fail(start, "nested too deep")
	}
	n := jsonScalar(token)
	n.Line, n.Column = r.position(start)
	if n.Kind == yaml.ScalarNode {
		return n, nil
	}
	for r.dec.More() {
		child, err := r.value(depth + 1)
		if err != nil {
			return nil, truncated(err)
		}
		n.Content = append(n.Content, child)
	}
	_, err = r.dec.Token()
	return n, truncated(err)
}

// truncated is what io.EOF means inside of a value.
func truncated(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// jsonScalar makes a node of a token; maps and lists come without content.
func jsonScalar(token json.Token) *yaml.Node {
	n := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!null", Value: "null"}
	switch t := token.(type) {
	case json.Delim:
		n.Kind, n.Tag, n.Style, n.Value = yaml.SequenceNode, "!!seq", yaml.FlowStyle, ""
		if t == '{' {
			n.Kind, n.Tag = yaml.MappingNode, "!!map"
		}
	case string:
		n.Tag, n.Style, n.Value = "!!str", yaml.DoubleQuotedStyle, t
	case json.Number:
		n.Tag, n.Value = "!!int", t.String()
		if strings.ContainsAny(n.Value, ".eE") {
			n.Tag = "!!float"
		}
	case bool:
		n.Tag, n.Value = "!!bool", "false"
		if t {
			n.Value = "true"
		}
	}
	return n
}
