package machinepool

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/flow"
)

// pathTexts are the steps of a proof as strings.
func pathTexts(steps []flow.Step) []string {
	out := make([]string, len(steps))
	for n, s := range steps {
		out[n] = s.Text
	}
	return out
}

// proved makes a finding with its proof. The related positions begin with those
// of the path, in its order.
func proved(at hcl.Range, subject string, path []flow.Step, format string, args ...any) checks.Finding {
	f := found(at, subject, format, args...)
	f.Path = pathTexts(path)
	for _, s := range path {
		f.Related = append(f.Related, related(s.Range, s.Text, ""))
	}
	return f
}

// lastPlace is the place of the last step before the effect: the argument that
// brings the change to the group.
func lastPlace(path []flow.Step) hcl.Range {
	for n := len(path) - 1; n >= 0; n-- {
		if path[n].Kind != flow.Effect && path[n].Range.Filename != "" {
			return path[n].Range
		}
	}
	return hcl.Range{}
}
