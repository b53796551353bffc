package source

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestYAMLErrors(t *testing.T) {
	for text, want := range map[string]string{
		"a: b\nc: d\n e: hunter2\n":                "x.yaml:3: not valid YAML: a colon where none can be: look at the indentation, or quote the text",
		"a: b: c":                                  "x.yaml:1: not valid YAML: a colon where none can be: look at the indentation, or quote the text",
		"a:\n  - b\n  hunter2: d\n":                "x.yaml:3: not valid YAML: a list item is expected: look at the indentation",
		"a: b\nc: d\n}\ne: f\n":                    "x.yaml:3: not valid YAML: a key is expected: look at the indentation",
		"a: b\nc: [d,\n hunter2: e\n":              "x.yaml:3: not valid YAML: a list in brackets without a comma or its end",
		"a: {b: c\nd: e\n":                         "x.yaml:1: not valid YAML: a map in braces without a comma or its end",
		"a: b\nc: d\ne: *hunter2\nf: g\nh: i\n":    "x.yaml:3: not valid YAML: an alias without its anchor",
		"a:\n\tb: c\n":                             "x.yaml:2: not valid YAML: a character that cannot begin a value; quote it, or indent with spaces",
		"a: b\nc: @hunter2\n":                      "x.yaml:2: not valid YAML: a character that cannot begin a value; quote it, or indent with spaces",
		"a: b\nc: \"hunter2\nd: e\n":               "x.yaml:2: not valid YAML: it ends inside of a quoted text",
		"a: b\nhunter2\nc: d\n":                    "x.yaml:2: not valid YAML: a key without a colon",
		"a: b\nc: \"\\q hunter2\"\n":               "x.yaml:2: not valid YAML: an unknown escape in a quoted text",
		"a: b\nc: !hunter2!d e\n":                  "x.yaml:2: not valid YAML: a tag that is not declared",
		"a:\n  {{- toYaml .hunter2 }}\nb: c\n":     "x.yaml:2: not valid YAML: a value is missing",
		"a: b\nc: |hunter2\n  d\n":                 "x.yaml:2: not valid YAML: text after the indicator of a block scalar",
		"a: b\nc: \xff\n":                          "x.yaml:2:4: not UTF-8 text",
		"a: b\nc: d\x00\n":                         "x.yaml:2:5: not UTF-8 text",
		"a: b\nc: \x01\n":                          "x.yaml:2: not valid YAML: a control character",
		"a: b\n? [c]\n: d\n":                       "x.yaml:2:3: a map key must be a single value",
		"a: b\n<<: c\n":                            `x.yaml:2:5: "<<" needs a map, or a list of maps, to merge`,
		"a: " + strings.Repeat("[", 20_000) + "\n": "x.yaml:1: not valid YAML: nested too deep",
	} {
		p := parser{limits: Limits{}.orDefaults()}
		_, _, err := p.parse(chunk{data: []byte(text), line: 1}, "x.yaml")
		require.EqualError(t, err, want, text)
		var first, later *Error
		require.ErrorAs(t, err, &first)
		_, _, err = p.parse(chunk{data: []byte(text), line: 8}, "x.yaml")
		require.ErrorAs(t, err, &later)
		require.Equal(t, first.Line+7, later.Line)
	}
}
