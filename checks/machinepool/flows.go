package machinepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/flow"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/provider"
)

// flows is the data-flow analysis of the module, made at first use.
func (in *Input) flows() *flow.Analysis {
	in.once.Do(func() {
		in.analysis = flow.Analyse(in.Module, flow.Options{
			Table:    provider.Known(),
			Contract: func(name string) bool { _, ok := in.Contract.Input(name); return ok },
			Sources:  in.sources(),
			Modes:    modes(),
		})
	})
	return in.analysis
}

// editable is the file that a resource is written in, nil when it is not one
// of the module.
func (in *Input) editable(n *flow.Node) *module.File { return in.fileOf(n.Resource().Block.DefRange()) }
