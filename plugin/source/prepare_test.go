package source

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

func prepared(t testing.TB, text string) (checks.Value, error) {
	t.Helper()
	p := parser{limits: Limits{}.orDefaults()}
	trees, _, err := p.parse(chunk{data: []byte(text), line: 1}, "x.yaml")
	if err != nil {
		return checks.Value{}, err
	}
	require.Len(t, trees, 1)
	return checks.NewValue(trees[0].node), nil
}

func TestMergeKeys(t *testing.T) {
	for name, test := range map[string]struct {
		text string
		want map[string]string
	}{
		"own keys win":             {"x: &x {a: 1, b: 2}\nv:\n  b: 3\n  <<: *x\n", map[string]string{"a": "1", "b": "3"}},
		"whatever their place":     {"x: &x {a: 1, b: 2}\nv:\n  <<: *x\n  b: 3\n", map[string]string{"a": "1", "b": "3"}},
		"the first of a list wins": {"x: &x {a: 1, b: 2}\ny: &y {b: 4, c: 5}\nv:\n  <<: [*x, *y]\n", map[string]string{"a": "1", "b": "2", "c": "5"}},
		"merges in merged maps":    {"x: &x {a: 1}\ny: &y {<<: *x, b: 2}\nv: {<<: *y}\n", map[string]string{"a": "1", "b": "2"}},
		"maps without an anchor":   {"v: {<<: {a: 1}, b: 2}\n", map[string]string{"a": "1", "b": "2"}},
		"aliases in a merged map":  {"x: &x 1\ny: &y {a: *x}\nv: {<<: *y}\n", map[string]string{"a": "1"}},
		"a quoted key is no merge": {"x: &x {a: 1}\nv: {\"<<\": 2}\n", map[string]string{"<<": "2"}},
		"a tagged key is one":      {"x: &x {a: 1}\nv: {!!merge <<: *x}\n", map[string]string{"a": "1"}},
		"alias as a key":           {"x: &x a\nv: {*x : 1}\n", map[string]string{"a": "1"}},
		"keys that are no strings": {"v: {1: a, true: b, ~: c, 1.50: d}\n", map[string]string{"1": "a", "true": "b", "~": "c", "1.50": "d"}},
	} {
		t.Run(name, func(t *testing.T) {
			root, err := prepared(t, test.text)
			require.NoError(t, err)
			got := map[string]string{}
			for key, v := range root.Get("v").Fields() {
				got[key] = v.Text()
			}
			require.Equal(t, test.want, got)
		})
	}
}

func TestAliasesKeepTheirPlace(t *testing.T) {
	root, err := prepared(t, "a: &v v1.2.3\nb: *v\nm: &m {x: 1}\nn:\n- *m\n")
	require.NoError(t, err)
	b := root.Get("b")
	require.Equal(t, []any{"v1.2.3", 2, 4}, []any{b.Text(), b.Line(), b.Column()})
	require.Same(t, root.Get("a").Node(), b.Node().Alias, "what stands at this place is an alias")
	item := root.Get("n").Items()[0]
	require.Equal(t, 5, item.Line())
	require.Equal(t, 3, item.Get("x").Line(), "what is below stands at the anchor")
}

func TestCommentsAreLeftOut(t *testing.T) {
	root, err := prepared(t, "# head\na: b # line\n# foot\n")
	require.NoError(t, err)
	_ = walk(root.Node(), func(n *yaml.Node) { require.Empty(t, n.HeadComment+n.LineComment+n.FootComment) })
}

func walk(n *yaml.Node, visit func(*yaml.Node)) (count int) {
	visit(n)
	for _, c := range n.Content {
		count += walk(c, visit)
	}
	return count + 1
}

