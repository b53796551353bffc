package nodepool

import (
	"slices"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// openEvidence lists the facts that are not known and could change the answer:
// the state, what the gates say or the fate of a secret. Facts that change
// nothing are not mentioned.
func openEvidence(p *Pool, possible []possibility) []checks.NotEvaluated {
	if len(possible) == 1 || p.certain() {
		return nil
	}
	var out []checks.NotEvaluated
	for _, f := range openFacts(p) {
		if !splits(f, possible) {
			continue
		}
		i := slices.IndexFunc(out, func(n checks.NotEvaluated) bool { return n.ID == f.id && n.How == f.how })
		if i < 0 {
			out = append(out, checks.NotEvaluated{ID: f.id, How: f.how, Object: p.Object.Ref(), Because: f.name})
			continue
		}
		out[i].Because += ", " + f.name
	}
	for i := range out {
		out[i].Because = "not known, and the answer depends on it: " + out[i].Because
	}
	return out
}

// certain reports whether nothing in the answer is unknown.
func (p *Pool) certain() bool {
	gates := []Answer{p.Outdated, p.Gates.Version, p.Gates.Config, p.Gates.Revert}
	return p.State != Undetermined && !slices.Contains(gates, Unknown) &&
		!slices.ContainsFunc(p.Verdicts, func(v Verdict) bool { return v.Fate == UnknownFate })
}

// splits reports whether the worlds have different values of the fact.
func splits(f open, possible []possibility) bool {
	first := f.get(possible[0].World)
	return slices.ContainsFunc(possible, func(w possibility) bool { return f.get(w.World) != first })
}
