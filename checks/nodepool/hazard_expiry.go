package nodepool

import (
	"fmt"
	"time"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

var expiryPushed = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/expiry-pushed", Severity: checks.Warning,
		Title:  "The expiry of retired tokens is pushed forward again and again",
		Why:    "Some operators write the mark anew at every pass. It then always lies two hours ahead and the secrets never go away by themselves.",
		Fix:    "Update the operator; delete the retired secrets by hand once nothing names them.",
		Source: "HyperShift, OCPBUGS-54431",
		Fails: example("", sampleSettled+
			secretItem("token-workers-334d04d7", "2026-08-01T09:00:00Z", "ignition-token-expiration-timestamp: 2026-09-20T12:30:00Z")+
			secretItem("token-workers-7419af7f", "2026-08-02T09:00:00Z", "ignition-token-expiration-timestamp: 2026-09-20T12:29:30Z")),
		Passes: example("", sampleSettled+
			secretItem("token-workers-334d04d7", "2026-08-01T09:00:00Z", "ignition-token-expiration-timestamp: 2026-09-20T12:30:00Z")+
			secretItem("token-workers-7419af7f", "2026-08-02T09:00:00Z", "ignition-token-expiration-timestamp: 2026-09-20T11:00:00Z")),
	},
	Check: func(p *Pool, out *checks.Sink) {
		if p.ended() {
			return
		}
		pushed := p.pushedTokens()
		if len(pushed) < 2 {
			if !p.Has.Secrets {
				out.Skip(p.lackSecrets())
			}
			return
		}
		f := p.finding(pushed[0].Object, pushed[0].expiryOf(), fmt.Sprintf(
			"%d retired token secrets expire two hours from now although they are old: the mark is written again at every pass, so they never go away", len(pushed)))
		for _, s := range pushed {
			f.Related = append(f.Related, related(s.Object, s.expiryOf(), s.Name, "expires at "+s.Expires.Format(time.RFC3339)))
		}
		out.Report(f)
	},
}

// pushedTokens are old tokens whose mark looks as if it was written this very
// minute. That one token is retired just now is normal.
func (p *Pool) pushedTokens() []*Secret {
	var out []*Secret
	for _, s := range p.Secrets {
		if !s.Marked || s.Expires.IsZero() || s.Created.IsZero() || p.effective(s) {
			continue
		}
		off := s.Expires.Sub(p.Now().Add(retirementTime)).Abs()
		if off <= time.Minute && p.Now().Sub(s.Created) > cacheLifetime {
			out = append(out, s)
		}
	}
	return out
}

var expiryOnEffective = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/expiry-on-effective", Severity: checks.Warning,
		Title:  "The token secret in use carries an expiry mark",
		Why:    "The next pass takes the mark off. If it stays, the operator does not work on this pool, and the ignition server deletes the token when its time comes.",
		Fix:    "Nothing if the mark is minutes old; else end the pause or cure the condition that stops the operator.",
		Source: "NodePool Rollout State Machine, cleanupOutdated()",
		Fails: example("", sampleSettled, "last-token-generation-time: 2026-09-20T08:00:00Z",
			"last-token-generation-time: 2026-09-20T08:00:00Z\n      hypershift.openshift.io/ignition-token-expiration-timestamp: 2026-09-20T12:00:00Z"),
		Passes: example("", sampleSettled),
	},
	Check: func(p *Pool, out *checks.Sink) {
		s, ok := effectiveToken(p, out)
		if !ok || !s.Marked {
			return
		}
		message := "the token of the effective payload is marked to expire; the next pass takes the mark off"
		switch blocking := p.Conditions.Blocking(); {
		case p.Paused():
			message = "the token of the effective payload is marked to expire, and while the pool is paused no pass takes the mark off"
		case len(blocking) > 0:
			message = "the token of the effective payload is marked to expire, and condition " + blocking[0].Type + " keeps the operator from taking the mark off"
		}
		out.Report(p.resting(p.about(s, s.expiryOf(), message)))
	},
}

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
