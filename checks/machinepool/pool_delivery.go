package machinepool

import (
	"slices"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/flow"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/provider"
)

// delivery says whether new members of a sink get an input: in what they are
// launched with, or from an object store. What goes into resources that nothing
// is known of may reach them too.
func (in *Input) delivery(sink *flow.Node, input string) flow.Delivery {
	view := in.flows().Of(input)
	d := view.Delivers(view.Node(sink.Address()), input)
	if d.Certainty == flow.No {
		d.Certainty = in.aside(view, input)
	}
	return d
}

// aside is how certain an input leaves the module in another way than in what
// a group launches.
func (in *Input) aside(view *flow.View, input string) flow.Certainty {
	remote, _ := view.Remote()
	out := min(flow.Maybe, max(view.Of(remote, input), view.Of(view.Provisioned(), input)))
	for _, n := range view.Nodes() {
		reached := view.Of(n.Argument("*"), input)
		switch {
		case !n.Managed() || reached == flow.No:
		case n.Kind() == provider.Store:
			return flow.Yes
		case !n.Known() && !utility(n.Resource().Type):
			out = max(out, flow.Maybe)
		}
	}
	return out
}

// guarded reports a condition that depends on an input, so that the module
// fails loudly on what it cannot do.
func (in *Input) guarded(input string) bool {
	view := in.flows().Free()
	return slices.ContainsFunc(view.Conditions(), func(c flow.Condition) bool { return view.Of(c.Taint, input) != flow.No })
}
