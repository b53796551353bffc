package nodepool

import (
	"fmt"
	"time"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// lingeringTime is how long an expired token may stay before it is odd; the
// ignition server deletes it when it next looks at the secret.
const lingeringTime = 12 * time.Hour

var expiredLingering = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/expired-lingering", Severity: checks.Info,
		Title:  "A retired token is past its time and still there",
		Why:    "The ignition server deletes expired tokens when it next looks at the secret, which can take a rotation period. After twelve hours it no longer does its work.",
		Fix:    "Look at the ignition server of the hosted cluster if the token stays.",
		Source: "HyperShift token rotation: deletion at the next event after the expiry",
		Fails: example("", sampleSettled+
			secretItem("token-workers-334d04d7", "2026-08-01T09:00:00Z", "ignition-token-expiration-timestamp: 2026-09-20T08:00:00Z")),
		Passes: example("", sampleSettled+
			secretItem("token-workers-334d04d7", "2026-08-01T09:00:00Z", "ignition-token-expiration-timestamp: 2026-09-20T12:00:00Z")),
	},
	Check: func(p *Pool, out *checks.Sink) {
		if p.ended() {
			return
		}
		for _, s := range p.Secrets {
			if !s.Expired(p.Now()) || p.effective(s) {
				continue
			}
			out.Report(lingering(p, s))
		}
		if !p.Has.Secrets {
			out.Skip(p.lackSecrets())
		}
	},
}

func lingering(p *Pool, s *Secret) checks.Finding {
	if s.Expires.IsZero() {
		return p.about(s, s.expiryOf(), "the expiry cannot be read, which counts as over, and the token is still there")
	}
	over := p.Now().Sub(s.Expires)
	f := p.about(s, s.expiryOf(), fmt.Sprintf("the token expired %s ago and is still there; up to a rotation period that is normal", span(over)))
	if over > lingeringTime {
		f.Severity = checks.Warning
		f.Message = fmt.Sprintf("the token expired %s ago and is still there: the ignition server does not delete expired tokens", span(over))
	}
	return f
}
