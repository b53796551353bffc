package source

import (
	"bytes"
	"errors"
	"io"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// parser makes prepared trees of the text of documents.
type parser struct {
	limits Limits
	// drop names objects that need not be parsed; nil if all are wanted.
	drop dropFunc
}

// tree is one prepared document; index counts the documents of its text.
type tree struct {
	node  *yaml.Node
	prep  *preparer
	index int
}

// parse also returns how many documents the text has: some may be left out.
func (p parser) parse(c chunk, file string) (trees []tree, documents int, err error) {
	if err := validText(c, file); err != nil {
		return nil, 0, err
	}
	if looksLikeJSON(c.data) {
		trees, documents, err = p.json(c, file)
		if err == nil || documents > 0 || jsonName(file) {
			return trees, documents, err
		}
		trees, yamlErr := p.yaml(c, file)
		if yamlErr != nil && !yamlName(file) {
			yamlErr = further(err, yamlErr)
		}
		return trees, len(trees), yamlErr
	}
	trees, err = p.yaml(c, file)
	return trees, len(trees), err
}

// further returns the error of the reader that understood more of the text.
func further(a, b error) error {
	var x, y *Error
	if errors.As(a, &x) && errors.As(b, &y) && x.Line >= y.Line {
		return a
	}
	return b
}

func (p parser) json(c chunk, file string) (out []tree, documents int, err error) {
	reader := newJSONReader(c, file, p.limits.Depth, p.drop)
	for {
		n, err := reader.next()
		if errors.Is(err, io.EOF) {
			return out, len(out) + reader.dropped, nil
		}
		if err != nil {
			return out, len(out) + reader.dropped, err
		}
		prep := &preparer{limits: p.limits, file: file}
		if err := prep.prepare(n); err != nil {
			return out, len(out) + reader.dropped, err
		}
		out = append(out, tree{node: n, prep: prep, index: len(out) + reader.dropped})
	}
}

func (p parser) yaml(c chunk, file string) (out []tree, err error) {
	fail := func(problem error) error {
		return &Error{Position: checks.Position{File: file, Line: c.line}, Problem: problem.Error(), Err: problem}
	}
	if limit := p.limits.ParseBytes; int64(len(c.data)) > limit {
		return nil, fail(limitError("a YAML document of " + tooLong(limit).Error() + " that is no plain list"))
	}
	defer func() {
		if recover() != nil {
			out, err = nil, fail(errors.New("the YAML reader failed inside; this is a bug"))
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
		prep := &preparer{limits: p.limits, file: file, lines: lines}
		if err := prep.prepare(doc.Content[0]); err != nil {
			return nil, err
		}
		out = append(out, tree{node: doc.Content[0], prep: prep, index: len(out)})
		if c.items > 0 && len(checks.NewValue(&doc).Get("items").Items()) != c.items {
			return nil, fail(errors.New("a list that cannot be read in parts"))
		}
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
