package render

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// tree is a random document as plain Go values.
func tree(r *rand.Rand, depth int) any {
	switch n := r.IntN(9); {
	case n < 3 && depth > 0:
		m := map[string]any{}
		for range r.IntN(5) {
			m[word(r)] = tree(r, depth-1)
		}
		return m
	case n == 3 && depth > 0:
		list := make([]any, r.IntN(4))
		for i := range list {
			list[i] = tree(r, depth-1)
		}
		return list
	case n == 4:
		return r.IntN(1000)
	case n == 5:
		return r.IntN(2) == 0
	case n == 6:
		return nil
	case n == 7:
		return float64(r.IntN(1000)) / 8
	}
	return word(r)
}

func word(r *rand.Rand) string {
	words := []string{"a", "b/c", "d~e", "yes", "on", "0777", "1e3", "", "long text with: colon", "line\nbreak", "ünï", "#no", "true", "null", "12"}
	return words[r.IntN(len(words))] + fmt.Sprint(r.IntN(20))
}

func object(r *rand.Rand, name string) map[string]any {
	return map[string]any{
		"apiVersion": "example.com/v1", "kind": "NodeConfig", "metadata": map[string]any{"name": name},
		"spec": map[string]any{"tree": tree(r, 4), "n": r.IntN(9)},
	}
}

func encode(t *testing.T, docs ...any) string {
	t.Helper()
	var b strings.Builder
	for _, d := range docs {
		text, err := yaml.Marshal(d)
		require.NoError(t, err)
		b.WriteString("---\n" + string(text))
	}
	return b.String()
}

func fingerprint(t *testing.T, bundles ...string) string {
	t.Helper()
	c := Rendered{Name: "worker"}
	for _, b := range bundles {
		c.Bundles = append(c.Bundles, []byte(b))
	}
	fp, err := Fingerprint([]Rendered{c})
	require.NoError(t, err)
	return fp
}

// restyle writes a document with other key order, quoting, comments, flow style
// and anchors, which all mean the same.
func restyle(r *rand.Rand, n *yaml.Node) {
	switch n.Kind {
	case yaml.MappingNode:
		pairs := len(n.Content) / 2
		r.Shuffle(pairs, func(i, j int) {
			n.Content[2*i], n.Content[2*j] = n.Content[2*j], n.Content[2*i]
			n.Content[2*i+1], n.Content[2*j+1] = n.Content[2*j+1], n.Content[2*i+1]
		})
		if r.IntN(3) == 0 {
			n.Style = yaml.FlowStyle
		} else if pairs > 0 && n.Style != yaml.FlowStyle {
			n.Content[0].HeadComment = "# remark"
		}
	case yaml.ScalarNode:
		if n.Tag == "!!str" && r.IntN(2) == 0 {
			n.Style = yaml.DoubleQuotedStyle
		}
	}
	for _, child := range n.Content {
		restyle(r, child)
	}
}

func TestFingerprintIgnoresHowItIsWritten(t *testing.T) {
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(seed, 1))
		docs := []any{object(r, "one"), object(r, "two"), object(r, "three")}
		want := fingerprint(t, encode(t, docs...), encode(t, docs...))

		r.Shuffle(len(docs), func(i, j int) { docs[i], docs[j] = docs[j], docs[i] })
		var other strings.Builder
		for _, d := range docs {
			var n yaml.Node
			require.NoError(t, n.Encode(d))
			restyle(r, &n)
			text, err := yaml.Marshal(&n)
			require.NoError(t, err)
			other.WriteString("---\n" + string(text) + "\n---\n# nothing\n")
		}
		text := "\ufeff" + strings.ReplaceAll(other.String(), "\n", "\r\n")
		require.Equal(t, want, fingerprint(t, text, encode(t, docs...)), "seed %d:\n%s", seed, other.String())
	}
}

func TestFingerprintSeesEveryVisiblePath(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 2))
		doc := object(r, "one")
		text := encode(t, doc)
		before := fingerprint(t, text, text)
		var root yaml.Node
		require.NoError(t, yaml.Unmarshal([]byte(text), &root))
		mutate(&root, func(what string) {
			changed, err := yaml.Marshal(&root)
			require.NoError(t, err)
			require.NotEqual(t, before, fingerprint(t, string(changed), string(changed)), "seed %d: %s\n%s", seed, what, changed)
		})
	}
}

// mutate changes, removes and adds at each place in turn, and puts it back.
func mutate(n *yaml.Node, check func(what string)) {
	switch n.Kind {
	case yaml.ScalarNode:
		old := *n
		n.Value, n.Tag, n.Style = old.Value+"x", "!!str", yaml.DoubleQuotedStyle
		check("changed " + old.Value)
		*n = old
	case yaml.MappingNode:
		old := n.Content
		n.Content = append(old[:len(old):len(old)], &yaml.Node{Kind: yaml.ScalarNode, Value: "added"}, &yaml.Node{Kind: yaml.ScalarNode, Value: "1"})
		check("added a key")
		if len(old) > 0 {
			n.Content = old[2:]
			check("removed a key")
		}
		n.Content = old
	case yaml.SequenceNode:
		old := n.Content
		n.Content = append(old[:len(old):len(old)], &yaml.Node{Kind: yaml.ScalarNode, Value: "added"})
		check("added an item")
		n.Content = old
	}
	for i, child := range n.Content {
		if n.Kind != yaml.MappingNode || i%2 == 1 {
			mutate(child, check)
		}
	}
}

