package nodepool

import (
	"slices"
	"time"
)

// fate is a verdict in one world.
type fate struct {
	Fate
	at, because string
}

// joinVerdicts judges every secret in every world and keeps what they agree on.
func joinVerdicts(p *Pool, possible []possibility) []Verdict {
	j := judge{p}
	out := []Verdict{}
	for _, s := range slots(p, possible) {
		out = append(out, j.join(s, possible))
	}
	return out
}

// judge knows the pool that verdicts are about.
type judge struct{ *Pool }

func (j judge) join(s slot, possible []possibility) Verdict {
	v := Verdict{Name: s.name, Role: s.role, Hash: s.hash, Observed: s.observed != nil}
	var fates []fate
	for _, w := range possible {
		if f := j.fate(s, w); !slices.Contains(fates, f) {
			fates = append(fates, f)
		}
	}
	same := !slices.ContainsFunc(fates, func(f fate) bool { return f.Fate != fates[0].Fate })
	if v.Fate = UnknownFate; same {
		v.Fate, v.At = fates[0].Fate, fates[0].at
	}
	for _, f := range fates {
		text := f.because
		if !same {
			text = "possibly " + string(f.Fate) + ": " + text
		}
		if !slices.Contains(v.Because, text) {
			v.Because = append(v.Because, text)
		}
	}
	v.Because = append(v.Because, j.remarks(s)...)
	return v
}

// remarks apply to a verdict whatever the world.
func (j judge) remarks(s slot) []string {
	var out []string
	if s.observed == nil && !j.Has.Secrets {
		out = append(out, "expected, not observed: the input does not hold all secrets of "+j.ControlPlaneNamespace)
	}
	if j.Paused() {
		out = append(out, "the pool is paused: nothing happens until the pause ends, except that the janitor goes on")
	}
	return out
}

// fate judges one secret in one world, by the order in which the operator
// works: maintenance of the effective hash, clean-up of the completed one, the
// janitor. An expiry mark stays on everything but the effective token.
func (j judge) fate(s slot, w possibility) fate {
	switch {
	case s.name == SecretName(s.role, j.Name, w.Effective):
		return j.effective(s, w)
	case s.observed == nil:
		return j.absent(s, w)
	case j.cleansUp(s, w):
		if f, done := j.cleanup(s); done {
			return f
		}
	}
	if s.observed.Marked {
		return j.marked(s)
	}
	if !w.Janitor {
		return j.unattended(s, w)
	}
	return j.janitor(s, w)
}

// effective secrets are made and kept up to date by every pass.
func (j judge) effective(s slot, w possibility) fate {
	switch {
	case s.observed != nil && s.observed.Marked:
		return fate{Kept, "", "it belongs to the effective hash: the next pass takes the expiry mark off"}
	case s.observed != nil:
		return fate{Kept, "", "it belongs to the effective hash, which every pass maintains"}
	case j.Has.Secrets && len(j.Conditions.Blocking()) > 0:
		return fate{Missing, "", "it belongs to the effective hash, does not exist, and condition " + j.Conditions.Blocking()[0].Type + " keeps the pass from making it"}
	case j.Has.Secrets:
		return fate{Created, "", "it belongs to the effective hash and does not exist yet: the next pass makes it"}
	case w.Effective == w.D || w.Effective == w.C:
		return fate{Kept, "", "it belongs to the effective hash, which every pass maintains"}
	}
	return fate{Created, "", "it belongs to the effective hash: the next pass makes it unless it is there already"}
}

// absent secrets belong to the deployed or the completed hash. In a complete
// list the workload's ones are missing and the completed ones are gone; else
// the verdict is an expectation.
func (j judge) absent(s slot, w possibility) fate {
	ofWorkload, ofCompletion := s.hash == w.D, s.hash == w.C
	switch {
	case j.Has.Secrets && ofWorkload:
		return fate{Missing, "", "the workload names this hash, but the secret does not exist and the effective hash is another one"}
	case j.Has.Secrets && ofCompletion:
		return fate{Deleted, "", "it belongs to the completed hash and is gone already"}
	case j.cleansUp(s, w):
		if f, done := j.cleanup(s); done {
			return f
		}
		return fate{Kept, "", "this platform keeps user-data of the completed hash while machines may use it"}
	case ofWorkload:
		return j.deployed(w)
	case ofCompletion && w.Generation != GenerationA:
		return fate{Kept, "", "the janitor accepts the completed hash"}
	}
	return fate{UnknownFate, "", "nothing demands it"}
}

// deployed is the fate of the workload's secrets when another hash is the
// effective one.
func (j judge) deployed(w possibility) fate {
	if w.State == SupersededRollout {
		return fate{Kept, "", "the workload still names it; once the workload is moved on, nothing accepts it and the janitor retires it"}
	}
	return fate{Kept, "", "the workload names it, so the janitor accepts it, but no pass refreshes it"}
}

// cleansUp reports whether the pass retires the secret as one of the completed
// hash. During migration the secrets that the workload names are spared.
func (j judge) cleansUp(s slot, w possibility) bool {
	guard := w.Generation != GenerationA && w.Baseline == "" && w.C != "" && w.C == w.D
	return w.Outdated && s.hash != "" && s.hash == w.C && !guard
}

// cleanup is what a pass does to the secrets of the completed hash; done is
// false for user-data that the platform keeps.
func (j judge) cleanup(s slot) (f fate, done bool) {
	switch {
	case s.role == TokenSecret && s.observed != nil && s.observed.Marked:
		return j.marked(s), true
	case s.role == TokenSecret:
		return fate{Expiring, "", "a change was asked for and this is the completed hash: the next pass gives it 2 h to live"}, true
	case j.retainsUserData():
		return fate{}, false
	}
	return fate{Deleted, "", "a change was asked for and this is the completed hash: the next pass deletes it"}, true
}

// marked tokens go by their time.
func (j judge) marked(s slot) fate {
	expires := s.observed.Expires
	at := ""
	if !expires.IsZero() {
		at = expires.Format(time.RFC3339)
	}
	switch {
	case !s.observed.Expired(j.Now()):
		return fate{Expiring, at, "it carries an expiry mark: the ignition server deletes it some time after that"}
	case expires.IsZero():
		return fate{ExpiredFate, "", "its expiry mark cannot be read, which counts as over: the ignition server deletes it when it looks next"}
	}
	return fate{ExpiredFate, at, "its time is over: the ignition server deletes it when it looks next, which can take hours"}
}
