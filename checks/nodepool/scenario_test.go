package nodepool

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestScenarios follows one pool through the life of rollouts: what each
// generation decides and which gates would write the workload. h are full
// hashes, r rollout hashes with version, w without; v5 and v6 are releases.
func TestScenarios(t *testing.T) {
	settled := World{H: "h1", D: "h1", C: "h1", V: "v5", DV: "v5", S: "v5", R: "r1", Target: "r1", Rw: "w1", Baseline: "w1", CompletedKey: true, Workload: true}
	rolling := settled // to another configuration, deployed and not complete
	rolling.H, rolling.D, rolling.R, rolling.Target, rolling.InProgress, rolling.Rw = "h3", "h3", "r2", "r2", "r2", "w2"
	legacy := settled // no trace of a dual-hash operator
	legacy.Target, legacy.Baseline = "", ""
	tests := []struct {
		name   string
		from   World
		change func(*World)
		c, b   State
		e      string
		// gates are V (version), C (configuration), R (reversion) in generation C.
		gates string
	}{
		{"new pool", World{H: "h1", V: "v5", R: "r1", Rw: "w1"}, func(*World) {}, NewRollout, NewRollout, "h1", "V"},
		{"first rollout", settled, func(w *World) { w.C, w.S, w.InProgress, w.CompletedKey = "", "", "r1", false }, NewRollout, NewRollout, "h1", ""},
		{"settled", settled, func(*World) {}, Steady, Steady, "h1", ""},
		{"management drift", settled, func(w *World) { w.H = "h2" }, ManagementDrift, ManagementDrift, "h1", ""},
		{"edit on drift", settled, func(w *World) { w.H, w.R, w.Rw = "h3", "r2", "w2" }, NewRollout, NewRollout, "h3", "CR"},
		{"target deployed", rolling, func(*World) {}, NewRollout, NewRollout, "h3", ""},
		{"drift while rolling", rolling, func(w *World) { w.H = "h4" }, ContinuedRollout, ContinuedRollout, "h3", ""},
		{"second edit while rolling", rolling, func(w *World) { w.H, w.R, w.Rw = "h5", "r3", "w3" }, SupersededRollout, SupersededRollout, "h5", "CR"},
		{"release asked for", settled, func(w *World) { w.V, w.H, w.R = "v6", "h2", "r2" }, NewRollout, NewRollout, "h2", "VR"},
		{"newer release while rolling to one", rolling, func(w *World) {
			w.Rw, w.S, w.DV, w.V, w.H, w.R = "w1", "v5", "v6", "v7", "h5", "r3"
		}, SupersededRollout, SupersededRollout, "h5", "VR"},
		{"edit taken back before it completed", rolling, func(w *World) { w.H, w.R, w.Rw = "h1", "r1", "w1" }, SupersededRollout, SupersededRollout, "h1", "R"},
		{"rolling back", settled, func(w *World) { w.InProgress = "r1" }, Steady, Steady, "h1", ""},
		{"rolling back on drift", settled, func(w *World) { w.H, w.D, w.InProgress = "h2", "h2", "r1" }, CompletedDrift, CompletedDrift, "h1", ""},
		{"migration of a settled pool", legacy, func(w *World) { w.H = "h2" }, ManagementDrift, ManagementDrift, "h1", ""},
		{"migration in a configuration rollout", legacy, func(w *World) { w.H, w.D = "h2", "h2" }, CompletedDrift, CompletedDrift, "h1", ""},
		{"migration in a version rollout with drift", legacy, func(w *World) { w.D, w.DV, w.V, w.H = "h2", "v6", "v6", "h3" }, AdoptedRollout, AdoptedRollout, "h2", ""},
		{"migration with a newer release asked for", legacy, func(w *World) { w.D, w.DV, w.V, w.H = "h2", "v6", "v7", "h4" }, SupersededRollout, AdoptedRollout, "h4", "V"},
		{"release asked for before migration", legacy, func(w *World) { w.V, w.H = "v6", "h2" }, NewRollout, NewRollout, "h2", "V"},
		{"lost marker", rolling, func(w *World) { w.InProgress = "" }, NewRollout, NewRollout, "h3", ""},
		{"lost marker and another edit", rolling, func(w *World) { w.InProgress, w.H, w.R, w.Rw = "", "h5", "r3", "w3" }, SupersededRollout, AdoptedRollout, "h5", "CR"},
		{"lost marker and drift", rolling, func(w *World) { w.InProgress, w.H = "", "h4" }, ContinuedRollout, AdoptedRollout, "h3", ""},
		{"stale marker", rolling, func(w *World) { w.InProgress, w.H = "old", "h4" }, ContinuedRollout, SupersededRollout, "h3", ""},
		{"workload gone", settled, func(w *World) { w.D, w.DV, w.Target, w.Workload = "", "", "", false }, Steady, Steady, "h1", "V"},
		{"workload gone on drift", settled, func(w *World) { w.H, w.D, w.DV, w.Target, w.Workload = "h2", "", "", "", false }, CompletedDrift, CompletedDrift, "h1", "V"},
		{"workload without reference", settled, func(w *World) { w.H, w.D = "h2", "" }, CompletedDrift, CompletedDrift, "h1", ""},
		{"workload without version", rolling, func(w *World) { w.DV, w.Target, w.InProgress, w.H = "", "", "", "h4" }, AdoptedRollout, AdoptedRollout, "h3", "VC"},
		{"baseline removed by hand", settled, func(w *World) { w.Baseline, w.Rw = "", "w2" }, Steady, Steady, "h1", ""},
		{"empty completed key", settled, func(w *World) { w.C, w.S, w.Baseline = "", "", "" }, NewRollout, NewRollout, "h1", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := tt.from
			tt.change(&w)
			w.Generation = GenerationB
			assert.Equal(t, tt.b, Decide(w).State, "generation B")
			w.Generation = GenerationC
			d := Decide(w)
			assert.Equal(t, tt.c, d.State, "generation C")
			assert.Equal(t, tt.e, d.Effective)
			ref := ""
			if w.D != "" {
				ref = SecretName(UserDataSecret, "p", w.D)
			}
			if tt.name == "workload without reference" {
				return // what such a reference would be compared with is not public
			}
			assert.Equal(t, tt.gates, gateLetters(possibility{w, d}.gates(ref, "p")))
		})
	}
}

func gateLetters(g Gates) string {
	out := ""
	for _, x := range []struct {
		a Answer
		l string
	}{{g.Version, "V"}, {g.Config, "C"}, {g.Revert, "R"}} {
		if x.a == Yes {
			out += x.l
		}
	}
	return out
}
