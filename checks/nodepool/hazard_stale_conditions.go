package nodepool

import (
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

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
