package nodepool

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

var templateOnlyRollout = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/template-only-rollout", Severity: checks.Info,
		Title:  "Only the machine template differs",
		Why:    "Nodes roll because of the platform part of the pool (instance type, disks). Payload, secrets and version stay, so UpdatingConfig and UpdatingVersion remain False.",
		Fix:    "Nothing.",
		Source: "HyperShift condition UpdatingPlatformMachineTemplate",
		Fails:  example("", samplePool+sampleWorkload, "  - {type: UpdatingVersion", templateTrue+"  - {type: UpdatingVersion"),
		Passes: example("", samplePool+sampleWorkload),
	},
	Check: func(p *Pool, out *checks.Sink) {
		if p.ended() || !p.Automated || p.Outdated != No || p.State == ManagementDrift || p.State == Undetermined {
			return
		}
		at, answer := p.templateChange()
		switch answer {
		case Yes:
			out.Report(p.resting(p.finding(p.Object, at, "only the machine template differs: nodes roll, no secret changes")))
		case Unknown:
			out.Skip(p.lackConditions())
		}
	},
}
