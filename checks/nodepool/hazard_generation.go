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

var baselineRemoved = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/baseline-removed", Severity: checks.Warning,
		Title:  "The rollout baseline of a settled pool is gone",
		Why:    "The operator takes the pool for one that it has just been upgraded for and writes the present configuration as the new baseline. A configuration change made meanwhile is absorbed: it never rolls.",
		Fix:    "If a change was made after the annotation went away, make another one to roll it, or set a new release.",
		Source: "NodePool Rollout State Machine, isOutdated(), Migration behavior",
		Fails:  example("", samplePool+sampleWorkload, "    hypershift.openshift.io/nodePoolCurrentRolloutConfig: 38c2a3cd\n", ""),
		Passes: example("", samplePool+sampleWorkload),
	},
	Check: func(p *Pool, out *checks.Sink) {
		h, v := p.Evidence.Hashes, p.Evidence.Versions
		if p.ended() || p.Operator.Value == GenerationA || !h.RolloutBaseline.Absent() || !h.Completed.Set() {
			return
		}
		switch {
		case !h.WorkloadTarget.Known:
			out.Skip(p.lackWorkload())
		case h.WorkloadTarget.Set() && !v.Requested.Known:
			out.Skip(p.lackVersion())
		case h.WorkloadTarget.Set() && v.Requested.Known && v.Requested.Value == v.Completed.Value:
			out.Report(p.finding(p.Object, p.Object.Get("metadata", "annotations"), "annotation "+AnnotationBaseline+
				" is gone although the pool has completed a rollout with it: a configuration change made meanwhile is absorbed and never rolls"))
		}
	},
}

var unsupportedGeneration = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/unsupported-generation", Severity: checks.Warning,
		Title:  "The pool belongs to an operator architecture that is not understood",
		Why:    "IgnitionPayload objects replace token secrets in a later architecture. The states and rules of this tool do not apply there.",
		Fix:    "Use a newer release of this tool.",
		Source: "HyperShift enhancement on IgnitionPayload",
		Fails: example("", samplePool+`apiVersion: hypershift.openshift.io/v1beta1
kind: IgnitionPayload
metadata: {name: workers, namespace: clusters-demo}
`),
		Passes: example("", samplePool),
	},
	Check: func(p *Pool, out *checks.Sink) {
		if p.State == Unsupported {
			out.Report(p.finding(p.Object, checks.Value{}, "no state is given: "+p.Operator.Basis))
		}
	},
}
