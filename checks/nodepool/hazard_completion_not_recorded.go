package nodepool

import (
	"fmt"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

var completionNotRecorded = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/completion-not-recorded", Severity: checks.Warning,
		Title:  "The workload is complete, but the pool still records the old target",
		Why:    "For one pass that is normal. If it stays, the operator does not see the completion: it is paused, blocked, or of a build that counts replicas another way.",
		Fix:    "Wait one pass; then look at the pool's conditions and the operator's log.",
		Source: "NodePool Rollout State Machine, Status Reconciliation",
		Fails: example("--assume hash=8d3fc104 --assume rolloutHash=9db67280 --assume rolloutHashWithoutVersion=38c2a3cd", samplePool+sampleWorkload,
			"dataSecretName: user-data-workers-c3481e6f", "dataSecretName: user-data-workers-8d3fc104"),
		Passes: example("", samplePool+sampleWorkload),
	},
	Check: func(p *Pool, out *checks.Sink) {
		if !p.Automated || p.ended() {
			return
		}
		old := p.unrecorded()
		switch {
		case p.Rollout.Complete == Unknown || p.Rollout.Complete == "":
			out.Skip(p.lackWorkload())
		case p.Rollout.Complete == Yes && p.Workload != nil && len(old) > 0:
			message := p.WorkloadName() + " is complete, but " + strings.Join(old, " and ") + "; if that stays after the next pass, the operator does not see the completion"
			out.Report(p.finding(p.Object, p.Object.Get("metadata", "annotations", AnnotationCompleted), message))
		}
	},
}

// unrecorded lists what the pool records that is not what the workload runs.
func (p *Pool) unrecorded() []string {
	h, v := p.Evidence.Hashes, p.Evidence.Versions
	var out []string
	if h.Deployed.Set() && h.Completed.Known && h.Completed.Value != h.Deployed.Value {
		out = append(out, fmt.Sprintf("annotation %s says %q, not %q", AnnotationCompleted, h.Completed.Value, h.Deployed.Value))
	}
	if v.Deployed.Set() && v.Completed.Known && v.Completed.Value != v.Deployed.Value {
		out = append(out, fmt.Sprintf("status.version says %q, not %q", v.Completed.Value, v.Deployed.Value))
	}
	return out
}
