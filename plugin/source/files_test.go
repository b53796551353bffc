package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// configMap is a document with one object.
func configMap(name string) string {
	return "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: " + name + "\n"
}

// names lists the objects of a snapshot and where they are from, without dir.
func names(s *checks.Snapshot, dir string) []string {
	var out []string
	for _, o := range s.All() {
		out = append(out, o.Name+" "+strings.TrimPrefix(o.Origin.File, filepath.ToSlash(dir)+"/"))
	}
	return out
}

// load reads the names below a directory, recursively.
func load(t *testing.T, o Options, names ...string) (*checks.Snapshot, error) {
	t.Helper()
	o.Filenames, o.Namespace = names, "default"
	return Load(context.Background(), o)
}

func TestDirectories(t *testing.T) {
	dir := write(t, map[string]string{
		"b.yaml": configMap("b"), "a/c.yml": configMap("c"), "a/d.json": `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"d"}}`,
		"a/e.ndjson": "", "a-b.YAML": configMap("f"), "a/values.yaml": "replicas: 1\n---\nkind: X\n", "README.md": "# no", "x.txt": configMap("no"),
		".hidden.yaml": configMap("no"), ".git/x.yaml": configMap("no"), "a/.x/y.yaml": configMap("no"),
		"charts/templates/t.yaml": "{{ no yaml", "charts/Chart.yaml": "apiVersion: v2\nname: x\n",
	})
	all := []string{"b b.yaml", "c a/c.yml", "d a/d.json", "f a-b.YAML"}

	s, err := load(t, Options{Recursive: true, Ignore: []string{"charts/**"}}, dir)
	require.NoError(t, err)
	require.Equal(t, all, names(s, dir))
	require.Equal(t, checks.ReadStats{Files: 6, Documents: 4, SkippedFiles: 6, SkippedDocuments: 2}, s.Stats())

	s, err = load(t, Options{}, dir)
	require.NoError(t, err)
	require.Equal(t, []string{"b b.yaml", "f a-b.YAML"}, names(s, dir))

	for _, ignore := range []string{"templates", "charts", "charts/", "./charts", "*.tpl,x", "charts/templates", "**/templates/**", "t.yaml", "charts/*/t.yaml"} {
		_, err := load(t, Options{Recursive: true, Ignore: []string{ignore}}, dir)
		if ignore == "*.tpl,x" {
			require.ErrorContains(t, err, "charts/templates/t.yaml:1: not valid YAML")
			continue
		}
		require.NoError(t, err, ignore)
	}

	t.Chdir(dir)
	s, err = load(t, Options{Recursive: true, Ignore: []string{"charts"}}, ".")
	require.NoError(t, err)
	require.Equal(t, all, names(s, ""))
}

func TestNamedFiles(t *testing.T) {
	dir := write(t, map[string]string{
		"manifest": configMap("a"), "x.txt": configMap("b"), ".hidden": configMap("c"), "d1.yaml": configMap("d"), "d2.yaml": configMap("e"), "d[3].yaml": configMap("f"),
	})
	in := func(names ...string) []string {
		for i := range names {
			names[i] = filepath.Join(dir, names[i])
		}
		return names
	}
	s, err := load(t, Options{}, in("manifest", "x.txt", ".hidden")...)
	require.NoError(t, err)
	require.Equal(t, []string{"a manifest", "b x.txt", "c .hidden"}, names(s, dir))

	s, err = load(t, Options{}, in("d?.yaml")...)
	require.NoError(t, err)
	require.Equal(t, []string{"d d1.yaml", "e d2.yaml"}, names(s, dir))

	s, err = load(t, Options{}, in("d[3].yaml")...)
	require.NoError(t, err)
	require.Equal(t, []string{"f d[3].yaml"}, names(s, dir))

	for name, want := range map[string]string{
		"nowhere.yaml": "nowhere.yaml: no such file or directory",
		"e?.yaml":      "e?.yaml: no such file, and nothing matches it as a glob",
	} {
		_, err := load(t, Options{Tolerant: true}, in(name)...)
		require.EqualError(t, err, filepath.ToSlash(dir)+"/"+want)
	}
	_, err = load(t, Options{Stdin: strings.NewReader("")}, "-", "-")
	require.EqualError(t, err, "standard input: named twice: it can be read only once")
}

