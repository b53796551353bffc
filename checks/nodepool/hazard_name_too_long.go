package nodepool

import (
	"fmt"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// labelLimit is the longest value that a label may have.
const labelLimit = 63

var nameTooLong = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/name-too-long", Severity: checks.Warning,
		Title:  "The pool's name is longer than a label value may be",
		Why:    "The name becomes a label value on nodes and ConfigMaps, and through the MachineDeployment on machines. Writes of such objects are refused.",
		Fix:    "Make a pool with a name of at most 63 characters and move to it.",
		Source: "Kubernetes label values; HyperShift labels nodes with the pool's name",
		Fails: example("", samplePool, "  name: workers\n",
			"  name: workers-of-the-second-data-centre-in-the-north-east-for-batch-jobs-at-night\n"),
		Passes: example("", samplePool),
	},
	Check: func(p *Pool, out *checks.Sink) {
		if n := len(p.Name); n > labelLimit {
			out.Report(p.finding(p.Object, p.Object.Get("metadata", "name"), fmt.Sprintf(
				"the name has %d characters; as a label value on nodes and machines it may have %d", n, labelLimit)))
		}
	},
}
