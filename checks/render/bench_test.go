package render

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"testing"

	"go.yaml.in/yaml/v3"
)

// manyDocuments renders small documents, onePath one with many paths.
func manyDocuments(n int) []byte {
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, "---\napiVersion: example.com/v1\nkind: NodeConfig\nmetadata:\n  name: node-%d\n  labels: {pool: a, zone: b}\nspec:\n  hostname: node-%d\n  maxPods: 110\n  args: [a, b, c]\n", i, i)
	}
	return b.Bytes()
}

func manyPaths(n int) []byte {
	var b bytes.Buffer
	b.WriteString("apiVersion: example.com/v1\nkind: NodeConfig\nmetadata: {name: a}\nspec:\n")
	for i := range n {
		fmt.Fprintf(&b, "  key-%06d: value %d\n", i, i)
	}
	return b.Bytes()
}

func BenchmarkFingerprint(b *testing.B) {
	for name, data := range map[string][]byte{"documents=10000": manyDocuments(10_000), "paths=100000": manyPaths(100_000)} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Fingerprint([]Rendered{{Name: "c", Bundles: [][]byte{data}}}); err != nil {
					b.Fatal(err)
				}
			}
		})
		// The floor: what the YAML library alone needs for the same input.
		b.Run(name+"/yaml-only", func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				dec := yaml.NewDecoder(bytes.NewReader(data))
				for {
					var n yaml.Node
					if err := dec.Decode(&n); errors.Is(err, io.EOF) {
						break
					} else if err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
