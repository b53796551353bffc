package nodepool

import (
	"fmt"
	"strings"

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

var staleConditions = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/stale-conditions", Severity: checks.Info,
		Title:  "Conditions do not speak of the pool as it is now",
		Why:    "They were written for an older generation of the pool, or the operator's pass ended before it wrote them. Such conditions prove nothing and are left out of the decision.",
		Fix:    "Read the pool again after the operator's next pass.",
		Source: "HyperShift NodePool conditions",
		Fails:  example("", samplePool, "UpdatingConfig, status: \"False\", observedGeneration: 4", "UpdatingConfig, status: \"False\", observedGeneration: 3"),
		Passes: example("", samplePool),
	},
	Check: func(p *Pool, out *checks.Sink) {
		if p.ended() {
			return
		}
		var old []string
		at := checks.Value{}
		for _, c := range p.Conditions {
			if c.ObservedGeneration != 0 && !p.fresh(c) {
				if len(old) == 0 {
					at = c.Value
				}
				old = append(old, c.Type)
			}
		}
		if len(old) > 0 {
			out.Report(p.finding(p.Object, at, "these conditions were written for an older generation of the pool: "+strings.Join(old, ", ")))
			return
		}
		if list := p.Conditions.Blocking(); len(list) > 0 {
			out.Report(p.finding(p.Object, list[0].Value, "condition "+list[0].Type+" ends the operator's pass, so the conditions after it are stale"))
		}
	},
}
