package source

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/source/dumptest"
)

func dump(tb testing.TB, pools int) string {
	tb.Helper()
	dir := tb.TempDir()
	require.NoError(tb, dumptest.GenerateDump(dir, pools))
	return dir
}

// nodePoolKinds are about those that explain reads.
func nodePoolKinds(gk checks.GroupKind) bool {
	switch gk.Group {
	case "hypershift.openshift.io", "cluster.x-k8s.io":
		return true
	}
	return gk.Group == "" && gk.Kind == "Secret"
}

func loadDump(b *testing.B, o Options) {
	o.Filenames, o.Recursive = []string{dump(b, 500)}, true
	b.ReportAllocs()
	for b.Loop() {
		s, err := Load(context.Background(), o)
		require.NoError(b, err)
		require.GreaterOrEqual(b, s.Objects(), 500)
	}
}

func BenchmarkLoad500PoolsIn3100Files(b *testing.B) {
	b.Run("all kinds", func(b *testing.B) { loadDump(b, Options{}) })
	b.Run("kinds that matter", func(b *testing.B) { loadDump(b, Options{Kinds: nodePoolKinds}) })
}

// stream concatenates a dump into one multi-document text.
func concatenated(tb testing.TB, pools int) []byte {
	tb.Helper()
	var out bytes.Buffer
	err := filepath.WalkDir(dump(tb, pools), func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		out.WriteString("---\n")
		out.Write(data)
		return err
	})
	require.NoError(tb, err)
	return out.Bytes()
}

func BenchmarkSplit(b *testing.B) {
	text := concatenated(b, 500)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		s := newSplitter(bytes.NewReader(text), 1<<30)
		var buf []byte
		s.fresh = func() []byte { return buf }
		for {
			c, err := s.next()
			if errors.Is(err, io.EOF) {
				break
			}
			require.NoError(b, err)
			buf = c.data
		}
	}
}

func BenchmarkStream(b *testing.B) {
	text := concatenated(b, 500)
	for name, kinds := range map[string]func(checks.GroupKind) bool{"all kinds": nil, "kinds that matter": nodePoolKinds, "no kinds": func(checks.GroupKind) bool { return false }} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				_, err := Load(context.Background(), Options{Filenames: []string{"-"}, Stdin: bytes.NewReader(text), Kinds: kinds})
				require.NoError(b, err)
			}
		})
	}
}

// jsonList is what `kubectl get -o json` prints for many secrets and pods.
func jsonList(n int) string {
	var b strings.Builder
	b.WriteString("{\n    \"apiVersion\": \"v1\",\n    \"items\": [\n")
	for i := range n {
		kind := "Secret"
		if i%4 > 0 {
			kind = "Pod"
		}
		b.WriteString(`        {"apiVersion": "v1", "kind": "` + kind + `", "metadata": {"name": "x` + strings.Repeat("y", i%50) + `", "namespace": "n", "labels": {"a": "b"}, "resourceVersion": "1"}, "data": {"a": "` + strings.Repeat("QUFB", 100) + `"}, "list": [1, 2.5, true, null, {"deep": {"deeper": []}}]}`)
		if i < n-1 {
			b.WriteString(",\n")
		}
	}
	b.WriteString("\n    ],\n    \"kind\": \"List\"\n}\n")
	return b.String()
}

func BenchmarkJSONList(b *testing.B) {
	text := jsonList(10_000)
	for name, kinds := range map[string]func(checks.GroupKind) bool{"all kinds": nil, "kinds that matter": nodePoolKinds} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				_, err := Load(context.Background(), Options{Filenames: []string{"-"}, Stdin: strings.NewReader(text), Kinds: kinds})
				require.NoError(b, err)
			}
		})
	}
}
