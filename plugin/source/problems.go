package source

import (
	"bytes"
	"io"
	"regexp"
	"strconv"

	"go.yaml.in/yaml/v3"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// problem is what a complaint of the YAML parser means. Of some complaints the
// parser tells the line of the value around; late ones are about the place where
// it gave up. Others are one line short: it counts from 0.
type problem struct {
	text        string
	late, short bool
}

// yamlProblems says in plain words what the parser complains about. Its own
// words stay out, since some quote the text; a complaint that is not listed is
// told as "not valid YAML".
var yamlProblems = map[string]problem{
	"block sequence entries are not allowed in this context":       {text: "a list item where none can be"},
	"control characters are not allowed":                           {text: "a control character", late: true},
	"could not find expected ':'":                                  {text: "a key without a colon"},
	"did not find expected ',' or ']'":                             {text: "a list in brackets without a comma or its end", late: true},
	"did not find expected ',' or '}'":                             {text: "a map in braces without a comma or its end", late: true},
	"did not find expected '-' indicator":                          {text: "a list item is expected: look at the indentation", late: true},
	"did not find expected alphabetic or numeric character":        {text: "an anchor or alias without a name"},
	"did not find expected comment or line break":                  {text: "text after the indicator of a block scalar"},
	"did not find expected hexdecimal number":                      {text: "an escape without its hexadecimal digits"},
	"did not find expected key":                                    {text: "a key is expected: look at the indentation", late: true},
	"did not find expected node content":                           {text: "a value is missing", short: true},
	"did not find expected whitespace or line break":               {text: "a space is missing"},
	"exceeded max depth of 10000":                                  {text: "nested too deep"},
	"found a tab character that violates indentation":              {text: "a tab where spaces must indent"},
	"found a tab character where an indentation space is expected": {text: "a tab where spaces must indent"},
	"found an indentation indicator equal to 0":                    {text: "an indentation indicator of zero"},
	"found character that cannot start any token":                  {text: "a character that cannot begin a value; quote it, or indent with spaces"},
	"found incompatible YAML document":                             {text: "a YAML version that is not known", late: true},
	"found invalid Unicode character escape code":                  {text: "an escape that is no character"},
	"found undefined tag handle":                                   {text: "a tag that is not declared", late: true},
	"found unexpected document indicator":                          {text: "the document ends inside of a quoted text"},
	"found unexpected end of stream":                               {text: "it ends inside of a quoted text"},
	"found unknown directive name":                                 {text: "an unknown directive"},
	"found unknown escape character":                               {text: "an unknown escape in a quoted text"},
	"mapping keys are not allowed in this context":                 {text: "a key where none can be"},
	"mapping values are not allowed in this context":               {text: "a colon where none can be: look at the indentation, or quote the text"},
}

var (
	yamlLine   = regexp.MustCompile(`^yaml: (?:line (\d+): )?`)
	anchorName = regexp.MustCompile(`^unknown anchor '(.*)' referenced$`)
)

// yamlError says where the parser failed, and why if that is known.
func yamlError(err error, c chunk, file string) error {
	e := &Error{Position: checks.Position{File: file}, Problem: "not valid YAML", Err: err}
	m := yamlLine.FindStringSubmatch(err.Error())
	text := lineless(err)
	line := 1
	if n, err := strconv.Atoi(m[1]); err == nil {
		line = n
	}
	if known, ok := yamlProblems[text]; ok {
		e.Problem += ": " + known.text
		switch {
		case known.late:
			line = gaveUp(c.data)
		case known.short && m[1] != "":
			line++
		}
	}
	if anchor := anchorName.FindStringSubmatch(text); anchor != nil {
		e.Problem += ": an alias without its anchor"
		before, _, _ := bytes.Cut(c.data, []byte("*"+anchor[1]))
		line = bytes.Count(before, []byte{'\n'}) + 1
	}
	last := bytes.Count(bytes.TrimRight(c.data, " \t\r\n"), []byte{'\n'}) + 1
	e.Line, _ = newLineMap(c).position(min(line, last), 1)
	return e
}

// gaveUp is the line where the parser stops reading a text, which it gets byte
// by byte. It reads a little ahead: if the text fails without the last line in
// the same way, the line before it was the one.
func gaveUp(data []byte) int {
	read, problem := tryYAML(data)
	text := bytes.TrimRight(data[:read], " \t\r\n")
	line := bytes.Count(text, []byte{'\n'}) + 1
	if line > 1 {
		_, before := tryYAML(text[:bytes.LastIndexByte(text, '\n')+1])
		if lineless(before) == lineless(problem) {
			line--
		}
	}
	return line
}

// tryYAML parses a text up to its error, and tells how many bytes were read.
func tryYAML(data []byte) (read int, err error) {
	r := &countingReader{data: data}
	dec := yaml.NewDecoder(r)
	for err == nil {
		var n yaml.Node
		err = dec.Decode(&n)
	}
	return r.n, err
}

func lineless(err error) string { return yamlLine.ReplaceAllString(err.Error(), "") }

type countingReader struct {
	data []byte
	n    int
}

// Read implements io.Reader.
func (r *countingReader) Read(p []byte) (int, error) {
	if r.n == len(r.data) {
		return 0, io.EOF
	}
	n := copy(p[:1], r.data[r.n:])
	r.n += n
	return n, nil
}
