package nodepool

import (
	"slices"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// Explain reads the evidence of a linked pool, decides and runs the hazards.
// It fills the pool and reads nothing else, so different pools can be
// explained at the same time.
func (p *Pool) Explain() {
	p.Evidence = readEvidence(p)
	recomputeRollout(p)
	p.Rollout = readRollout(p)
	switch {
	case p.Operator.Value == GenerationUnsupported:
		explainUnsupported(p)
	case p.Deleting():
		explainDeleting(p)
	case unread(p.Object):
		explainUnread(p)
	default:
		p.explainState()
	}
	examinePayload(p)
	p.Next = append(nextActions(p), payloadActions(p)...)
	p.Findings = append(p.Findings, textFindings(p)...)
	p.Result.Merge(checks.Run(Hazards(), p))
	p.Result.Sort()
}

// explainState applies the state machine to every world that the evidence
// admits and keeps what all agree on.
func (p *Pool) explainState() {
	n := p.narrow(p.Evidence)
	p.Contradictions = contradictions(p, n)
	p.derive(n)
	p.Candidates = candidates(p, n.possible)
	p.State = p.Candidates[0]
	if len(p.Candidates) > 1 {
		p.State = Undetermined
		p.Decider = findDecider(p, n.possible)
	}
	for _, w := range n.possible {
		p.Outdated = p.Outdated.join(answer(w.Decision.Outdated))
	}
	p.EffectiveHash = agreedHash(n.possible)
	p.Gates = joinGates(p, n.possible)
	p.Verdicts = verdicts(p, n.possible)
	p.Decision = steps(p, n.possible)
	p.Routes = routes(n.possible)
	p.NotEvaluated = append(p.NotEvaluated, openEvidence(p, n.possible)...)
}

// narrow enumerates the worlds of some evidence and narrows them.
func (p *Pool) narrow(e Evidence) narrowing {
	var tokens []string
	for _, s := range p.Secrets {
		if s.Hash != "" {
			tokens = append(tokens, s.Hash)
		}
	}
	return narrow(decideAll(worlds(e, janitorWorks(p), tokens)), constraints(p))
}

// contradictions finds observations that exclude each other. Assumptions are
// left out: they outrank what was observed and are no observation.
func contradictions(p *Pool, n narrowing) []string {
	if len(p.Params.Assume) > 0 {
		observed := *p
		observed.Params.Assume = nil
		observed.Evidence = readEvidence(&observed)
		n = observed.narrow(observed.Evidence)
	}
	var out []string
	for _, c := range n.conflicts {
		if !slices.Contains(out, c.source) {
			out = append(out, c.source)
		}
	}
	return out
}

// agreedHash is E when every world has the same one and it has a name.
func agreedHash(possible []possibility) string {
	e := possible[0].Effective
	if !concrete(e) || slices.ContainsFunc(possible, func(w possibility) bool { return w.Effective != e }) {
		return ""
	}
	return e
}

// verdicts judges the secrets; without a HostedCluster no pass maintains them
// and the janitor retires all.
func verdicts(p *Pool, possible []possibility) []Verdict {
	if !p.ClusterMissing() {
		return joinVerdicts(p, possible)
	}
	out := []Verdict{}
	for _, s := range p.Secrets {
		f := orphaned(p, s, "the HostedCluster does not exist")
		out = append(out, Verdict{s.Name, s.Role, s.Hash, true, f.Fate, f.at, []string{f.because}})
	}
	return out
}
