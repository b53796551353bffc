package source

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

func readJSON(text string) ([]*yaml.Node, error) {
	r := newJSONReader(chunk{data: []byte(text), line: 1}, "x.json", 200, nil)
	var out []*yaml.Node
	for {
		n, err := r.next()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return out, err
		}
		out = append(out, n)
	}
}

func TestJSONPositionsAndTags(t *testing.T) {
	nodes, err := readJSON("{\"é\": [1, -2.5e3,\n true, null, \"\\u0041\\ud83d\\ude00\"],\n\n\"b\": {}}\n  []")
	require.NoError(t, err)
	require.Len(t, nodes, 2)
	items := checks.NewValue(nodes[0]).Get("é").Items()
	want := []struct {
		tag, value   string
		line, column int
	}{
		{"!!int", "1", 1, 8}, {"!!float", "-2.5e3", 1, 11}, {"!!bool", "true", 2, 2}, {"!!null", "null", 2, 8}, {"!!str", "A😀", 2, 14},
	}
	require.Len(t, items, len(want))
	for i, w := range want {
		n := items[i].Node()
		require.Equal(t, w, struct {
			tag, value   string
			line, column int
		}{n.Tag, n.Value, n.Line, n.Column})
	}
	require.Equal(t, 6, checks.NewValue(nodes[0]).Get("b").Column())
	require.Equal(t, 3, nodes[1].Column)
	require.Equal(t, 5, nodes[1].Line)
}

func TestJSONErrors(t *testing.T) {
	for text, want := range map[string]string{
		`{"a": 1`:                "x.json:1:8: not valid JSON: it ends too early",
		`{"a": "hunter2`:         "x.json:1:15: not valid JSON: it ends too early",
		`{"a": hunter2}`:         "x.json:1:7: not valid JSON: expected a value",
		"{\"a\": 1\n,}":          "x.json:2:2: not valid JSON: expected a key in quotes",
		`{"a" 1}`:                "x.json:1:6: not valid JSON: expected a colon",
		`{"a": 1 "b": 2}`:        "x.json:1:9: not valid JSON: expected a comma or the end of the map",
		`[1 2]`:                  "x.json:1:4: not valid JSON: expected a comma or the end of the list",
		`[1,]`:                   "x.json:1:4: not valid JSON: expected a value",
		`[01]`:                   "x.json:1:3: not valid JSON: expected a comma or the end of the list",
		`[1.]`:                   "x.json:1:4: not valid JSON: expected a digit",
		`[-]`:                    "x.json:1:3: not valid JSON: expected a digit",
		`[1e+]`:                  "x.json:1:5: not valid JSON: expected a digit",
		`["\x"]`:                 "x.json:1:2: not valid JSON: an unknown escape in a string",
		"[\"a\tb\"]":             "x.json:1:4: not valid JSON: a control character in a string",
		strings.Repeat("[", 300): "x.json:1:201: nested more than 200 levels deep",
	} {
		_, err := readJSON(text)
		require.EqualError(t, err, want, text)
	}
}

// A YAML parser takes "\ud83d\ude00" for two characters that do not exist.
func TestJSONWithSurrogatePairs(t *testing.T) {
	s := loadText(t, `{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "data": {"b": "\ud83d\ude00"}}`)
	o, ok := s.Get(configMaps, "default", "a")
	require.True(t, ok)
	require.Equal(t, "😀", o.Get("data", "b").Text())
}

func TestJSONOrYAML(t *testing.T) {
	for name, text := range map[string]string{
		"flow style":      "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}",
		"trailing comma":  `{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a",},}`,
		"with a remark":   "{\"apiVersion\": \"v1\", # remark\n\"kind\": \"ConfigMap\", \"metadata\": {\"name\": \"a\"}}",
		"after a marker":  "---\n{\"apiVersion\": \"v1\", \"kind\": \"ConfigMap\", \"metadata\": {\"name\": \"a\"}}\n...\n",
		"tabs":            "{\n\t\"apiVersion\": \"v1\",\n\t\"kind\": \"ConfigMap\",\n\t\"metadata\": {\"name\": \"a\"}\n}",
		"on the marker":   "--- {\"apiVersion\": \"v1\", \"kind\": \"ConfigMap\", \"metadata\": {\"name\": \"a\"}}",
		"two on one line": `{"a": 1} {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}}`,
	} {
		t.Run(name, func(t *testing.T) {
			_, ok := loadText(t, text).Get(configMaps, "default", "a")
			require.True(t, ok)
		})
	}
	for text, want := range map[string]string{
		"{\n\"a\": 1,\n\"b\": [1,\n": "standard input:4:1: not valid JSON: it ends too early",
		"{a: b,\nc: [d}\n":           "standard input:2: not valid YAML: a list in brackets without a comma or its end",
		"{}\n{\"a\": [hunter2}\n":    "standard input:2:8: not valid JSON: expected a value",
	} {
		_, err := Load(context.Background(), Options{Filenames: []string{"-"}, Stdin: strings.NewReader(text)})
		require.ErrorContains(t, err, want, text)
	}
}

