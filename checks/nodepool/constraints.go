package nodepool

import "time"

// constraints lists what the operator's construction, current conditions and
// secrets imply, in order of strength.
func constraints(p *Pool) []constraint {
	out := []constraint{versionOfCompleted()}
	out = append(out, versionConstraints(p)...)
	out = append(out, configConstraints(p)...)
	out = append(out, requestConstraints(p)...)
	out = append(out, driftConstraints(p)...)
	out = append(out, targetOfCompleted())
	return append(out, secretConstraints(p)...)
}

// versionOfCompleted holds by construction: a workload that has the completed
// payload has the completed release.
func versionOfCompleted() constraint {
	return constraint{
		source: "the workload has the completed payload, but names another release than the completed one",
		about:  []string{"DV", "S"},
		kind:   structural,
		holds: func(w possibility) bool {
			return w.D == "" || w.D != w.C || w.DV == "" || w.S == "" || w.DV == w.S
		},
	}
}

// targetOfCompleted: a workload that has the completed payload, while neither
// release nor baseline moved, was last written for the present request.
func targetOfCompleted() constraint {
	return constraint{
		source: "deployed equals completed and neither release nor rollout baseline has moved",
		about:  []string{"R", "WT"},
		kind:   circumstantial,
		holds: func(w possibility) bool {
			settled := w.D != "" && w.D == w.C && w.Baseline != "" && w.Rw == w.Baseline && w.V == w.S
			return !settled || w.Target == "" || w.R == w.Target
		},
	}
}

// updating reads a current Updating* condition. A False that stands for a
// failed in-place upgrade says nothing.
func updating(p *Pool, typ string) Answer {
	c, ok := p.Current(typ)
	switch {
	case ok && c.True():
		return Yes
	case ok && c.False() && c.Reason != inPlaceFailed:
		return No
	}
	return Unknown
}

func versionConstraints(p *Pool) []constraint {
	c := constraint{about: []string{"V", "S"}, kind: stated}
	switch updating(p, UpdatingVersion) {
	case Yes:
		c.source = "condition UpdatingVersion is True"
		c.holds = func(w possibility) bool { return w.V != w.S }
	case No:
		c.source = "condition UpdatingVersion is False"
		c.holds = func(w possibility) bool { return w.V == w.S }
	default:
		return nil
	}
	return []constraint{c}
}

// configConstraints read UpdatingConfig: a comparison of the rollout hash
// without version with its baseline, in generation A of the full hash without
// version, which says nothing when equal because it leaves the global
// configuration out.
func configConstraints(p *Pool) []constraint {
	c := constraint{about: []string{"Rw", "H"}, kind: stated}
	switch updating(p, UpdatingConfig) {
	case Yes:
		c.source = "condition UpdatingConfig is True"
		c.holds = func(w possibility) bool {
			if w.Generation == GenerationA {
				return w.H != w.C
			}
			return w.Baseline == "" || w.Rw != w.Baseline
		}
	case No:
		c.source = "condition UpdatingConfig is False"
		c.holds = func(w possibility) bool {
			return w.Generation == GenerationA || w.Baseline == "" || w.Rw == w.Baseline
		}
	default:
		return nil
	}
	return []constraint{c}
}

// updateRuns reports whether current conditions say that an update runs.
func updateRuns(p *Pool) bool {
	return updating(p, UpdatingConfig) == Yes || updating(p, UpdatingVersion) == Yes
}

// requestConstraints: a change was asked for while the completed payload is
// deployed, so the payload wanted now is another one. A baseline that absorbed a
// change during migration, and that change taken back afterwards, would be the
// exception; nothing tells it apart.
func requestConstraints(p *Pool) []constraint {
	if !updateRuns(p) {
		return nil
	}
	return []constraint{{
		source: "an update was asked for while deployed equals completed",
		about:  []string{"H"},
		kind:   stated,
		holds:  func(w possibility) bool { return w.D == "" || w.D != w.C || w.H != w.D },
	}}
}

// driftConstraints read ConfigUpdatePending, which only dual-hash operators
// write and which is True only while nothing updates. What exactly it compares
// the full hash with is not public: the completed hash or the deployed one. So
// only what holds for both is used.
func driftConstraints(p *Pool) []constraint {
	c, ok := p.Current(ConfigUpdatePending)
	if !ok {
		return nil
	}
	if c.True() && c.Reason == managementDrift {
		return []constraint{{
			source: "condition ConfigUpdatePending is True", about: []string{"H", "V", "Rw"}, kind: stated, holds: driftReported,
		}}
	}
	if !c.False() || updating(p, UpdatingConfig) != No || updating(p, UpdatingVersion) != No {
		return nil
	}
	return []constraint{{
		source: "nothing is updating and condition ConfigUpdatePending is False",
		about:  []string{"H"}, kind: stated, holds: noDriftReported,
	}}
}

func driftReported(w possibility) bool {
	if w.Generation == GenerationA {
		return true
	}
	quiet := w.V == w.S && (w.Baseline == "" || w.Rw == w.Baseline)
	applied := w.D == "" || w.H == w.D
	return quiet && (!applied || w.C != w.H)
}

func noDriftReported(w possibility) bool {
	return w.Generation == GenerationA || w.C == "" || w.H == w.C || (w.D != "" && w.H == w.D)
}

// secretConstraints draw conclusions from a complete list of secrets: while an
// update runs, the newest live token belongs to the effective hash, and when it
// is not the deployed one it belongs to the hash wanted now. Generation A keeps
// a live token for the wanted hash only.
func secretConstraints(p *Pool) []constraint {
	newest, ok := p.newestToken()
	if !ok {
		return nil
	}
	runs := updateRuns(p)
	return []constraint{{
		source: "token secret " + newest.Name + " is the newest one without an expiry mark",
		about:  []string{"H"},
		kind:   circumstantial,
		holds: func(w possibility) bool {
			switch {
			case w.Generation == GenerationA:
				return w.H == newest.Hash
			case !runs || w.D == w.C:
				return true
			case newest.Hash == w.D:
				return w.Effective == newest.Hash
			}
			return w.Effective == newest.Hash && w.H == newest.Hash
		},
	}}
}

// newestToken finds the token secret, without an expiry mark and in a complete
// list, whose payload was selected last; two of the same time prove nothing.
func (p *Pool) newestToken() (*Secret, bool) {
	if !p.Has.Secrets {
		return nil, false
	}
	var newest *Secret
	var when time.Time
	unique := false
	for _, s := range p.Secrets {
		selected := p.selected(s)
		switch {
		case s.Role != TokenSecret || s.Marked || s.Hash == "" || selected.IsZero():
		case newest == nil || selected.After(when):
			newest, when, unique = s, selected, true
		case selected.Equal(when):
			unique = false
		}
	}
	return newest, unique
}

// selected is when the payload of a token secret was selected: when the token
// was made, or, for a payload that was asked for again, when its user-data was
// made anew. What stays undetected is a return to a payload that was given up
// before it completed and that the janitor has not looked at since.
func (p *Pool) selected(token *Secret) time.Time {
	u, ok := p.Secret(UserDataSecret, token.Hash)
	if ok && u.Created.After(token.Created) {
		return u.Created
	}
	return token.Created
}