func TestLinks(t *testing.T) {
	outside := write(t, map[string]string{"out.yaml": configMap("out"), "d/out.yaml": configMap("out2")})
	dir := write(t, map[string]string{"real/a.yaml": configMap("a"), "..data/b.yaml": configMap("b"), "z.txt": configMap("z")})
	link := func(target, name string) { require.NoError(t, os.Symlink(target, filepath.Join(dir, name))) }
	link(filepath.Join(outside, "out.yaml"), "absolute.yaml")
	link("../"+filepath.Base(outside)+"/out.yaml", "relative.yaml")
	link(filepath.Join(outside, "d"), "dir")
	link("..data/b.yaml", "b.yaml") // as in a mounted ConfigMap
	link("real/a.yaml", "a.yaml")   // is read under its own name
	link("real", "again")
	link(".", "loop")
	link("nowhere.yaml", "dangling.yaml")
	link("z.txt", "z.yaml")
	s, err := load(t, Options{Recursive: true}, dir)
	require.NoError(t, err)
	require.Equal(t, []string{"a real/a.yaml", "b b.yaml", "z z.yaml"}, names(s, dir))
	require.Empty(t, s.Repeats())
	require.Equal(t, 3, s.Stats().Files)
	// Three links lead out, one to nothing; "..data" is hidden and z.txt no manifest.
	require.Equal(t, 6, s.Stats().SkippedFiles)
}

func TestDevicesAreSkippedUnlessNamed(t *testing.T) {
	dir := write(t, map[string]string{"a.yaml": configMap("a")})
	makeFIFO(t, filepath.Join(dir, "pipe.yaml"))
	s, err := load(t, Options{Recursive: true}, dir)
	require.NoError(t, err)
	require.Equal(t, 1, s.Stats().SkippedFiles)

	go func() { _ = os.WriteFile(filepath.Join(dir, "pipe.yaml"), []byte(configMap("piped")), 0) }()
	s, err = load(t, Options{}, filepath.Join(dir, "pipe.yaml"))
	require.NoError(t, err)
	require.Equal(t, []string{"piped pipe.yaml"}, names(s, dir))
}

func TestUnreadableFilesBelowADirectory(t *testing.T) {
	dir := write(t, map[string]string{
		"a.yaml":        configMap("a"),
		"b.yaml":        configMap("b") + "---\nx: [hunter2\n---\ny: {\n---\n" + configMap("c"),
		"c.json":        `{"kind": "hunter2`,
		"d/secret.yaml": "token: hunter2\n bad: x\n",
	})
	s, err := load(t, Options{Recursive: true, Tolerant: true}, dir)
	require.NoError(t, err)
	require.Equal(t, []string{"a a.yaml", "b b.yaml", "c b.yaml"}, names(s, dir))
	var got []string
	for _, p := range s.Problems() {
		require.NotContains(t, p.Message, "hunter")
		require.NotEmpty(t, p.How)
		got = append(got, fmt.Sprintf("%s:%d", strings.TrimPrefix(p.File, filepath.ToSlash(dir)+"/"), p.Line))
	}
	require.Equal(t, []string{"b.yaml:6", "c.json:1", "d/secret.yaml:2"}, got)
	require.Equal(t, checks.ReadStats{Files: 1, Documents: 3, SkippedFiles: 3}, s.Stats())

	_, err = load(t, Options{Recursive: true}, dir)
	require.ErrorContains(t, err, "b.yaml:6: not valid YAML")
	_, err = load(t, Options{Tolerant: true}, filepath.Join(dir, "a.yaml"), filepath.Join(dir, "c.json"))
	require.ErrorContains(t, err, "c.json:1:18: not valid JSON: it ends too early")
}

