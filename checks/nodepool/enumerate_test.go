package nodepool

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// randomEvidence makes evidence in which each input is known, known to be
// absent, or open.
func randomEvidence(r *rand.Rand) Evidence {
	pick := func(values ...string) Fact {
		if i := r.IntN(len(values) + 1); i < len(values) {
			return known(values[i], "test")
		}
		return unknown("test")
	}
	e := Evidence{
		Operator: Operator{Value: []Generation{GenerationA, GenerationB, GenerationC, GenerationBC, GenerationUnknown}[r.IntN(5)]},
		Hashes: Hashes{
			Current: pick("h1", "h2", "h3"), Deployed: pick("", "h1", "h2"), Completed: pick("", "h1", "h2"),
			Rollout: pick("r1", "r2"), WorkloadTarget: pick("", "r1", "r2"), InProgress: pick("", "r1", "r2"),
			RolloutWithoutVersion: pick("w1", "w2"), RolloutBaseline: pick("", "w1", "w2"),
		},
		Versions:       Versions{Requested: pick("v1", "v2"), Deployed: pick("", "v1", "v2"), Completed: pick("", "v1", "v2")},
		CompletedKey:   []Answer{Yes, No, Unknown}[r.IntN(3)],
		WorkloadExists: []Answer{Yes, Yes, No}[r.IntN(3)],
	}
	if e.WorkloadExists == No {
		e.Hashes.Deployed, e.Hashes.WorkloadTarget, e.Versions.Deployed = known("", ""), known("", ""), known("", "")
	}
	if e.Hashes.Completed.Set() {
		e.CompletedKey = Yes
	}
	return e
}

// wideDomain is a domain with more values than there are inputs, so that it has
// a value that differs from all others whatever the rest is.
func wideDomain(f Fact, prefix string, optional bool) []string {
	if f.Known {
		return []string{f.Value}
	}
	out := []string{"", prefix + "1", prefix + "2", prefix + "3", prefix + "4", prefix + "5"}
	if !optional {
		return out[1:]
	}
	return out
}

// bruteForce collects the states over every assignment of the open inputs from
// wide domains.
func bruteForce(e Evidence, constraints []constraint) map[State]bool {
	h, v := e.Hashes, e.Versions
	vars := []variable{
		{wideDomain(h.Current, "h", false), func(w *World, s string) { w.H = s }},
		{wideDomain(h.Deployed, "h", false), func(w *World, s string) { w.D = s }},
		{wideDomain(h.Completed, "h", true), func(w *World, s string) { w.C = s }},
		{wideDomain(v.Requested, "v", false), func(w *World, s string) { w.V = s }},
		{wideDomain(v.Completed, "v", true), func(w *World, s string) { w.S = s }},
		{wideDomain(v.Deployed, "v", false), func(w *World, s string) { w.DV = s }},
		{wideDomain(h.Rollout, "r", false), func(w *World, s string) { w.R = s }},
		{wideDomain(h.WorkloadTarget, "r", true), func(w *World, s string) { w.Target = s }},
		{wideDomain(h.InProgress, "r", true), func(w *World, s string) { w.InProgress = s }},
		{wideDomain(h.RolloutWithoutVersion, "w", false), func(w *World, s string) { w.Rw = s }},
		{wideDomain(h.RolloutBaseline, "w", true), func(w *World, s string) { w.Baseline = s }},
	}
	states := map[State]bool{}
	for _, g := range e.Operator.possible() {
		start := World{Generation: g, Workload: e.WorkloadExists == Yes, Janitor: true}
		for _, w := range e.product(start, vars) {
			if g == GenerationB {
				w.Target = ""
			}
			p := possibility{w, outcome(w)}
			if satisfies(p, constraints) {
				states[p.State] = true
			}
		}
	}
	return states
}

func satisfies(p possibility, constraints []constraint) bool {
	return !slices.ContainsFunc(constraints, func(c constraint) bool { return !c.holds(p) })
}

// TestEnumerationIsExact compares the symbolic domain with brute force: the
// candidates are the reachable states, no more and no fewer.
func TestEnumerationIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	fixed := []constraint{versionOfCompleted(), targetOfCompleted(), {holds: driftReported}, {holds: noDriftReported}}
	for range 300 {
		e := randomEvidence(r)
		if openInputs(e) > 4 {
			continue
		}
		var cs []constraint
		for _, c := range fixed {
			if r.IntN(2) == 0 {
				cs = append(cs, c)
			}
		}
		got := map[State]bool{}
		for _, p := range decideAll(worlds(e, Yes, nil)) {
			if satisfies(p, cs) {
				got[p.State] = true
			}
		}
		want := bruteForce(e, cs)
		require.ElementsMatch(t, slices.Collect(maps.Keys(want)), slices.Collect(maps.Keys(got)), "%+v", e)
	}
}

func openInputs(e Evidence) int {
	n := 0
	h, v := e.Hashes, e.Versions
	for _, f := range []Fact{
		h.Current, h.Deployed, h.Completed, h.Rollout, h.WorkloadTarget, h.InProgress, h.RolloutWithoutVersion,
		h.RolloutBaseline, v.Requested, v.Deployed, v.Completed,
	} {
		if !f.Known {
			n++
		}
	}
	return n
}