func TestSecretsDropOutWhateverTheBundles(t *testing.T) {
	render := func(token, ca string) string {
		return "kind: A\napiVersion: v1\nmetadata: {name: a}\nspec: {token: " + token + ", ca: " + ca + ", max: 110}\n"
	}
	want := fingerprint(t, render("one", "ca1"), render("two", "ca2"))
	require.Equal(t, want, fingerprint(t, render("three", "ca3"), render("four", "ca4")), "other secrets")
	require.Equal(t, want, fingerprint(t, render("two", "ca2"), render("one", "ca1")), "bundles in the other order")
	require.Equal(t, want, fingerprint(t, render("one", "ca1"), render("two", "ca2"), render("five", "ca5")), "a third bundle")
	require.NotEqual(t, want, fingerprint(t, render("one", "ca1"), render("one", "ca2")), "a secret that became the same is visible")
	require.NotEqual(t, want, fingerprint(t, render("one", "ca1"), strings.Replace(render("two", "ca2"), "token", "key", 1)), "a key that only one bundle has")
}

func TestScalarsKeepKindAndDigits(t *testing.T) {
	for _, c := range []struct {
		text  string
		kind  Kind
		value string
	}{
		{"yes", String, "yes"},
		{"on", String, "on"},
		{"true", Bool, "true"},
		{"0777", Int, "511"},
		{"0o14", Int, "12"},
		{"1_000", Int, "1000"},
		{"1e3", Float, "1000"},
		{"1.50", Float, "1.5"},
		{".inf", Float, ".inf"},
		{"~", Null, ""},
		{"", Null, ""},
		{"18446744073709551617", Int, "18446744073709551617"},
		{"-9223372036854775809", Int, "-9223372036854775809"},
		{"0.12345678901234567891", Float, "12345678901234567891e-20"},
		{"2001-01-01", String, "2001-01-01"},
		{`"12"`, String, "12"},
	} {
		r, err := ParseRender("in", []byte("k: "+c.text+"\n"))
		require.NoError(t, err)
		entries := Flatten(r[0].Node, Options{})
		require.Equal(t, Entry{Path: "/k", Kind: c.kind, Value: c.value}, entries[1], c.text)
	}
}

func TestExactDecimalsDiffer(t *testing.T) {
	a := fingerprint(t, "k: 0.12345678901234567891\n")
	require.NotEqual(t, a, fingerprint(t, "k: 0.12345678901234567892\n"))
	require.Equal(t, a, fingerprint(t, "k: 12345678901234567891e-20\n"))
}

func FuzzFlatten(f *testing.F) {
	for _, seed := range []string{"a: 1", "- [x, {y: z}]", "a: &x {b: 1}\nc: *x\n", "\ufeffa: |\r\n  text\r\n", `{"a":"eyJhIjoxfQ=="}`, "a: data:,%7Bx%3A%201%7D"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := ParseRender("in", data)
		if err != nil {
			return
		}
		options := Options{OpenEmbedded: true, Ignore: Globs{"/x*"}}
		a := Digest([]Output{Case{Renders: []Render{r}}.Merge(options)})
		b := Digest([]Output{Case{Renders: []Render{r}}.Merge(options)})
		require.Equal(t, a, b)
	})
}

func TestAliasesAreResolvedWithinABudget(t *testing.T) {
	plain := "a: {x: 1, y: [2, 3]}\nb: {x: 1, y: [2, 3]}\nc: {x: 9, y: [2, 3]}\n"
	aliased := "a: &a {x: 1, y: [2, 3]}\nb: *a\nc:\n  <<: *a\n  x: 9\n"
	require.Equal(t, fingerprint(t, plain), fingerprint(t, aliased))

	bomb := "a: &a [x,x,x,x,x,x,x,x,x,x]\n"
	for _, pair := range []string{"ba", "cb", "dc", "ed", "fe", "gf", "hg", "ih"} {
		bomb += fmt.Sprintf("%c: &%c [%s]\n", pair[0], pair[0], strings.TrimSuffix(strings.Repeat("*"+pair[1:]+",", 10), ","))
	}
	_, err := ParseRender("bomb.yaml", []byte(bomb))
	require.ErrorContains(t, err, "bomb.yaml:")
	require.ErrorContains(t, err, "aliases")
	_, err = ParseRender("self.yaml", []byte("a: &a [*a]\n"))
	require.Error(t, err)
	_, err = ParseRender("deep.yaml", []byte(strings.Repeat("[", 300)+strings.Repeat("]", 300)))
	require.ErrorContains(t, err, "nested more than 200")
}

func TestRepeatedKeysAreRefused(t *testing.T) {
	_, err := ParseRender("twice.yaml", []byte("a: 1\nb:\n  c: hunter2\n  c: hunter3\n"))
	require.EqualError(t, err, "twice.yaml:4:3: key c stands twice, first in line 3")
}
