package machinepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
)

func poolLabelsRoll() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "pool/labels-roll", Severity: checks.Error,
			Title: "An edit of the node labels replaces the members of the pool",
			Why: "node_labels is applied like the payload: new members register with the new labels, members that run keep theirs. A label " +
				"edit that rolls the group costs every workload a restart.",
			Fix:    "Take the labels to the members in the same way as the payload: in user data that changes in place.",
			Source: "seeds/003, Lifecycle (node_labels)",
			Fails:  checks.Example{Args: lint, Files: awsPool(`"$Latest"`, `aws_launch_template.lt.latest_version`)},
			Passes: checks.Example{Args: lint, Files: awsPool()},
		},
		Check: reportsRolls(contract.NodeLabels, "a label edit must not replace members", noRule),
	}
}