func TestTextOfWindowsShells(t *testing.T) {
	var data []byte
	for _, unit := range utf16.Encode([]rune("\ufeff" + strings.ReplaceAll(configMap("a"), "\n", "\r\n") + "# 😀\r\n")) {
		data = append(data, byte(unit), byte(unit>>8))
	}
	dir := write(t, map[string]string{"a.yaml": string(data)})
	s, err := load(t, Options{Recursive: true}, dir)
	require.NoError(t, err)
	o, ok := s.Get(configMaps, "default", "a")
	require.True(t, ok)
	require.Equal(t, 4, o.Get("metadata", "name").Line())
}

func TestLimitsOfFiles(t *testing.T) {
	dir := write(t, map[string]string{"a.yaml": configMap("a"), "b.yaml": configMap("b") + "---\n" + configMap("c")})
	for want, limits := range map[string]Limits{
		"b.yaml: more than 1 files in all":                                      {Files: 1},
		"a.yaml: more than 20 bytes":                                            {FileBytes: 20},
		"b.yaml: more than 100 bytes in all":                                    {TotalBytes: 100},
		"a.yaml:1: a document of more than 20 bytes":                            {DocumentBytes: 20},
		"a.yaml:1: a YAML document of more than 20 bytes that is no plain list": {ParseBytes: 20},
		"b.yaml: more than 2 documents in all":                                  {Documents: 2},
		"a.yaml:4:3: nested more than 2 levels deep":                            {Depth: 2},
	} {
		_, err := load(t, Options{Recursive: true, Limits: limits}, dir)
		require.ErrorContains(t, err, want)
		require.ErrorIs(t, err, ErrLimit)
	}
}

func TestScopesAndNamespaces(t *testing.T) {
	s := loadText(t, `
{"apiVersion": "v1", "kind": "NodeList", "items": [{"metadata": {"name": "n"}}]}
---
{"apiVersion": "v1", "kind": "SecretList", "items": [{"metadata": {"name": "a"}}, {"metadata": {"name": "b", "namespace": "x"}}]}
---
{"apiVersion": "v1", "kind": "PodList", "metadata": {"continue": "abc"}, "items": [{"metadata": {"name": "a"}}]}
---
{"apiVersion": "v1", "kind": "EventList", "metadata": {"remainingItemCount": 3}, "items": [{"metadata": {"name": "a"}}]}
---
{"apiVersion": "v1", "kind": "ServiceList", "items": []}
---
{"apiVersion": "v1", "kind": "List", "items": [{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}}, {"metadata": {"name": "no"}}]}
---
{"apiVersion": "v1", "kind": "List", "items": [{"apiVersion": "v1", "kind": "List", "items": [{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "deep"}}]}]}
---
{"apiVersion": "x/v1", "kind": "AllowList", "metadata": {"name": "no-list"}}
`)
	complete := func(kind, namespace string) bool { return s.Complete(checks.GroupKind{Kind: kind}, namespace) }
	_, ok := s.Get(checks.GroupKind{Kind: "Node"}, "", "n")
	require.True(t, ok)
	require.True(t, complete("Node", ""))
	require.True(t, complete("Secret", "default"))
	require.True(t, complete("Secret", "x"))
	require.False(t, complete("Secret", "y"))
	require.False(t, complete("Pod", "default"), "a page of a longer list")
	require.False(t, complete("Event", "default"), "a page of a longer list")
	require.False(t, complete("Service", "default"), "an empty list has no namespace")
	require.False(t, complete("ConfigMap", "default"), "a mixed list")
	_, ok = s.Get(configMaps, "default", "deep")
	require.True(t, ok)
	_, ok = s.Get(checks.GroupKind{Group: "x", Kind: "AllowList"}, "default", "no-list")
	require.True(t, ok)
	require.Equal(t, checks.ReadStats{Files: 1, Documents: 8, SkippedDocuments: 1}, s.Stats())
}

