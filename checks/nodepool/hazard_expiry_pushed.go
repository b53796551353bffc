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