func TestLimitsOfADocument(t *testing.T) {
	nested := func(n int) string { return "a: " + strings.Repeat("[", n) + strings.Repeat("]", n) }
	chain := "a: &a " + strings.Repeat("[", 150) + strings.Repeat("]", 150) + "\nb: " + strings.Repeat("[", 100) + "*a" + strings.Repeat("]", 100)
	for name, test := range map[string]struct{ text, want string }{
		"deep":                   {nested(200), "x.yaml:1:203: nested more than 200 levels deep"},
		"deep JSON":              {strings.Repeat("[", 201) + strings.Repeat("]", 201), "x.yaml:1:201: nested more than 200 levels deep"},
		"deep by aliases":        {chain, "nested more than 200 levels deep"},
		"bomb":                   {bombText(), "x.yaml:6:5: its aliases would make the document more than 10 times larger"},
		"bomb of merges":         {mergeBomb(), "its aliases would make the document more than 10 times larger"},
		"bomb of long texts":     {"a: &a " + strings.Repeat("x", 100_000) + "\nb: [" + strings.Repeat("*a,", 5000) + "*a]\n", "its aliases would make the document more than 10 times larger"},
		"a value in itself":      {"a: &a [b, *a]\n", "x.yaml:1:11: an alias inside of the value that it stands for"},
		"a merge of itself":      {"a: &a {<<: *a}\n", "x.yaml:1:12: an alias inside of the value that it stands for"},
		"an anchor used sparely": {"a: &a [" + strings.Repeat("x,", 1000) + "x]\nb: [*a, *a, *a, *a, *a, *a, *a]\n", ""},
		"just below":             {nested(198), ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := prepared(t, test.text)
			if test.want == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, test.want)
			require.ErrorIs(t, err, ErrLimit)
		})
	}
}

// mergeBomb doubles the number of entries with each line.
func mergeBomb() string {
	text := "a0: &a0 {x: y}\n"
	for i := range 20 {
		from := "*a" + strconv.Itoa(i)
		text += "a" + strconv.Itoa(i+1) + ": &a" + strconv.Itoa(i+1) + " {l" + strconv.Itoa(i) + ": " + from + ", r" + strconv.Itoa(i) + ": " + from + ", <<: " + from + "}\n"
	}
	return text
}

// A bomb costs no more than its own text.
func TestAliasBombAllocatesLittle(t *testing.T) {
	text := bombText()
	require.Less(t, len(text), 600)
	result := testing.Benchmark(func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, err := prepared(b, text)
			require.Error(b, err)
		}
	})
	require.Less(t, result.AllocedBytesPerOp(), int64(256<<10))
}

func BenchmarkAliasBomb(b *testing.B) {
	text := bombText()
	for b.Loop() {
		_, err := prepared(b, text)
		require.Error(b, err)
	}
}

func TestDuplicateKeys(t *testing.T) {
	for name, test := range map[string]struct {
		text string
		want []string
	}{
		"none":            {"spec: {a: 1, b: 2}\n", nil},
		"one":             {"spec: {a: 1, a: 2}\n", []string{"spec.a 4:8 4:14"}},
		"same value":      {"spec: {a: 1, a: 1}\n", []string{"spec.a 4:8 4:14"}},
		"three times":     {"spec: {a: 1, a: 2, a: 3}\n", []string{"spec.a 4:8 4:14", "spec.a 4:8 4:20"}},
		"in a list":       {"spec: [{b: {a: 1, \"a\": 2}}]\n", []string{"spec[0].b.a 4:13 4:19"}},
		"number and text": {"spec: {1: a, \"1\": b}\n", []string{"spec.1 4:8 4:14"}},
		"merge twice":     {"x: &x {a: 1}\nspec: {<<: *x, <<: *x}\n", []string{"spec.<< 5:8 5:16"}},
		"merged key":      {"x: &x {a: 1}\nspec: {<<: *x, a: 2}\n", nil},
		"below an alias":  {"x: &x {a: 1, a: 2}\nspec: [*x, *x]\n", []string{"x.a 4:8 4:14"}},
		"alias as a key":  {"x: &x a\nspec: {*x : 1, a: 2}\n", []string{"spec.a 5:8 5:16"}},
		"at the top":      {"metadata: {}\n", []string{"metadata 3:1 4:1"}},
		"many keys":       {"spec: {" + manyKeys(100) + "k7: x}\n", []string{"spec.k7 4:" + strconv.Itoa(8+7*7) + " 4:" + strconv.Itoa(8+len(manyKeys(100)))}},
	} {
		t.Run(name, func(t *testing.T) {
			s := loadText(t, "apiVersion: v1\nkind: A\nmetadata: {name: a}\n"+test.text)
			o, ok := s.Get(checks.GroupKind{Kind: "A"}, "default", "a")
			require.True(t, ok)
			var got []string
			for _, d := range o.Duplicates {
				require.Equal(t, "-", d.First.File)
				got = append(got, d.Path+" "+spot(d.First)+" "+spot(d.Second))
			}
			require.Equal(t, test.want, got)
		})
	}
}

