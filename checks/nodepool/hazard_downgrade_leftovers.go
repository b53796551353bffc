package nodepool

import (
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

var downgradeLeftovers = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/downgrade-leftovers", Severity: checks.Warning,
		Title:  "The operator was downgraded: what it held back will roll",
		Why:    "A generation A operator knows nothing of rollout hashes. The annotations that a newer one left behind count for nothing, and drift that was held back comes out as a rollout.",
		Fix:    "Expect a rollout of every drifted pool, or go back to the newer operator first.",
		Source: "NodePool Rollout State Machine, Annotations",
		Fails:  example("--operator-generation A", samplePool),
		Passes: example("--operator-generation C", samplePool),
	},
	Check: func(p *Pool, out *checks.Sink) {
		if p.ended() || p.Operator.Value != GenerationA {
			return
		}
		h := p.Evidence.Hashes
		var left []string
		for _, l := range []struct {
			what string
			fact Fact
		}{
			{AnnotationBaseline, h.RolloutBaseline}, {AnnotationInProgress, h.InProgress}, {AnnotationTarget + " on the workload", h.WorkloadTarget},
		} {
			if l.fact.Set() {
				left = append(left, l.what)
			}
		}
		if len(left) == 0 {
			return
		}
		f := p.finding(p.Object, p.Object.Get("metadata", "annotations"), "the operator is of generation A ("+p.Operator.Basis+
			"), but a newer one left "+strings.Join(left, ", ")+": drift that it held back rolls now")
		f.Assumed = p.Params.Generation != ""
		out.Report(f)
	},
}
