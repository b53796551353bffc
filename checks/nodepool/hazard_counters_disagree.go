package nodepool

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

var countersDisagree = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/counters-disagree", Severity: checks.Warning,
		Title:  "Old and native replica counters disagree about completion",
		Why:    "Cluster API counts updated replicas in two ways. The old counters can say complete while machines of the previous template are still there; operators that look at the old ones alone report a version too early.",
		Fix:    "Trust the native counters (upToDateReplicas).",
		Source: "HyperShift, OCPBUGS-77922",
		Fails: example("", samplePool+sampleWorkload, "cluster.x-k8s.io/v1beta2", "cluster.x-k8s.io/v1beta1",
			"availableReplicas: 2, upToDateReplicas: 2}", "availableReplicas: 2, updatedReplicas: 2, v1beta2: {upToDateReplicas: 1, availableReplicas: 2}}"),
		Passes: example("", samplePool+sampleWorkload, "cluster.x-k8s.io/v1beta2", "cluster.x-k8s.io/v1beta1",
			"availableReplicas: 2, upToDateReplicas: 2}", "availableReplicas: 2, updatedReplicas: 2, v1beta2: {upToDateReplicas: 2, availableReplicas: 2}}"),
	},
	Check: func(p *Pool, out *checks.Sink) {
		if !p.Automated || p.ended() || p.UpgradeType == "InPlace" {
			return
		}
		if p.Workload == nil {
			if !p.Has.Workload {
				out.Skip(p.lackWorkload())
			}
			return
		}
		old, native, both := p.Workload.bothCounts()
		if !both || old == native {
			return
		}
		message := "the v1beta1 counters say complete, the native ones (upToDateReplicas) do not; the operator needs both"
		if native {
			message = "the native counters (upToDateReplicas) say complete, the v1beta1 ones do not; the operator needs both"
		}
		if p.Workload.Object.Version() == "v1beta2" {
			message = message[:len(message)-len("the operator needs both")] + "the operator looks at the native ones"
		}
		f := p.finding(p.Workload.Object, p.Workload.Object.Get("status"), message)
		f.Subject = p.WorkloadName()
		out.Report(f)
	},
}

// bothCounts judges completion by the old and by the native counters; both is
// false where the object carries only one kind.
func (w *Workload) bothCounts() (old, native, both bool) {
	status, c := w.Object.Get("status"), w.Counters
	if w.Object.Version() != "v1beta2" {
		return c.equal(c.Updated, c.Total, c.Available), c.equal(c.NativeUpdated, c.NativeAvailable), c.HasNative
	}
	legacy := status.Get("deprecated", "v1beta1")
	updated, available := integer(legacy.Get("updatedReplicas")), integer(legacy.Get("availableReplicas"))
	if updated == nil && available == nil {
		return false, false, false
	}
	return c.equal(updated, available), c.equal(c.Updated, c.Total, c.Available), true
}

// equal reports whether all counts are there and what the spec asks for.
func (c Counters) equal(counts ...*int) bool {
	for _, n := range counts {
		if n == nil || c.Desired == nil || *n != *c.Desired {
			return false
		}
	}
	return true
}
