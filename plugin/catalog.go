package plugin

import (
	"slices"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/manifest"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/render"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/topology"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/topology/nodepools"
)

// catalog lists every rule of every group, in order of groups. Documentation,
// `rules`, SARIF help and completion read it; there is no other registry.
func catalog() []checks.Meta {
	return slices.Concat(
		checks.Metas(nodepool.Hazards()),
		checks.Metas(machinepool.Rules()),
		checks.Metas(render.Rules()),
		checks.Metas(topology.Rules()),
		checks.Metas(nodepools.Rules()),
		checks.Metas(manifest.Rules()),
		checks.ConfigRules(),
	)
}
