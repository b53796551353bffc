package source

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

var nodePools = checks.GroupKind{Group: "hypershift.openshift.io", Kind: "NodePool"}

// write puts files below a new directory and returns it.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	}
	return dir
}

func loadText(t *testing.T, text string) *checks.Snapshot {
	t.Helper()
	s, err := Load(context.Background(), Options{Filenames: []string{"-"}, Stdin: strings.NewReader(text), Namespace: "default"})
	require.NoError(t, err)
	return s
}

func TestLoadKeepsPositionsAcrossDocuments(t *testing.T) {
	s := loadText(t, "# remark\n---\n---\n# remark\nkind: A\napiVersion: v1\nmetadata: {name: a}\n---\nkind: B\napiVersion: v1\nmetadata:\n  name: b\n")
	b, ok := s.Get(checks.GroupKind{Kind: "B"}, "default", "b")
	require.True(t, ok)
	require.Equal(t, checks.Position{File: "-", Line: 12, Column: 9}, b.At(b.Get("metadata", "name")))
	require.Equal(t, checks.ReadStats{Files: 1, Documents: 2}, s.Stats())
}

func TestLoadTypedList(t *testing.T) {
	s := loadText(t, `apiVersion: hypershift.openshift.io/v1beta1
kind: NodePoolList
items:
- metadata: {name: a, namespace: n}
- metadata: {name: b, namespace: n}
`)
	require.Len(t, s.List(nodePools, "n"), 2)
	require.True(t, s.Complete(nodePools, "n"))
	require.False(t, s.Complete(nodePools, "m"))
	a, _ := s.Get(nodePools, "n", "a")
	require.Equal(t, "hypershift.openshift.io/v1beta1", a.APIVersion)
}

func TestLoadJSONLines(t *testing.T) {
	s := loadText(t, "{\"apiVersion\":\"v1\",\"kind\":\"A\",\"metadata\":{\"name\":\"a\"}}\n{\"apiVersion\":\"v1\",\"kind\":\"A\",\"metadata\":{\"name\":\"b\"}}\n")
	b, ok := s.Get(checks.GroupKind{Kind: "A"}, "default", "b")
	require.True(t, ok)
	require.Equal(t, checks.Position{File: "-", Line: 2, Column: 50}, b.At(b.Get("metadata", "name")))
	require.Equal(t, 1, b.Origin.Document)
}

func TestLoadRecordsDuplicateKeys(t *testing.T) {
	s := loadText(t, "kind: A\napiVersion: v1\nmetadata: {name: a}\nspec:\n  version: v1.1.0\n  version: v1.2.0\n")
	a, _ := s.Get(checks.GroupKind{Kind: "A"}, "default", "a")
	require.Equal(t, []checks.DuplicateKey{{
		Path:   "spec.version",
		First:  checks.Position{File: "-", Line: 5, Column: 3},
		Second: checks.Position{File: "-", Line: 6, Column: 3},
	}}, a.Duplicates)
}

func TestLoadOfBrokenFiles(t *testing.T) {
	dir := write(t, map[string]string{
		"good.yaml":   "kind: A\napiVersion: v1\nmetadata: {name: a}\n",
		"broken.yaml": "kind: A\nspec:\n  token: hunter2\n bad: [hunter3\n",
		"README.md":   "no manifest",
	})
	_, err := Load(context.Background(), Options{Filenames: []string{dir}, Recursive: true})
	require.ErrorContains(t, err, "broken.yaml:")
	require.NotContains(t, err.Error(), "hunter")

	s, err := Load(context.Background(), Options{Filenames: []string{dir}, Recursive: true, Tolerant: true})
	require.NoError(t, err)
	require.Equal(t, 1, s.Objects())
	require.Len(t, s.Problems(), 1)
	require.Equal(t, checks.ReadStats{Files: 1, Documents: 1, SkippedFiles: 2}, s.Stats())
}

// bombText is a small document that would grow to billions of values.
func bombText() string {
	bomb := "apiVersion: v1\nkind: ConfigMap\na0: &a0 [x,x,x,x,x,x,x,x,x,x]\n"
	for i := range 9 {
		alias := "*a" + strconv.Itoa(i)
		bomb += "a" + strconv.Itoa(i+1) + ": &a" + strconv.Itoa(i+1) + " [" + strings.Repeat(alias+",", 9) + alias + "]\n"
	}
	return bomb
}

func TestLoadRefusesAliasBomb(t *testing.T) {
	_, err := Load(context.Background(), Options{Filenames: []string{"-"}, Stdin: strings.NewReader(bombText())})
	require.ErrorContains(t, err, "its aliases would make the document")
	require.ErrorIs(t, err, ErrLimit)
}

func TestLoadResolvesAliasesAndMerges(t *testing.T) {
	s := loadText(t, `apiVersion: v1
kind: A
metadata: {name: a}
base: &base {x: 1, y: 2}
spec:
  <<: [*base, {y: 3, z: 4}]
  x: 5
  again: *base
`)
	a, _ := s.Get(checks.GroupKind{Kind: "A"}, "default", "a")
	spec := a.Get("spec")
	require.Equal(t, "5", spec.Get("x").Text())
	require.Equal(t, "2", spec.Get("y").Text())
	require.Equal(t, "4", spec.Get("z").Text())
	require.Equal(t, "1", spec.Get("again", "x").Text())
	require.Equal(t, 8, spec.Get("again").Line())
	require.False(t, spec.Get("<<").Present())
	require.Empty(t, a.Duplicates)
}
