package source

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"strconv"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// parse makes prepared trees of the text of one document. JSON lines are one
// text with many documents.
func parse(c chunk, file string, limits Limits) ([]*tree, error) {
	if err := validText(c, file); err != nil {
		return nil, err
	}
	if looksLikeJSON(c.data) {
		trees, err := parseJSON(c, file, limits)
		if err == nil || len(trees) > 0 || jsonName(file) {
			return trees, err
		}
	}
	return parseYAML(c, file, limits)
}

// tree is one prepared document.
type tree struct {
	node *yaml.Node
	prep *preparer
}

func parseJSON(c chunk, file string, limits Limits) ([]*tree, error) {
	var out []*tree
	reader := newJSONReader(c, file, limits)
	for {
		n, err := reader.next()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return out, err
		}
		p := &preparer{limits: limits, file: file}
		if err := p.prepare(n); err != nil {
			return out, err
		}
		out = append(out, &tree{n, p})
	}
}

func parseYAML(c chunk, file string, limits Limits) (out []*tree, err error) {
	if int64(len(c.data)) > limits.ParseBytes {
		return nil, &Error{Position: checks.Position{File: file, Line: c.line}, Problem: "the document has more than " + strconv.FormatInt(limits.ParseBytes, 10) + " bytes and is no plain list"}
	}
	defer func() {
		if recover() != nil {
			out, err = nil, &Error{Position: checks.Position{File: file, Line: c.line}, Problem: "the YAML reader failed inside; this is a bug"}
		}
	}()
	lines := newLineMap(c)
	dec := yaml.NewDecoder(bytes.NewReader(c.data))
	for {
		var doc yaml.Node
		err := dec.Decode(&doc)
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, yamlError(err, c, file)
		}
		if empty(&doc) {
			continue
		}
		p := &preparer{limits: limits, file: file, lines: lines}
		if err := p.prepare(doc.Content[0]); err != nil {
			return nil, err
		}
		out = append(out, &tree{doc.Content[0], p})
	}
}

// empty reports whether a document has no content, or null.
func empty(doc *yaml.Node) bool {
	return len(doc.Content) == 0 || doc.Content[0].Kind == yaml.ScalarNode && doc.Content[0].ShortTag() == "!!null"
}

// validText refuses what no YAML or JSON text holds; the parser would refuse it
// too, but without a position.
func validText(c chunk, file string) error {
	at := badByte(c.data)
	if at < 0 {
		return nil
	}
	before := c.data[:at]
	return &Error{
		Position: checks.Position{
			File: file, Line: c.line + bytes.Count(before, []byte{'\n'}),
			Column: utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1,
		},
		Problem: "not UTF-8 text",
	}
}

func badByte(data []byte) int {
	if i := bytes.IndexByte(data, 0); i >= 0 {
		return i
	}
	if utf8.Valid(data) {
		return -1
	}
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

var yamlLine = regexp.MustCompile(`^yaml: line (\d+): `)

// yamlError takes the line out of an error of the parser. Its words stay out
// unless they are known: some quote the text.
func yamlError(err error, c chunk, file string) error {
	e := &Error{Position: checks.Position{File: file, Line: c.line}, Problem: "not valid YAML"}
	text := err.Error()
	if m := yamlLine.FindStringSubmatch(text); m != nil {
		line, _ := strconv.Atoi(m[1])
		e.Line, _ = newLineMap(c).position(line, 1)
		text = text[len(m[0]):]
	}
	if known, ok := yamlProblems[text]; ok {
		e.Problem += ": " + known
	}
	return e
}
