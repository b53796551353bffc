package nodepool

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

var workloadMissing = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/workload-missing", Severity: checks.Warning,
		Title:  "The pool's MachineDeployment or MachineSet does not exist",
		Why:    "The operator makes it again at its next pass, from the payload that it then considers effective. Until then nothing replaces or scales machines.",
		Fix:    "Find out who deleted it; if it does not come back, look at the pool's conditions.",
		Source: "NodePool Rollout State Machine, CAPI Propagation",
		Fails:  example("", samplePool+otherWorkload),
		Passes: example("", samplePool+sampleWorkload),
	},
	Check: func(p *Pool, out *checks.Sink) {
		switch {
		case !p.Automated || p.Workload != nil || p.ended():
		case !p.Has.Workload:
			out.Skip(p.lackWorkload())
		case p.started():
			when := "the operator makes it again at its next pass"
			if p.Paused() {
				when = "it is made again only when the pause ends"
			}
			out.Report(p.finding(p.Object, checks.Value{}, p.WorkloadName()+" does not exist in namespace "+p.ControlPlaneNamespace+": "+when))
		}
	},
}

// otherWorkload proves that the list of a namespace was read.
const otherWorkload = `apiVersion: cluster.x-k8s.io/v1beta2
kind: MachineDeploymentList
items:
- metadata: {name: other, namespace: clusters-demo, annotations: {hypershift.openshift.io/nodePool: clusters/other}}
`

// started reports whether the operator has ever made a workload for the pool;
// that a new pool has none is no loss.
func (p *Pool) started() bool {
	h, v := p.Evidence.Hashes, p.Evidence.Versions
	return h.Completed.Set() || h.InProgress.Set() || v.Completed.Set()
}
