package nodepool

// explainDeleting answers for a pool that goes away with or without its
// cluster: there is no rollout state any more, only clean-up.
func explainDeleting(p *Pool) {
	p.settle(Deleting)
	p.Verdicts = []Verdict{}
	for _, s := range p.Secrets {
		p.Verdicts = append(p.Verdicts, deletingVerdict(p, s))
	}
}

// settle fills in the answer of a pool to which the state machine does not
// apply.
func (p *Pool) settle(s State) {
	p.State, p.Candidates, p.Outdated = s, []State{s}, Unknown
	p.Gates = noGates(Unknown)
	p.Verdicts, p.Decision = []Verdict{}, []Step{}
}

// deletingVerdict: a pool that is deleted takes its secrets along after its
// last machine; of a cluster that is deleted the janitor retires everything.
func deletingVerdict(p *Pool, s *Secret) Verdict {
	f := fate{Deleted, "", "the pool is being deleted and no machine is left"}
	switch {
	case p.PoolDeleting() && len(p.Machines) > 0:
		f = fate{Kept, "", "it goes after the last machine of the deleted pool"}
	case p.PoolDeleting() && !p.Has.Machines:
		f = fate{Deleted, "", "it goes after the last machine of the deleted pool; machines are not in the input"}
	case !p.PoolDeleting():
		f = orphaned(p, s, "the HostedCluster is being deleted")
	}
	return Verdict{Name: s.Name, Role: s.Role, Hash: s.Hash, Observed: true, Fate: f.Fate, At: f.at, Because: []string{f.because}}
}

// orphaned is what the janitor does to a secret whose cluster goes or is gone.
func orphaned(p *Pool, s *Secret, why string) fate {
	switch {
	case s.Role == UserDataSecret:
		return fate{Deleted, "", why + ": the janitor deletes it at its next event"}
	case s.Marked:
		return judge{p}.marked(slot{s.Name, s.Role, s.Hash, s})
	}
	return fate{Expiring, "", why + ": the janitor gives it 2 h to live at its next event"}
}

// explainUnsupported answers for an architecture that this program does not know.
func explainUnsupported(p *Pool) { p.settle(Unsupported) }