func TestRepeatsKeepTheNewest(t *testing.T) {
	version := func(v string) string { return configMap("a") + "  resourceVersion: \"" + v + "\"\n" }
	dir := write(t, map[string]string{"a.yaml": version("9"), "b.yaml": version("10"), "c.yaml": version("8")})
	s, err := load(t, Options{Recursive: true}, dir)
	require.NoError(t, err)
	require.Equal(t, []string{"a b.yaml"}, names(s, dir))
	require.Len(t, s.Repeats(), 2)
}

func TestLoadIsTheSameForAnyNumberOfWorkers(t *testing.T) {
	dir := dump(t, 20)
	broken := filepath.Join(dir, "namespaces", "clusters", "broken.yaml")
	require.NoError(t, os.WriteFile(broken, []byte("a: b\n c: d\n---\n"+configMap("z")), 0o644))
	describe := func(workers int) []string {
		s, err := load(t, Options{Recursive: true, Tolerant: true, Workers: workers}, dir)
		require.NoError(t, err)
		return append(placesOf(s), fmt.Sprint(s.Stats(), s.Problems(), len(s.Repeats())))
	}
	want := describe(1)
	require.Greater(t, len(want), 100)
	for workers := 2; workers <= 8; workers++ {
		require.Equal(t, want, describe(workers), "%d workers", workers)
	}
	for workers := 1; workers <= 8; workers++ {
		_, err := load(t, Options{Recursive: true, Workers: workers}, dir)
		require.ErrorContains(t, err, "broken.yaml:2: not valid YAML", "the first error in input order")
	}
}

func TestLoadStopsWithItsContext(t *testing.T) {
	dir := dump(t, 20)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	before := runtime.NumGoroutine()
	_, err := Load(ctx, Options{Filenames: []string{dir}, Recursive: true})
	require.ErrorIs(t, err, context.Canceled)
	require.LessOrEqual(t, runtime.NumGoroutine(), before+1)
}

func TestLoadDoesNotWaitForInputAfterItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	silent, w := io.Pipe()
	defer w.Close()
	go func() {
		_, _ = io.WriteString(w, configMap("a"))
		cancel()
	}()
	_, err := Load(ctx, Options{Filenames: []string{"-"}, Stdin: silent})
	require.ErrorIs(t, err, context.Canceled)
}

func TestLoadEndsEarlyOnErrors(t *testing.T) {
	text := "a: [\n" + strings.Repeat("---\n"+configMap("a"), 5000)
	_, err := Load(context.Background(), Options{Filenames: []string{"-"}, Stdin: strings.NewReader(text), Limits: Limits{Documents: 10}})
	var e *Error
	require.True(t, errors.As(err, &e))
	require.Equal(t, "-", e.File)
}

func TestTrim(t *testing.T) {
	s := loadText(t, `
{"apiVersion": "v1", "kind": "Secret", "type": "helm.sh/release.v1", "metadata": {"name": "a", "managedFields": [{"manager": "x"}], "labels": {}}, "data": {"release": "hunter2"}}
---
{"apiVersion": "v1", "kind": "Secret", "type": "Opaque", "metadata": {"name": "b"}, "data": {"token": "hunter2"}}
`)
	a, _ := s.Get(checks.GroupKind{Kind: "Secret"}, "default", "a")
	require.True(t, a.Get("data", "release").Exists())
	require.Empty(t, a.Get("data", "release").Text())
	require.False(t, a.Get("metadata", "managedFields").Present())
	require.True(t, a.Get("metadata", "labels").Present())
	b, _ := s.Get(checks.GroupKind{Kind: "Secret"}, "default", "b")
	require.Equal(t, "hunter2", b.Get("data", "token").Text())
}

