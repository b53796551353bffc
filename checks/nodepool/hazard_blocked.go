package nodepool

import (
	"fmt"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

var blocked = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/blocked", Severity: checks.Error,
		Title:  "A condition keeps the operator from working on the pool",
		Why:    "The operator's pass ends at this condition: no secrets are maintained and nothing is rolled. Conditions that it writes later are stale.",
		Fix:    "Cure what the reason and the message name.",
		Source: "HyperShift NodePool conditions that end the reconcile",
		Fails: example("", samplePool, "  conditions:\n", "  conditions:\n"+
			condition("ValidReleaseImage", "False", "ValidationFailed", "failed to look up release image")),
		Passes: example("", samplePool),
	},
	Check: func(p *Pool, out *checks.Sink) {
		list := p.Conditions.Blocking()
		if p.ended() || len(list) == 0 {
			return
		}
		c := list[0]
		f := p.finding(p.Object, c.Value, fmt.Sprintf(
			"condition %s is False (%s: %s): the operator's pass ends there, and later conditions are stale", c.Type, c.Reason, quoted(c.Message)))
		f.Subject = c.Type
		for _, later := range list[1:] {
			f.Related = append(f.Related, related(p.Object, later.Value, later.Type, "is False as well, but may be stale"))
		}
		out.Report(f)
	},
}
