package nodepool

import (
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool/payload"
)

var managementOnlyRollout = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/management-only-rollout", Severity: checks.Warning,
		Title:  "Every node rolls because of a management-side change alone",
		Why:    "A generation A operator rolls on any change of the payload. Here nothing but an image of the API server proxy differs; operators with two hashes keep such a change back until the next rollout that somebody asks for.",
		Fix:    "Update the operator before its image changes again, or accept the rollout.",
		Source: "NodePool Rollout State Machine, Dual-Hash System",
		Fails:  managementExample("A", haproxyHash1, haproxyPayload1, haproxyHash2, haproxyPayload2),
		Passes: managementExample("C", haproxyHash1, haproxyPayload1, haproxyHash2, haproxyPayload2),
	},
	Check: func(p *Pool, out *checks.Sink) {
		if p.Operator.Value != GenerationA || (p.State != Rolling && p.State != WillRoll) {
			return
		}
		if p.Payload.From == "" {
			p.skipPayloads(out)
			return
		}
		if p.managementOnly() {
			out.Report(p.resting(p.finding(p.Object, checks.Value{}, "the nodes roll for a management-side change alone ("+
				strings.Join(imageTexts(p.Payload.Difference), "; ")+"); an operator of generation B or C would not roll them")))
		}
	},
}

// managementOnly reports whether all that differs comes with the operator.
func (p *Pool) managementOnly() bool {
	for _, c := range p.Payload.Difference {
		if c.Class != payload.Management {
			return false
		}
	}
	return len(p.Payload.Difference) > 0
}

func imageTexts(list []payload.Change) []string {
	var out []string
	for _, c := range list {
		out = append(out, changeText(c))
	}
	return out
}
