package nodepool

import (
	"slices"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// Hazards lists the rules over explained pools, one file each.
func Hazards() []checks.Rule[*Pool] {
	return slices.Concat[[]checks.Rule[*Pool]]()
}
