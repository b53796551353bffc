package nodepool

import (
	"cmp"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

var inPlaceFailure = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/inplace-failed", Severity: checks.Error,
		Title:  "An in-place upgrade has failed",
		Why:    "The upgrader gave up on a node. UpdatingConfig and UpdatingVersion are False then, which looks like done and is not.",
		Fix:    "Cure what the upgrader reports; it tries again when the node is healthy.",
		Source: "HyperShift in-place upgrades, reason InplaceUpgradeFailed",
		Fails: example("", samplePool+sampleWorkload, "kind: MachineDeployment", "kind: MachineSet", "  platform: {type: Azure}", "  platform: {type: Azure}\n  management: {upgradeType: InPlace}",
			"nodePoolTargetRolloutConfig: 9db67280", "nodePoolUpgradeInProgressFalse: 'node worker-1: disk full'"),
		Passes: example("", samplePool+sampleWorkload, "kind: MachineDeployment", "kind: MachineSet", "  platform: {type: Azure}", "  platform: {type: Azure}\n  management: {upgradeType: InPlace}"),
	},
	Check: func(p *Pool, out *checks.Sink) {
		if p.ended() || p.UpgradeType != "InPlace" {
			return
		}
		if w := p.Workload; w != nil {
			if v := w.Object.Get("metadata", "annotations", AnnotationInPlaceFailed); v.Text() != "" {
				f := p.finding(w.Object, v, "the in-place upgrade failed: "+quoted(v.Text()))
				f.Subject = p.WorkloadName()
				out.Report(f)
				return
			}
		}
		if c, ok := p.inPlaceCondition(); ok {
			f := p.finding(p.Object, c.Value, "the in-place upgrade failed: "+quoted(cmp.Or(c.Message, c.Reason)))
			f.Subject = p.WorkloadName()
			out.Report(f)
			return
		}
		if p.Workload == nil && !p.Has.Workload {
			out.Skip(p.lackWorkload())
		}
	},
}

// inPlaceCondition finds the condition that reports the failure.
func (p *Pool) inPlaceCondition() (Condition, bool) {
	for _, typ := range []string{UpdatingConfig, UpdatingVersion} {
		if c, ok := p.Conditions.Get(typ); ok && c.False() && c.Reason == inPlaceFailed {
			return c, true
		}
	}
	return Condition{}, false
}
