package nodepool

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// finding makes a finding about the pool that points at a value of one of its
// objects. The field is given only where it is the NodePool's own.
func (p *Pool) finding(o *checks.Object, at checks.Value, message string) checks.Finding {
	f := checks.Finding{Object: p.Object.Ref(), Message: message, Position: o.At(at)}
	if o == p.Object {
		f.Field = at.Path()
	}
	return f
}

// about makes a finding about a secret of the pool.
func (p *Pool) about(s *Secret, at checks.Value, message string) checks.Finding {
	f := p.finding(s.Object, at, message)
	f.Subject = s.Name
	return f
}

// resting marks a finding that follows from the decision as assumed where the
// decision rests on values that the user gave.
func (p *Pool) resting(f checks.Finding) checks.Finding {
	var keys []string
	for _, key := range Keys() {
		if _, ok := p.Params.assumed(p.Namespace, p.Name, key); ok {
			keys = append(keys, string(key))
		}
	}
	if len(keys) > 0 {
		f.Assumed = true
		f.Message += " (assuming the given " + strings.Join(keys, ", ") + ")"
	}
	return f
}

// related points at an object from a finding.
func related(o *checks.Object, at checks.Value, subject, message string) checks.Related {
	return checks.Related{Subject: subject, Position: o.At(at), Message: message}
}

// expiryOf is the place of the mark on a token secret.
func (s *Secret) expiryOf() checks.Value {
	return s.Object.Get("metadata", "annotations", AnnotationExpiry)
}

// ended reports whether a pool has no rollout state to judge: it is being
// deleted or belongs to an architecture that is not understood.
func (p *Pool) ended() bool { return p.Deleting() || p.State == Unsupported }

// drifting lists the states in which the operator keeps an older payload than
// the one it would make now.
func (p *Pool) drifting() bool {
	return p.State == ManagementDrift || p.State == CompletedDrift
}

// quoted puts the operator's own words in a message, on one line.
func quoted(text string) string {
	return "\"" + strings.Join(strings.Fields(text), " ") + "\""
}

// effective reports whether a secret is one of the effective payload.
func (p *Pool) effective(s *Secret) bool {
	return p.EffectiveHash != "" && s.Hash == p.EffectiveHash
}

// several writes a count with its noun.
func several(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// span writes a duration to the minute, without empty units.
func span(d time.Duration) string {
	text := strings.TrimSuffix(d.Round(time.Minute).String(), "0s")
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return cmp.Or(text, "0m")
}

func sortedKeys(set map[string]bool) []string {
	return slices.Sorted(maps.Keys(set))
}
