package nodepool

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

var unsupportedGeneration = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/unsupported-generation", Severity: checks.Warning,
		Title:  "The pool belongs to an operator architecture that is not understood",
		Why:    "IgnitionPayload objects replace token secrets in a later architecture. The states and rules of this tool do not apply there.",
		Fix:    "Use a newer release of this tool.",
		Source: "HyperShift enhancement on IgnitionPayload",
		Fails: example("", samplePool+`apiVersion: hypershift.openshift.io/v1beta1
kind: IgnitionPayload
metadata: {name: workers, namespace: clusters-demo}
`),
		Passes: example("", samplePool),
	},
	Check: func(p *Pool, out *checks.Sink) {
		if p.State == Unsupported {
			out.Report(p.finding(p.Object, checks.Value{}, "no state is given: "+p.Operator.Basis))
		}
	},
}
