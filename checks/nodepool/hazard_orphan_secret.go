package nodepool

import (
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

var orphanSecret = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/orphan-secret", Severity: checks.Info,
		Title:  "The secret janitor will retire or delete this secret",
		Why:    "The janitor accepts the secrets of the current, the completed and the deployed payload. It works on events of a secret, so others can stay for hours before they go.",
		Fix:    "Nothing; only a machine that still boots with it would be in trouble.",
		Source: "NodePool Rollout State Machine, Secret Janitor",
		Fails:  example("", sampleSettled+secretItem("user-data-workers-334d04d7", "2026-08-01T09:00:00Z")),
		Passes: example("", sampleSettled),
	},
	Check: func(p *Pool, out *checks.Sink) {
		if p.ended() {
			return
		}
		for i, v := range p.Verdicts {
			s, ok := p.secretNamed(v.Name)
			if !ok || !p.orphan(v, s) {
				continue
			}
			f := p.about(s, s.Object.Get("metadata", "name"), v.Name+" belongs to no payload in use: "+strings.Join(v.Because, "; "))
			f.Order = i
			out.Report(p.resting(f))
		}
		if !p.Has.Secrets {
			out.Skip(p.lackSecrets())
		}
	},
}

// orphan tells what the janitor does from what a pass does to the secrets of
// the completed payload, and from tokens that are retired already.
func (p *Pool) orphan(v Verdict, s *Secret) bool {
	completed := p.Evidence.Hashes.Completed
	byPass := completed.Set() && s.Hash == completed.Value && p.Outdated != No
	return (v.Fate == Expiring || v.Fate == Deleted) && !s.Marked && !byPass
}
