package nodepool

import "slices"

// likelihood orders candidates: a pool whose deployed payload has completed is
// most often quiet, one whose deployed payload has not is most often rolling.
func likelihood(p *Pool) []State {
	h := p.Hashes
	if h.Deployed.Set() && h.Completed.Known && !h.Completed.Is(h.Deployed.Value) {
		return []State{
			NewRollout, Rolling, ContinuedRollout, SupersededRollout, WillRoll, ManagementDrift, AdoptedRollout,
			CompletedDrift, Steady, Settled,
		}
	}
	return []State{
		Steady, Settled, ManagementDrift, NewRollout, WillRoll, Rolling, CompletedDrift, ContinuedRollout,
		SupersededRollout, AdoptedRollout,
	}
}

// candidates lists the states of all worlds, most likely first.
func candidates(p *Pool, possible []possibility) []State {
	out := []State{}
	for _, s := range likelihood(p) {
		if slices.ContainsFunc(possible, func(w possibility) bool { return w.State == s }) {
			out = append(out, s)
		}
	}
	return out
}
