package nodepool

import (
	"strings"
	"testing"
	"time"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// BenchmarkHazards runs all rules over one explained pool of a usual size.
func BenchmarkHazards(b *testing.B) {
	e := managementExample("A", haproxyHash1, haproxyPayload1, haproxyHash2, haproxyPayload2)
	s := manifestSnapshot(b, strings.TrimPrefix(e.Files, "-- pool.yaml --\n"))
	p := NewFleet(s, Parameters{Now: time.Date(2026, 9, 20, 10, 30, 0, 0, time.UTC)}).Pools[0]
	p.Explain()
	b.ReportAllocs()
	for b.Loop() {
		checks.Run(Hazards(), p)
	}
}

// BenchmarkExaminePayload decodes, verifies and compares two payloads.
func BenchmarkExaminePayload(b *testing.B) {
	e := managementExample("A", haproxyHash1, haproxyPayload1, haproxyHash2, haproxyPayload2)
	s := manifestSnapshot(b, strings.TrimPrefix(e.Files, "-- pool.yaml --\n"))
	params := Parameters{Now: time.Date(2026, 9, 20, 10, 30, 0, 0, time.UTC), Generation: GenerationA, Assume: []Assumption{{Key: KeyHash, Value: haproxyHash2}}}
	p := NewFleet(s, params).Pools[0]
	p.Explain()
	b.ReportAllocs()
	for b.Loop() {
		examinePayload(p)
	}
}
