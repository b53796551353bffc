package nodepool

import (
	"fmt"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

var rotationOverdue = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/rotation-overdue", Severity: checks.Warning,
		Title:  "The token in use was last made more than eleven hours ago",
		Why:    "Tokens are rotated every 5.5 hours. One that is older than 11 hours means that the controller does not reconcile this pool's secrets any more.",
		Fix:    "Look at the ignition server and the operator, at a pause and at conditions that stop the pass.",
		Source: "HyperShift token rotation: cache lifetime 11 h, rotation at half of it",
		Fails:  example("", sampleSettled, "2026-09-20T08:00:00Z", "2026-09-19T20:00:00Z"),
		Passes: example("", sampleSettled),
	},
	Check: func(p *Pool, out *checks.Sink) {
		s, ok := effectiveToken(p, out)
		if !ok || s.Rotated.IsZero() {
			return
		}
		if age := p.Now().Sub(s.Rotated); age > cacheLifetime {
			out.Report(p.resting(p.about(s, s.Object.Get("metadata", "annotations", AnnotationRotated), fmt.Sprintf(
				"the token was last rotated %s ago, more than 11 hours: its controller is not reconciling", span(age)))))
		}
	},
}

// effectiveToken finds the token secret of E; where evidence is missing it says
// so.
func effectiveToken(p *Pool, out *checks.Sink) (*Secret, bool) {
	if p.ended() {
		return nil, false
	}
	if p.EffectiveHash == "" {
		if p.State == Undetermined {
			out.Skip(p.lackHash())
		}
		return nil, false
	}
	s, ok := p.Secret(TokenSecret, p.EffectiveHash)
	if !ok && !p.Has.Secrets {
		out.Skip(p.lackSecrets())
	}
	return s, ok
}
