package nodepool

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// tableWorlds enumerates every combination of relations that the table of
// states distinguishes: 360 of them.
func tableWorlds(g Generation) []struct {
	World
	outdated bool
} {
	var out []struct {
		World
		outdated bool
	}
	completed := map[string][]string{"": {"", "h", "x"}, "h": {"", "h", "x"}, "d": {"", "h", "d", "x"}}
	for _, outdated := range []bool{false, true} {
		for _, d := range []string{"", "h", "d"} {
			for _, c := range completed[d] {
				for _, dv := range []string{"", "v", "v0"} {
					for _, s := range []string{"v", "v0"} {
						for _, request := range []string{"", "r", "r0"} {
							w := World{Generation: g, H: "h", D: d, C: c, V: "v", DV: dv, S: s, R: "r", InProgress: request, Workload: true}
							out = append(out, struct {
								World
								outdated bool
							}{w, outdated})
						}
					}
				}
			}
		}
	}
	return out
}

func TestDecideCoversTheTable(t *testing.T) {
	want := map[Generation]map[State]int{
		GenerationC: {Steady: 72, ManagementDrift: 72, CompletedDrift: 36, NewRollout: 122, AdoptedRollout: 12, ContinuedRollout: 14, SupersededRollout: 32},
		GenerationB: {Steady: 72, ManagementDrift: 72, CompletedDrift: 36, NewRollout: 120, AdoptedRollout: 18, ContinuedRollout: 21, SupersededRollout: 21},
	}
	for generation, counts := range want {
		worlds := tableWorlds(generation)
		require.Len(t, worlds, 360)
		got := map[State]int{}
		for _, w := range worlds {
			d := decide(w.World, w.outdated)
			got[d.State]++
			require.Equal(t, effectiveByTable(d.State, w.World), d.Effective)
		}
		require.Equal(t, counts, got, "generation %s", generation)
	}
}

// effectiveByTable is the hash that the table gives for a state.
func effectiveByTable(s State, w World) string {
	switch s {
	case ManagementDrift, AdoptedRollout, ContinuedRollout:
		return w.D
	case CompletedDrift:
		return w.C
	}
	return w.H
}

func TestGenerationAComparesFullHashesOnly(t *testing.T) {
	tests := []struct {
		name string
		w    World
		want State
	}{
		{"settled", World{H: "h", D: "h", C: "h"}, Settled},
		{"target deployed", World{H: "h", D: "h", C: "c"}, Rolling},
		{"about to roll", World{H: "h", D: "c", C: "c"}, WillRoll},
		{"leftovers of a newer operator count for nothing", World{H: "h", D: "c", C: "c", R: "r", Target: "r", Rw: "w", Baseline: "w", V: "v", S: "v"}, WillRoll},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.w.Generation = GenerationA
			d := Decide(tt.w)
			require.Equal(t, tt.want, d.State)
			require.Equal(t, "h", d.Effective)
		})
	}
}

func TestOutdated(t *testing.T) {
	settled := World{H: "h", D: "h", C: "h", V: "v", DV: "v", S: "v", R: "r", Target: "r", Rw: "w", Baseline: "w", CompletedKey: true, Workload: true}
	tests := []struct {
		name   string
		change func(*World)
		b, c   bool
	}{
		{"settled", func(*World) {}, false, false},
		{"full hash alone does not count", func(w *World) { w.H = "h2" }, false, false},
		{"release asked for", func(w *World) { w.V = "v2" }, true, true},
		{"rollout hash moved", func(w *World) { w.Rw = "w2" }, true, true},
		{"workload target differs", func(w *World) { w.R = "r2" }, false, true},
		{"pool marker differs", func(w *World) { w.Target, w.InProgress, w.R = "", "r", "r2" }, true, true},
		{"workload target outranks the marker in C", func(w *World) { w.InProgress = "old" }, true, false},
		{"deployed release differs", func(w *World) { w.DV = "v0" }, false, true},
		{"release unknown to the workload", func(w *World) { w.DV = "" }, false, false},
		{"migration absorbs config", func(w *World) { w.Baseline, w.Target, w.Rw = "", "", "w2" }, false, false},
		{"migration keeps releases", func(w *World) { w.Baseline, w.Target, w.V, w.DV = "", "", "v2", "" }, true, true},
		{"new pool", func(w *World) { w.Baseline, w.Target, w.CompletedKey, w.S = "", "", false, "" }, true, true},
		{"empty completed key, never completed", func(w *World) { w.Baseline, w.Target, w.S = "", "", "" }, true, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := settled
			tt.change(&w)
			w.Generation = GenerationB
			require.Equal(t, tt.b, w.IsOutdated(), "B")
			w.Generation = GenerationC
			require.Equal(t, tt.c, w.IsOutdated(), "C")
		})
	}
}
