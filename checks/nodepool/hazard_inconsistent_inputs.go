package nodepool

import (
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

var inconsistentInputs = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/inconsistent-inputs", Severity: checks.Warning,
		Title:  "The observed values contradict each other",
		Why:    "Values that no single pass of the operator can have left behind mean a snapshot whose objects were read at different times, or another generation of the operator than assumed. Every answer that rests on them is doubtful.",
		Fix:    "Read all objects again at one time, or name the operator's generation with --operator-generation.",
		Source: "NodePool Rollout State Machine, isOutdated()",
		Fails: example("", sampleSettled,
			"UpdatingVersion, status: \"False\"", "UpdatingVersion, status: \"True\", message: \"Updating version in progress. Target version: 4.18.5\"",
			"ConfigUpdatePending, status: \"False\"", "ConfigUpdatePending, status: \"True\", reason: ManagementConfigDrift"),
		Passes: example("", sampleSettled),
	},
	Check: func(p *Pool, out *checks.Sink) {
		if len(p.Contradictions) > 0 {
			out.Report(p.finding(p.Object, p.Object.Get("status", "conditions"),
				"the observed values contradict each other, so the input is a stale snapshot or another operator generation wrote part of it: "+
					strings.Join(p.Contradictions, "; ")))
		}
	},
}
