package nodepool

import (
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// BenchmarkExplain measures one pool with all evidence, with little, and as a
// rendered manifest, which leaves everything open.
func BenchmarkExplain(b *testing.B) {
	o := newOperator(3)
	for range 40 {
		o.step()
	}
	full := Parameters{Now: o.clock, Assume: o.assumptions()}
	rendered := strings.ReplaceAll(strings.Split(o.dump(nil), "\nstatus:")[0], "  resourceVersion: '5'\n", "")
	for _, c := range []struct {
		name, text string
		params     Parameters
	}{
		{"known", o.dump(nil), full},
		{"open", o.dump(map[string]bool{"version": true, "conditions": true, "secrets": true}), Parameters{Now: time.Now()}},
		{"rendered", rendered, Parameters{Now: time.Now()}},
	} {
		b.Run(c.name, func(b *testing.B) {
			builder := checks.NewBuilder()
			for _, doc := range strings.Split(c.text, "\n---\n") {
				var node yaml.Node
				if err := yaml.Unmarshal([]byte(doc), &node); err != nil {
					b.Fatal(err)
				}
				builder.Add(checks.NewObject(&node, checks.Origin{File: "dump.yaml"}))
			}
			s := builder.Snapshot()
			b.ReportAllocs()
			for b.Loop() {
				for _, p := range NewFleet(s, c.params).Pools {
					p.Explain()
				}
			}
		})
	}
}
