package topology

import (
	"fmt"
	"testing"
)

// One Cluster with very many pools: a third pinned and raised, a third pinned and
// held, a third following the topology.
func BenchmarkPools(b *testing.B) {
	for _, n := range []int{200, 2_000, 20_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var before, after []string
			for i := range n {
				name := fmt.Sprintf("md-%d", i)
				switch i % 3 {
				case 0:
					before, after = append(before, name+"@v1.31.4"), append(after, name+"@v1.32.1")
				case 1:
					before, after = append(before, name+"@v1.31.4"), append(after, name+"@v1.31.4")
				default:
					before, after = append(before, name), append(after, name)
				}
			}
			s := scene{}
			in := Input{
				Settings: gateOn(),
				New:      snapshot(b, "new.yaml", cluster("v1.32.1", after...).manifest()),
				Base:     snapshot(b, "base.yaml", s.documents(cluster("v1.32.1", before...))...),
			}
			b.ResetTimer()
			for b.Loop() {
				c := Changes(in)[0]
				if got := NewEvaluator().Evaluate(c); got.Refused {
					b.Fatal("refused")
				}
			}
		})
	}
}

// The worst case for sentences that name pools: nothing is known of any.
func BenchmarkPoolsWithoutEvidence(b *testing.B) {
	for _, n := range []int{200, 2_000, 20_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var before, after []string
			for i := range n {
				name := fmt.Sprintf("md-%d", i)
				before, after = append(before, name+"@v1.31.4"), append(after, name+"@v1.32.1")
			}
			in := Input{
				Settings: Settings{Profile: CAEP},
				New:      snapshot(b, "new.yaml", cluster("v1.32.1", after...).manifest()),
				Base:     snapshot(b, "base.yaml", cluster("v1.32.1", before...).manifest()),
			}
			b.ResetTimer()
			for b.Loop() {
				NewEvaluator().Evaluate(Changes(in)[0])
			}
		})
	}
}
