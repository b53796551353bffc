package nodepool

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

// Explain reads the evidence of a linked pool, decides and runs the hazards.
// It is pure apart from filling the pool, and safe to call for different
// pools at the same time.
func (p *Pool) Explain() {
	p.Evidence = readEvidence(p)
	examinePayload(p)
	p.Result.Merge(checks.Run(Hazards(), p))
	p.Result.Sort()
}
