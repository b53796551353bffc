package nodepool

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

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