func TestJSONListLeavesOutUnwantedItems(t *testing.T) {
	text := jsonList(40)
	all := loadText(t, text)
	s, err := Load(context.Background(), Options{Filenames: []string{"-"}, Stdin: strings.NewReader(text), Kinds: func(gk checks.GroupKind) bool { return gk.Kind == "Secret" }})
	require.NoError(t, err)
	require.Len(t, s.All(), 10)
	require.Subset(t, placesOf(all), placesOf(s))
	require.Equal(t, all.Stats(), s.Stats())
}

func TestJSONItemsOfSomethingElseStay(t *testing.T) {
	r := newJSONReader(chunk{data: []byte(`{"items": [{"apiVersion": "v1", "kind": "Pod"}], "kind": "Bundle"}`), line: 1}, "x.json", 200, unwanted(onlyNodePools))
	n, err := r.next()
	require.NoError(t, err)
	require.Len(t, checks.NewValue(n).Get("items").Items(), 1)
}

func TestSkim(t *testing.T) {
	for text, want := range map[string]string{
		`{"apiVersion":"v1","kind":"Pod"}`: "v1 Pod",
		"{ \"kind\" :\n\"Pod\" , \"a\": {\"kind\": \"B\", \"c\": [{\"kind\": 1}]}, \"apiVersion\": \"v1\" }": "v1 Pod",
		`{"apiVersion":"v1","kind":"Pod","kind":"NodePool"}`:                                                 "",
		`{"apiVersion":"v1","kind":"Pod","\u006bind":"NodePool"}`:                                            "",
		`{"apiVersion":"v1","kind":"P\u006fd"}`:                                                              "",
		`{"apiVersion":"v1","kind":["Pod"]}`:                                                                 "",
		`{"apiVersion":"v1","a":"kind","b":"}\"","kind":"Pod"}`:                                              "", // an escape beside the kind
		`{"apiVersion":"v1","a":{"b":"}\""},"c":"kind","kind":"Pod"}`:                                        "v1 Pod",
		`{"apiVersion":"v1","kind":"Pod"`:                                                                    "",
		`{"apiVersion":"v1","kind":"Pod`:                                                                     "",
		`{"kind":"Pod"}`:                                                                                     " Pod",
	} {
		var s jsonSkimmer
		end := s.skim([]byte(text), 0)
		if want == "" {
			require.Zero(t, end, text)
			continue
		}
		require.Equal(t, len(text), end, text)
		require.Equal(t, want, s.apiVersion+" "+s.kind, text)
	}
}

// FuzzJSON compares with the decoder of the standard library.
func FuzzJSON(f *testing.F) {
	for _, seed := range []string{`{"a": [1, -2.5e3, true, null, "\u0041\ud83d\ude00\n"], "": {}}`, `"x" 1 {}`, `[[[]]]`, `{"a":1,"a":2}`, "[1,]", `{"apiVersion":"v1","kind":"Pod"}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if !utf8.Valid(text) {
			return
		}
		got, err := readJSON(string(text))
		dec := json.NewDecoder(bytes.NewReader(text))
		dec.UseNumber()
		for i := 0; ; i++ {
			var want any
			wantErr := dec.Decode(&want)
			if errors.Is(wantErr, io.EOF) {
				require.NoError(t, err)
				require.Len(t, got, i)
				return
			}
			if wantErr != nil {
				// The decoder may accept less at once than lies before an error.
				require.Error(t, err)
				return
			}
			if i >= len(got) {
				require.ErrorIs(t, err, ErrLimit)
				return
			}
			require.Equal(t, want, plain(got[i]))
		}
	})
}

// plain is a tree as the standard library would decode it.
func plain(n *yaml.Node) any {
	switch n.Kind {
	case yaml.MappingNode:
		out := map[string]any{}
		for i := 0; i < len(n.Content); i += 2 {
			out[n.Content[i].Value] = plain(n.Content[i+1])
		}
		return out
	case yaml.SequenceNode:
		out := make([]any, len(n.Content))
		for i, c := range n.Content {
			out[i] = plain(c)
		}
		return out
	}
	switch n.Tag {
	case "!!null":
		return nil
	case "!!bool":
		return n.Value == "true"
	case "!!str":
		return n.Value
	}
	return json.Number(n.Value)
}
