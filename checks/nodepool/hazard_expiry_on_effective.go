package nodepool

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

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
