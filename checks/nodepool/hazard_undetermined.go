package nodepool

import (
	"fmt"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// UndeterminedRule is the id of the rule about several candidate states.
const UndeterminedRule = "nodepool/undetermined"

var undetermined = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: UndeterminedRule, Severity: checks.Info,
		Title:  "The evidence admits more than one state",
		Why:    "The operator computes the wanted hashes and records them nowhere, so objects alone do not always decide the state. What holds in every candidate is still certain; the rest is not.",
		Fix:    "Get the fact that the message names, or give it with --assume.",
		Source: "NodePool Rollout State Machine, inputs of resolveEffectiveHash",
		Fails:  example("", samplePool+sampleWorkload, ", observedGeneration: 4}", ", observedGeneration: 3}"),
		Passes: example("", samplePool+sampleWorkload),
	},
	Check: func(p *Pool, out *checks.Sink) {
		if p.State == Undetermined {
			out.Report(p.finding(p.Object, p.Object.Get("status", "conditions"), undeterminedMessage(p)))
		}
	},
}

func undeterminedMessage(p *Pool) string {
	text := fmt.Sprintf("the evidence admits %d states (%s)", len(p.Candidates), joinStates(p.Candidates))
	if p.EffectiveHash != "" {
		text += ", all of which maintain the secrets of " + p.EffectiveHash
	}
	d := p.Decider
	switch {
	case d != nil && d.Left == 0:
		return text + "; get " + d.Fact + ": " + d.How
	case d == nil || d.Left >= len(p.Candidates):
		return text + "; no single further fact decides, see notEvaluated"
	case d.Left == 1:
		return text + "; " + d.Fact + " would decide: " + d.How
	}
	return fmt.Sprintf("%s; %s would leave at most %d: %s", text, d.Fact, d.Left, d.How)
}

func joinStates(states []State) string {
	names := make([]string, len(states))
	for i, s := range states {
		names[i] = string(s)
	}
	return strings.Join(names, ", ")
}
