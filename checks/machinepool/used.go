package machinepool

import (
	"slices"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/flow"
)

// usesAutoscaling reports a module that does something with the input.
func (in *Input) usesAutoscaling() bool { return in.used(contract.Autoscaling) }

// used reports whether an input reaches a managed resource, a provider
// configuration, a provisioner or a module that is not read.
func (in *Input) used(name string) bool {
	view := in.flows().Free()
	remote, _ := view.Remote()
	if view.Of(remote, name) != flow.No || view.Of(view.Provisioned(), name) != flow.No {
		return true
	}
	return slices.ContainsFunc(view.Nodes(), func(n *flow.Node) bool {
		return n.Managed() && (view.Of(n.Written("*"), name) != flow.No || view.Of(n.Presence(), name) != flow.No)
	})
}