func spot(p checks.Position) string { return strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Column) }

func manyKeys(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("k" + strconv.Itoa(i) + ": x, ")
	}
	return b.String()
}

func TestDuplicatesOfListItemsAreTheirs(t *testing.T) {
	s := loadText(t, "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: A, metadata: {name: a}, x: 1, x: 2}\n- {apiVersion: v1, kind: A, metadata: {name: b}}\n")
	a, _ := s.Get(checks.GroupKind{Kind: "A"}, "default", "a")
	b, _ := s.Get(checks.GroupKind{Kind: "A"}, "default", "b")
	require.Len(t, a.Duplicates, 1)
	require.Equal(t, "x", a.Duplicates[0].Path)
	require.Empty(t, b.Duplicates)
}

func TestPositionsWithOddLineBreaks(t *testing.T) {
	for name, test := range map[string]struct {
		text         string
		line, column int
	}{
		"LF":                  {"a: b\n\nz: x\n", 3, 4},
		"CRLF":                {"a: b\r\n\r\nz: x\r\n", 3, 4},
		"byte order mark":     {"\ufeffa: b\n\nz: x\n", 3, 4},
		"mark, first line":    {"\ufeffz: x\n", 1, 4},
		"line separator":      {"a: \"b\u2028c\"\nz: x\n", 2, 4},
		"next line":           {"a: \"b\u0085c\"\nz: x\n", 2, 4},
		"carriage return":     {"a: b\rz: x\n", 1, 9},
		"after a directive":   {"%YAML 1.2\n---\nz: x\n", 3, 4},
		"after documents":     {"b: c\n---\n# d\n\nz: x\n", 5, 4},
		"wide characters":     {"é: {\"ü\": 1, z: x}\n", 1, 16},
		"content at a marker": {"--- {z: x}\n", 1, 9},
	} {
		t.Run(name, func(t *testing.T) {
			docs, err := ParseDocuments("x.yaml", []byte(test.text), Limits{})
			require.NoError(t, err)
			var at []int
			for _, d := range docs {
				find(checks.NewValue(d.Node), "z", func(v checks.Value) { at = []int{v.Line(), v.Column()} })
			}
			require.Equal(t, []int{test.line, test.column}, at)
		})
	}
}

func find(v checks.Value, key string, visit func(checks.Value)) {
	for name, field := range v.Fields() {
		if name == key {
			visit(field)
		}
		find(field, key, visit)
	}
}

// FuzzPrepare checks what rules rely on: no aliases, no merge keys, a bounded
// tree, and errors that quote nothing.
func FuzzPrepare(f *testing.F) {
	for _, seed := range []string{
		"a: &a [b]\nc: *a\n", "x: &x {a: 1}\ny: {<<: [*x, {b: 2}], a: 3}\n", bombText(), mergeBomb(),
		"? [a]\n: b\n", "a: 1\na: 2\n", "a: &a [*a]\n", "{\"a\": [1, 2.5, null]}", "a: |\n  b\n\n  c\n", "a: !!binary aGk=\n", "\"a\": 'b'\n<<: {}\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		limits := Limits{}.orDefaults()
		p := parser{limits: limits}
		trees, _, err := p.parse(chunk{data: []byte(text), line: 1}, "x.yaml")
		if err != nil {
			require.Less(t, len(err.Error()), 200)
		}
		for _, tree := range trees {
			n := walk(tree.node, func(n *yaml.Node) {
				require.NotEqual(t, yaml.AliasNode, n.Kind)
				require.Positive(t, n.Line)
				require.LessOrEqual(t, n.Line, strings.Count(text, "\n")+2, "an absent value at the end stands on the next line")
				if n.Kind == yaml.MappingNode {
					for i := 0; i < len(n.Content); i += 2 {
						require.Equal(t, yaml.ScalarNode, n.Content[i].Kind)
						require.False(t, isMerge(n.Content[i]))
					}
				}
			})
			require.LessOrEqual(t, n, max(limits.AliasFactor*(2*len(text)+1), limits.AliasFloor))
			tree.document("x.yaml", 0)
		}
	})
}
