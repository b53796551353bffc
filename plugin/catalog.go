package plugin

import (
	"slices"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/render"
)

// catalog lists every rule of every group, in order of groups. Documentation,
// `rules`, SARIF help and completion read it; there is no other registry.
func catalog() []checks.Meta {
	return slices.Concat(
		checks.Metas(nodepool.Hazards()),
		checks.Metas(render.Rules()),
		checks.ConfigRules(),
	)
}