func TestKeysThatStandTwiceHideNothing(t *testing.T) {
	pool := "apiVersion: hypershift.openshift.io/v1beta1\nmetadata: {name: a}\n"
	for name, text := range map[string]string{
		"wanted kind last":  pool + "kind: ConfigMap\nkind: NodePool\n",
		"wanted kind first": pool + "kind: NodePool\nkind: ConfigMap\n",
		"group":             "apiVersion: v1\nkind: NodePool\n" + pool,
		"in an item":        "apiVersion: v1\nkind: List\nitems:\n- kind: ConfigMap\n  kind: NodePool\n  apiVersion: hypershift.openshift.io/v1beta1\n",
		"JSON":              `{"apiVersion": "v1", "kind": "ConfigMap", "kind": "NodePool"}`,
	} {
		t.Run(name, func(t *testing.T) {
			s, err := load(t, Options{Stdin: strings.NewReader(text), Kinds: onlyNodePools}, "-")
			require.NoError(t, err)
			require.Len(t, s.All(), 1)
			require.NotEmpty(t, s.All()[0].Duplicates)
		})
	}
	o := loadText(t, pool+"kind: ConfigMap\nkind: NodePool\n").All()[0]
	require.Equal(t, "NodePool", o.Kind, "what kubectl takes")

	for name, text := range map[string]string{
		"YAML": "apiVersion: v1\nkind: List\nitems: []\nitems:\n- a: b\n",
		"JSON": "{\"apiVersion\": \"v1\", \"kind\": \"List\",\n\"items\": [],\n\"items\": []}",
		"cut":  listText("List", 2500, "") + "metadata: {}\n",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := load(t, Options{Stdin: strings.NewReader(text)}, "-")
			require.ErrorContains(t, err, "a key of a list stands twice")
			s, err := load(t, Options{Recursive: true, Tolerant: true}, write(t, map[string]string{"x.yaml": text}))
			require.NoError(t, err)
			require.Len(t, s.Problems(), 1)
		})
	}
}

func TestDesiredStateIsReadWhateverKindsMatter(t *testing.T) {
	packed := "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: x\n  labels: {" + DesiredLabel + ": \"true\"}\ndata:\n  a.yaml: |\n    apiVersion: hypershift.openshift.io/v1beta1\n    kind: NodePool\n    metadata: {name: a}\n"
	item := "- " + strings.TrimSuffix(strings.ReplaceAll(packed, "\n", "\n  "), "  ")
	for name, text := range map[string]string{"object": packed, "item": "apiVersion: v1\nkind: List\nitems:\n" + item} {
		t.Run(name, func(t *testing.T) {
			s, err := load(t, Options{Stdin: strings.NewReader(text), Kinds: onlyNodePools}, "-")
			require.NoError(t, err)
			require.Len(t, s.List(nodePools, ""), 1)
		})
	}
}

func TestDocuments(t *testing.T) {
	dir := write(t, map[string]string{
		"a.yaml": "# remark\n---\na: 1\n---\n---\nnull\n---\nb: 2\nb: 3\n--- text\n", "b.jsonl": "{\"c\": 3}\n[4]\n",
		"list.yaml": listText("List", 3, ""),
	})
	docs, err := Documents(context.Background(), Options{Filenames: []string{dir}, Recursive: true, Kinds: onlyNodePools})
	require.NoError(t, err)
	var got []string
	for _, d := range docs {
		got = append(got, fmt.Sprintf("%s #%d line %d, %d twice", filepath.Base(d.File), d.Index, d.Node.Line, len(d.Duplicates)))
	}
	require.Equal(t, []string{
		"a.yaml #0 line 3, 0 twice", "a.yaml #1 line 8, 1 twice", "a.yaml #2 line 10, 0 twice",
		"b.jsonl #0 line 1, 0 twice", "b.jsonl #1 line 2, 0 twice", "list.yaml #0 line 2, 0 twice",
	}, got)
	require.Len(t, checks.NewValue(docs[5].Node).Get("items").Items(), 3)

	same, err := ParseDocuments("x", []byte("a: 1\n---\n{\"b\": 2}\n{\"c\": 3}\n"), Limits{})
	require.NoError(t, err)
	require.True(t, slices.IsSortedFunc(same, func(a, b Document) int { return a.Index - b.Index }))
	require.Len(t, same, 3)
	_, err = ParseDocuments("x", []byte(bombText()), Limits{})
	require.ErrorIs(t, err, ErrLimit)
}
