package nodepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// Hazards lists the rules over explained pools, one file each.
func Hazards() []checks.Rule[*Pool] {
	return []checks.Rule[*Pool]{
		inconsistent(),
		undetermined(),
	}
}
