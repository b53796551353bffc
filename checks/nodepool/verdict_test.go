package nodepool

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestFate covers the rules about secrets by platform, generation and state.
// The pool rolls from c to d; the hash wanted now is d unless said otherwise.
func TestFate(t *testing.T) {
	now := time.Date(2026, 9, 20, 10, 0, 0, 0, time.UTC)
	later, earlier := now.Add(time.Hour), now.Add(-time.Hour)
	rolling := World{Generation: GenerationC, H: "d", D: "d", C: "c", V: "v", DV: "v", S: "v", R: "r", Target: "r", Rw: "w2", Baseline: "w", CompletedKey: true, Workload: true, Janitor: true}
	quiet := rolling
	quiet.C, quiet.Baseline = "d", "w2"
	in := func(w World, change func(*World)) World {
		change(&w)
		return w
	}
	old := func(w *World) { w.Generation = GenerationA }
	lazy := func(w *World) { w.Janitor = false }
	tests := []struct {
		name     string
		w        World
		platform string
		role     SecretRole
		hash     string
		absent   bool
		expires  time.Time
		partial  bool
		want     Fate
		at       bool
	}{
		{name: "effective token", w: rolling, role: TokenSecret, hash: "d", want: Kept},
		{name: "effective token with a mark", w: rolling, role: TokenSecret, hash: "d", expires: later, want: Kept},
		{name: "effective token to be made", w: rolling, role: TokenSecret, hash: "d", absent: true, want: Created},
		{name: "effective token of the deployed hash, not in the input", w: rolling, role: TokenSecret, hash: "d", absent: true, partial: true, want: Kept},
		{name: "new effective token, not in the input", w: in(rolling, func(w *World) { w.H, w.D = "n", "c" }), role: TokenSecret, hash: "n", absent: true, partial: true, want: Created},
		{name: "completed token", w: rolling, role: TokenSecret, hash: "c", want: Expiring},
		{name: "completed token with a mark", w: rolling, role: TokenSecret, hash: "c", expires: later, want: Expiring, at: true},
		{name: "completed token whose time is over", w: rolling, role: TokenSecret, hash: "c", expires: earlier, want: ExpiredFate, at: true},
		{name: "completed user-data", w: rolling, role: UserDataSecret, hash: "c", want: Deleted},
		{name: "completed user-data on AWS", w: rolling, platform: "AWS", role: UserDataSecret, hash: "c", want: Kept},
		{name: "completed user-data on AWS, generation A", w: in(rolling, old), platform: "AWS", role: UserDataSecret, hash: "c", want: Deleted},
		{name: "completed user-data on KubeVirt", w: in(rolling, lazy), platform: "KubeVirt", role: UserDataSecret, hash: "c", want: Kept},
		{name: "completed user-data, gone", w: rolling, role: UserDataSecret, hash: "c", absent: true, want: Deleted},
		{name: "completed user-data, not in the input", w: rolling, role: UserDataSecret, hash: "c", absent: true, partial: true, want: Deleted},
		{name: "completed token while migrating", w: in(rolling, func(w *World) { w.Baseline, w.Target, w.D, w.V = "", "", "c", "v2" }), role: TokenSecret, hash: "c", want: Kept},
		{name: "completed token while nothing was asked for", w: in(rolling, func(w *World) { w.Baseline, w.H = "w2", "x" }), role: TokenSecret, hash: "c", want: Kept},
		{name: "old target of a superseded rollout", w: in(rolling, func(w *World) { w.H, w.R = "n", "r2" }), role: TokenSecret, hash: "d", want: Kept},
		{name: "deployed token that nobody makes again", w: in(rolling, func(w *World) { w.H, w.R = "n", "r2" }), role: TokenSecret, hash: "d", absent: true, want: Missing},
		{name: "wanted hash in drift", w: in(quiet, func(w *World) { w.H = "n" }), role: TokenSecret, hash: "n", want: Kept},
		{name: "stranger token", w: quiet, role: TokenSecret, hash: "x", want: Expiring},
		{name: "stranger user-data", w: quiet, role: UserDataSecret, hash: "x", want: Deleted},
		{name: "stranger without a hash", w: quiet, role: UserDataSecret, hash: "", want: Deleted},
		{name: "stranger token where the janitor does not work", w: in(quiet, lazy), platform: "KubeVirt", role: TokenSecret, hash: "x", want: Leftover},
		{name: "marked stranger token where the janitor does not work", w: in(quiet, lazy), platform: "KubeVirt", role: TokenSecret, hash: "x", expires: later, want: Expiring, at: true},
		{name: "stranger user-data that a machine names", w: in(quiet, lazy), platform: "KubeVirt", role: UserDataSecret, hash: "m", want: Kept},
		{name: "generation A accepts nothing but the wanted hash", w: in(quiet, func(w *World) { old(w); w.H, w.C = "n", "n" }), role: UserDataSecret, hash: "d", want: Deleted},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := &Pool{Name: "p", Platform: tt.platform, Params: Parameters{Now: now}, Has: Completeness{Secrets: !tt.partial}}
			p.Object = manifestSnapshot(t, samplePool).List(NodePoolKind, "")[0]
			p.Machines = []*Machine{{Reference: "user-data-p-m", Node: "n"}}
			s := slot{name: SecretName(tt.role, "p", tt.hash), role: tt.role, hash: tt.hash}
			if !tt.absent {
				s.observed = &Secret{Role: tt.role, Marked: !tt.expires.IsZero(), Expires: tt.expires}
			}
			f := judge{p}.fate(s, possibility{tt.w, Decide(tt.w)})
			assert.Equal(t, tt.want, f.Fate, f.because)
			assert.Equal(t, tt.at, f.at != "")
			assert.NotEmpty(t, f.because)
		})
	}
}
