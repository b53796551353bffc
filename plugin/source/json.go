package source

import (
	"bytes"
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
