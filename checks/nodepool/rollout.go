package nodepool

import "fmt"

// readRollout judges the progress of the workload.
func readRollout(p *Pool) Rollout {
	r := Rollout{Active: Unknown, Complete: Unknown, BlockedBy: []string{}}
	if p.Workload == nil {
		return withoutWorkload(p, r)
	}
	c := p.Workload.Counters
	r.Desired, r.Total, r.Updated, r.Available = c.Desired, c.Total, c.Updated, c.Available
	if c.HasNative && c.NativeUpdated != nil {
		r.Updated = c.NativeUpdated
	}
	if p.UpgradeType == "InPlace" {
		r.Complete, r.Because = inPlaceComplete(p.Workload)
	} else {
		r.Complete, r.Because = replaceComplete(c)
	}
	r.Active = active(p, r)
	r.BlockedBy = append(r.BlockedBy, blockers(p, r)...)
	return r
}

func withoutWorkload(p *Pool, r Rollout) Rollout {
	switch {
	case !p.Automated:
		r.Active, r.Complete, r.Because = No, Yes, "platform "+p.Platform+" has no machines to replace"
	case p.Has.Workload:
		r.Active, r.Complete, r.Because = No, No, p.WorkloadName()+" does not exist"
	default:
		r.Because = p.WorkloadName() + " is not in the input"
	}
	r.BlockedBy = append(r.BlockedBy, blockers(p, r)...)
	return r
}

// active tells whether machines are being replaced or updated. A workload that
// is incomplete only because it scales or a node is not available, with every
// machine at the completed target, is not rolling.
func active(p *Pool, r Rollout) Answer {
	switch r.Complete {
	case Yes:
		return No
	case Unknown:
		return Unknown
	}
	h := p.Hashes
	settled := h.Deployed.Set() && h.Completed.Is(h.Deployed.Value) && h.InProgress.Absent()
	same := r.Updated != nil && r.Total != nil && *r.Updated == *r.Total
	return answer(p.UpgradeType == "InPlace" || !settled || !same)
}

// replaceComplete is the operator's formula for a MachineDeployment: every
// replica counter equals the wanted number and the status is of the present
// generation. v1beta1 objects with the native counters must agree in both.
func replaceComplete(c Counters) (Answer, string) {
	if c.Observed < c.Generation {
		return No, fmt.Sprintf("its status is of generation %d, its spec of %d", c.Observed, c.Generation)
	}
	pairs := []counter{{"replicas", c.Total}, {"updated", c.Updated}, {"available", c.Available}}
	if c.HasNative {
		pairs = append(pairs, counter{"up-to-date (native)", c.NativeUpdated}, counter{"available (native)", c.NativeAvailable})
	}
	return compareCounters(c.Desired, pairs)
}

type counter struct {
	name  string
	value *int
}

func compareCounters(desired *int, counters []counter) (Answer, string) {
	if desired == nil {
		return Unknown, "spec.replicas is not set"
	}
	missing := ""
	for _, c := range counters {
		switch {
		case c.value == nil && missing == "":
			missing = c.name
		case c.value != nil && *c.value != *desired:
			return No, fmt.Sprintf("%d wanted, %s %d", *desired, c.name, *c.value)
		}
	}
	if missing != "" {
		return Unknown, "the " + missing + " counter is not reported"
	}
	return Yes, fmt.Sprintf("all counters equal the wanted %d", *desired)
}

// inPlaceComplete compares the two annotations of an in-place MachineSet. Both
// absent counts as complete.
func inPlaceComplete(w *Workload) (Answer, string) {
	target, _ := w.Object.Annotation(AnnotationInPlaceTarget)
	current, _ := w.Object.Annotation(AnnotationCompleted)
	switch {
	case target == "" && current == "":
		return Yes, "no in-place upgrade is recorded on the MachineSet"
	case target == current:
		return Yes, "all nodes have reached " + target
	}
	return No, fmt.Sprintf("nodes are at %s, target is %s", orNone(current), orNone(target))
}

func orNone(s string) string {
	if s == "" {
		return "(none)"
	}
	return s
}

// blockers names what keeps the pool from moving.
func blockers(p *Pool, r Rollout) []string {
	var out []string
	if p.Paused() {
		out = append(out, "the pool is paused (spec.pausedUntil)")
	}
	if p.ClusterMissing() {
		out = append(out, "HostedCluster "+p.Namespace+"/"+p.ClusterName+" does not exist: every pass ends there")
	}
	for _, c := range p.Conditions.Blocking() {
		out = append(out, fmt.Sprintf("condition %s is False (%s)", c.Type, c.Reason))
	}
	if r.Complete == Yes || p.Workload == nil {
		return out
	}
	if text, failed := p.Workload.Object.Annotation(AnnotationInPlaceFailed); failed {
		out = append(out, "the in-place upgrade failed: "+text)
	}
	if p.Workload.OnDelete {
		out = append(out, "strategy OnDelete: machines are replaced only when people delete them")
	}
	for _, m := range p.Machines {
		if c, ok := m.Drain(); ok {
			out = append(out, "Machine/"+m.Object.Name+" waits for its drain: "+c.Message)
		}
	}
	return out
}
