// Package nodepools judges changes of HyperShift NodePool and HostedCluster
// manifests: whether nodes roll, how and why, what the API refuses, and how far a
// pool is behind its HostedCluster.
package nodepools

import (
	"sync"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool"
)

// Input is what the rules look at. It must not be copied after its first use.
type Input struct {
	// New holds the manifests to judge.
	New *checks.Snapshot
	// Base holds what is persisted; nil when nothing is.
	Base *checks.Snapshot
	// Parameters carry the clock and what the user assumed.
	Parameters nodepool.Parameters

	once  sync.Once
	pools []*pool
}

// Change is what happens to one pool.
type Change struct {
	Namespace string `json:"namespace"`
	Name      string `json:"name"`
	// Change is "create", "update" or "unchanged" and is about the NodePool
	// itself; an unchanged pool can roll because of its HostedCluster.
	Change string          `json:"change"`
	Rolls  nodepool.Answer `json:"rolls"`
	// How is Replace, OnDelete, InPlace, TemplateNewNodesOnly or none.
	How string `json:"how"`
	// Reasons says what makes nodes roll, and what does not although it changes.
	Reasons []string `json:"reasons"`
}

// Rules lists the rules in the order of the documentation.
func Rules() []checks.Rule[*Input] {
	return []checks.Rule[*Input]{
		aboveCluster(),
		skew(),
		headroom(),
		immutable(),
		rollingUpdate(),
		contentOnly(),
	}
}

// Evaluate tells what happens to each pool that the change concerns, sorted by
// namespace and name, and runs the rules.
func Evaluate(in *Input) ([]Change, checks.Result) {
	changes := []Change{}
	result := checks.Run(Rules(), in)
	for _, p := range in.read() {
		changes = append(changes, p.change())
		result.NotEvaluated = append(result.NotEvaluated, p.missing...)
		if p.object != p.old { // a pool of the base alone is not for the user to correct here
			result.Findings = append(result.Findings, ambiguous(p.object)...)
		}
	}
	result.Sort()
	return changes, result
}

// Reads reports whether objects of the kind matter here, so that sources need
// not keep others.
func Reads(gk checks.GroupKind) bool { return nodepool.Relevant(gk) }

// eachPool makes a rule body from one about a single pool.
func eachPool(check func(p *pool, out *checks.Sink)) func(*Input, *checks.Sink) {
	return func(in *Input, out *checks.Sink) {
		for _, p := range in.read() {
			check(p, out)
		}
	}
}
