package nodepool

import "slices"

// unattended is the fate where the janitor does not work.
func (j judge) unattended(s slot, w possibility) fate {
	switch {
	case s.hash != "" && s.hash == w.D:
		return j.deployed(w)
	case j.inUse(s):
		return fate{Kept, "", "a machine or revision names it, and nothing cleans up on this platform"}
	case accepted(s, w):
		return fate{Kept, "", "it belongs to a recorded hash, and nothing cleans up on this platform"}
	}
	return fate{Leftover, "", "nothing uses it, and the janitor does not work on this platform: it stays for ever"}
}

// janitor is the fate where the janitor works: it accepts the recorded hashes
// and retires everything else at the secret's next event.
func (j judge) janitor(s slot, w possibility) fate {
	switch {
	case s.hash != "" && s.hash == w.D && accepted(s, w):
		return j.deployed(w)
	case accepted(s, w):
		return fate{Kept, "", "the janitor accepts this hash"}
	case s.role == TokenSecret:
		return fate{Expiring, "", "no accepted hash: the janitor gives it 2 h to live at its next event"}
	}
	return fate{Deleted, "", "no accepted hash: the janitor deletes it at its next event"}
}

// accepted reports whether the hash is one that the operator recognises: the
// wanted one, in dual-hash generations also the completed and deployed ones.
func accepted(s slot, w possibility) bool {
	if s.hash == "" {
		return false
	}
	return s.hash == w.H || (w.Generation != GenerationA && (s.hash == w.C || s.hash == w.D))
}

// inUse reports whether the workload, a revision with replicas or a machine
// names the secret; a token counts for machines that have not joined yet.
func (j judge) inUse(s slot) bool {
	name := SecretName(UserDataSecret, j.Name, s.hash)
	for _, m := range j.Machines {
		if m.Reference == name && (s.role == UserDataSecret || m.Node == "") {
			return true
		}
	}
	return slices.ContainsFunc(j.Revisions, func(r *Workload) bool { return r.Reference == name && r.inUse() })
}

// inUse reports whether a revision has or wants replicas.
func (w *Workload) inUse() bool {
	positive := func(n *int) bool { return n != nil && *n > 0 }
	return positive(w.Counters.Desired) || positive(w.Counters.Total)
}
