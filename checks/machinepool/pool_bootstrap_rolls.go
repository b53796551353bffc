package machinepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
)

const tokenHarm = "the token in it is renewed about every 7.5 minutes, so the pool is replaced for ever, without drain"

func poolBootstrapRolls() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "pool/bootstrap-rolls", Severity: checks.Error,
			Title: "A new bootstrap payload replaces the members of the pool",
			Why: "The bootstrap provider renews the join token about every 7.5 minutes for the life of the pool. A payload that reaches what " +
				"rolls the group replaces every member at that pace, and nothing is drained. New members must get the payload, members " +
				"that run must not notice.",
			Fix: "Let the launch configuration change in place under a constant reference: \"$Latest\" instead of latest_version on AWS, " +
				"all-instances metadata with minimal_action REFRESH on Google, the features flags off on Azure, a pool that only swaps its " +
				"instance configuration on OCI.",
			Source: "seeds/003, Bootstrap rotation",
			Fails:  checks.Example{Args: lint, Files: awsPool(`"$Latest"`, `aws_launch_template.lt.latest_version`)},
			Passes: checks.Example{Args: lint, Files: awsPool()},
		},
		Check: reportsRolls(contract.BootstrapData, tokenHarm, ownRule),
	}
}
