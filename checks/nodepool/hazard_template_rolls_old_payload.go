package nodepool

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

const templateTrue = `  - {type: UpdatingPlatformMachineTemplate, status: "True", reason: AsExpected, message: "Target template: workers-9c8f11aa", observedGeneration: 4}
`

var templateRollsOldPayload = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/template-rolls-old-payload", Severity: checks.Warning,
		Title:  "A machine template change rolls nodes that keep the old payload",
		Why:    "The template has a gate of its own that leaves the bootstrap reference alone. During management drift every node is replaced, and still boots with the payload from before the drift.",
		Fix:    "If the new management content is wanted as well, make a configuration or version change together with the template change.",
		Source: "NodePool Rollout State Machine, CAPI Propagation; ManagementDrift",
		Fails: example("", samplePool+sampleWorkload, "ConfigUpdatePending, status: \"False\"", "ConfigUpdatePending, status: \"True\", reason: ManagementConfigDrift",
			"  - {type: UpdatingVersion", templateTrue+"  - {type: UpdatingVersion"),
		Passes: example("", samplePool+sampleWorkload, "ConfigUpdatePending, status: \"False\"", "ConfigUpdatePending, status: \"True\", reason: ManagementConfigDrift"),
	},
	Check: func(p *Pool, out *checks.Sink) {
		if p.ended() || p.State != ManagementDrift {
			return
		}
		at, answer := p.templateChange()
		switch answer {
		case Yes:
			out.Report(p.resting(p.finding(p.Object, at, "a machine template change rolls the nodes during management drift: the new ones still boot with the old payload "+p.EffectiveHash)))
		case Unknown:
			out.Skip(p.lackConditions())
		}
	},
}

// templateChange tells whether the machine template is being changed: the
// condition says so, or the workload names another one than the completed one.
func (p *Pool) templateChange() (checks.Value, Answer) {
	if c, ok := p.Current(UpdatingTemplate); ok {
		return c.Value, answer(c.True())
	}
	completed, ok := p.Object.Annotation(AnnotationTemplate)
	if ok && completed != "" && p.Workload != nil && p.Workload.Template != "" {
		return p.Object.Get("metadata", "annotations", AnnotationTemplate), answer(completed != p.Workload.Template)
	}
	if _, ok := p.Conditions.Get(UpdatingTemplate); ok || len(p.Conditions) == 0 {
		return checks.Value{}, Unknown
	}
	return checks.Value{}, No
}
