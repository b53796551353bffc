package nodepool

import (
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// inconsistent reports observations that exclude each other.
func inconsistent() checks.Rule[*Pool] {
	return checks.Rule[*Pool]{
		Meta: checks.Meta{
			ID:       "nodepool/inconsistent-inputs",
			Severity: checks.Warning,
			Title:    "Observed values contradict each other",
			Why:      "No pass of the operator leaves such values behind: the objects were read at different times, or another operator generation wrote some of them. Conclusions from them are not safe.",
			Fix:      "Read all objects again at one moment, or name the generation with --operator-generation.",
			Source:   "NodePool Rollout State Machine, isOutdated and the two update conditions",
			Fails: checks.Example{
				Args:  "explain -f input.yaml",
				Files: "-- input.yaml --\n" + exampleCluster + exampleSettled(exampleBothTrue),
			},
			Passes: checks.Example{
				Args:  "explain -f input.yaml",
				Files: "-- input.yaml --\n" + exampleCluster + exampleSettled(exampleQuiet),
			},
		},
		Check: func(p *Pool, out *checks.Sink) {
			if len(p.Contradictions) == 0 {
				return
			}
			out.Report(checks.Finding{
				Object: p.Object.Ref(), Position: p.Object.At(p.Object.Get("status", "conditions")),
				Message: "the observed values contradict each other, so the input is a stale snapshot or another operator generation wrote part of it: " + strings.Join(p.Contradictions, "; "),
			})
		},
	}
}
