package nodepool

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

var silentRollout = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/silent-rollout", Severity: checks.Info,
		Title:  "Nodes roll while the conditions say that nothing is updating",
		Why:    "UpdatingConfig and UpdatingVersion compare the wanted with the completed configuration. Going back to the completed one, a template change, an absorbed legacy change, a failed in-place upgrade, and on generation A a proxy or image change move nodes without them.",
		Fix:    "Watch the workload's replica counters instead of the conditions.",
		Source: "NodePool Rollout State Machine, Comparing UpdatingConfig and ConfigUpdatePending",
		Fails:  example("", samplePool+sampleWorkload, "upToDateReplicas: 2", "upToDateReplicas: 1"),
		Passes: example("", samplePool+sampleWorkload),
	},
	Check: func(p *Pool, out *checks.Sink) {
		if p.ended() || !p.Automated {
			return
		}
		config, okConfig := p.Conditions.Get(UpdatingConfig)
		version, okVersion := p.Conditions.Get(UpdatingVersion)
		switch {
		case !okConfig || !okVersion || !p.fresh(config) || !p.fresh(version):
			out.Skip(p.lackConditions())
		case !config.False() || !version.False():
		case p.Rollout.Active == Unknown:
			out.Skip(p.lackWorkload())
		case p.Rollout.Active == Yes:
			out.Report(p.finding(p.Object, config.Value, "nodes are being replaced or updated although UpdatingConfig and UpdatingVersion are False: "+p.silentReason()))
		}
	},
}

// silentReason picks the likely one of the five reasons.
func (p *Pool) silentReason() string {
	h := p.Evidence.Hashes
	if _, failed := p.inPlaceCondition(); failed {
		return "an in-place upgrade failed"
	}
	if _, a := p.templateChange(); a == Yes {
		return "the machine template changed"
	}
	switch {
	case p.Operator.Value == GenerationA:
		return "on generation A a proxy or image change of the cluster moves the full hash only"
	case h.InProgress.Set():
		return "a change was taken back, and the nodes roll back to the completed configuration"
	case h.Deployed.Set() && h.Completed.Set() && h.Deployed.Value != h.Completed.Value:
		return "a rollout that was already running was absorbed into the baseline, or a change was taken back"
	}
	return "a change was taken back, or the workload itself was changed"
}
