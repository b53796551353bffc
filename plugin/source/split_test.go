package source

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

// splitAll returns the documents of a text, and the lines where they begin.
func splitAll(t testing.TB, r io.Reader) (docs []string, lines []int) {
	t.Helper()
	s := newSplitter(r, 1<<20)
	for {
		c, err := s.next()
		if errors.Is(err, io.EOF) {
			return docs, lines
		}
		require.NoError(t, err)
		docs = append(docs, string(c.data))
		lines = append(lines, c.line)
	}
}

func TestSplit(t *testing.T) {
	long := strings.Repeat("x", 3*readSize)
	for name, test := range map[string]struct {
		text  string
		docs  []string
		lines []int
	}{
		"nothing":                       {"", nil, nil},
		"comments only":                 {"# a\n\n---\n# b\n...\n", nil, nil},
		"one":                           {"a: b\n", []string{"a: b\n"}, []int{1}},
		"no line break at the end":      {"a: b\n---\nc: d", []string{"a: b\n", "c: d"}, []int{1, 3}},
		"empty documents between":       {"---\n---\n\na: b\n---\n---\nc: d\n", []string{"a: b\n", "c: d\n"}, []int{4, 7}},
		"content after the marker":      {"--- {a: b}\n--- # remark\nc: d\n", []string{"--- {a: b}\n", "c: d\n"}, []int{1, 3}},
		"block scalar after the marker": {"--- |\n  x\n--- >\n  y\n", []string{"--- |\n  x\n", "--- >\n  y\n"}, []int{1, 3}},
		"end marker":                    {"a: b\n...\n# remark\nc: d\n", []string{"a: b\n", "c: d\n"}, []int{1, 4}},
		"end marker at the end":         {"a: b\n...", []string{"a: b\n"}, []int{1}},
		"CRLF":                          {"a: b\r\n---\r\nc: d\r\n...\r\n", []string{"a: b\r\n", "c: d\r\n"}, []int{1, 3}},
		"byte order marks":              {"\ufeffa: b\n\ufeff---\n\ufeffc: d\n", []string{"a: b\n", "c: d\n"}, []int{1, 3}},
		"version directive":             {"%YAML 1.2\n---\na: b\n", []string{"#%YAML 1.2\n---\na: b\n"}, []int{1}},
		"directive of a later document": {"a: b\n...\n%TAG ! tag:x,1:\n---\nc: d\n", []string{"a: b\n", "%TAG ! tag:x,1:\n---\nc: d\n"}, []int{1, 3}},
		"percent in the content":        {"a: |\n  %x\n%y: z\n", []string{"a: |\n  %x\n%y: z\n"}, []int{1}},
		"no markers":                    {"a: ---\n ---\n----\n---x\n....\n", []string{"a: ---\n ---\n----\n---x\n....\n"}, []int{1}},
		"marker in a block scalar":      {"a: |\n  x\n---\nb: c\n", []string{"a: |\n  x\n", "b: c\n"}, []int{1, 4}},
		"comments inside":               {"a: b\n# remark\n\nc: d\n", []string{"a: b\n# remark\n\nc: d\n"}, []int{1}},
		"JSON lines":                    {"{\"a\":1}\n\n{\"b\":2}\r\n{}", []string{"{\"a\":1}\n\n", "{\"b\":2}\r\n", "{}"}, []int{1, 3, 4}},
		"JSON on many lines":            {"{\n \"a\": [\n{},\n{}]\n}\n{\n}\n", []string{"{\n \"a\": [\n{},\n{}]\n}\n", "{\n}\n"}, []int{1, 6}},
		"flow style inside":             {"a: b\nc:\n {}\n{\n", []string{"a: b\nc:\n {}\n{\n"}, []int{1}},
		"long line":                     {"---\na: " + long + "\n---\nb: c\n", []string{"a: " + long + "\n", "b: c\n"}, []int{2, 4}},
		"long comment":                  {"# " + long + "\na: b\n", []string{"a: b\n"}, []int{2}},
		"long space before the content": {strings.Repeat(" ", 2*readSize) + "a: b\n", []string{strings.Repeat(" ", 2*readSize) + "a: b\n"}, []int{1}},
		"long text after a marker":      {"--- " + long + "\n...  " + long + "\na: b\n", []string{"--- " + long + "\n", "a: b\n"}, []int{1, 3}},
	} {
		t.Run(name, func(t *testing.T) {
			docs, lines := splitAll(t, strings.NewReader(test.text))
			require.Equal(t, test.docs, docs)
			require.Equal(t, test.lines, lines)
			docs, lines = splitAll(t, iotest.OneByteReader(strings.NewReader(test.text)))
			require.Equal(t, test.docs, docs)
			require.Equal(t, test.lines, lines)
		})
	}
}

func TestSplitStopsAtLimits(t *testing.T) {
	s := newSplitter(strings.NewReader("a: b\n---\nc: "+strings.Repeat("d", 100)), 50)
	_, err := s.next()
	require.NoError(t, err)
	_, err = s.next()
	require.ErrorIs(t, err, errTooLong)
	require.EqualError(t, s.error("x.yaml", err), "x.yaml:3: a document of more than 50 bytes")
	require.ErrorIs(t, s.error("x.yaml", err), ErrLimit)

	s = newSplitter(strings.NewReader(strings.Repeat("a: b\n---\n", 100)), 50)
	s.fileMax = 200
	for err = nil; err == nil; {
		_, err = s.next()
	}
	require.EqualError(t, s.error("x.yaml", err), "x.yaml: more than 200 bytes")
}

func TestSplitTellsReadErrors(t *testing.T) {
	s := newSplitter(io.MultiReader(strings.NewReader("a: b\n"), iotest.ErrReader(io.ErrUnexpectedEOF)), 50)
	_, err := s.next()
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
}

// FuzzSplit checks that no content gets lost: what is left out are markers,
// comments, blank lines and byte order marks.
func FuzzSplit(f *testing.F) {
	for _, seed := range []string{"a: b\n---\nc: d\n", "--- {a: b}\n...\n%YAML 1.2\n--- |\n x", "\ufeff# x\r\n---\r\n\ta", "---", "...", "{\n}\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		docs, lines := splitAll(t, bytes.NewReader(text))
		whole := bytes.Split(text, []byte("\n"))
		for i, doc := range docs {
			first, _, _ := strings.Cut(doc, "\n")
			require.Contains(t, string(whole[lines[i]-1])+"\n", strings.TrimPrefix(first, "#"), "line %d", lines[i])
		}
		kept := strings.Join(docs, "")
		for line := range strings.SplitSeq(string(text), "\n") {
			trimmed := strings.Trim(line, " \t\r")
			if trimmed == "" || strings.HasPrefix(trimmed, "#") || strings.Contains(line, "\ufeff") || strings.HasPrefix(line, "---") || strings.HasPrefix(line, "...") {
				continue
			}
			require.Contains(t, kept, trimmed)
		}
	})
}
