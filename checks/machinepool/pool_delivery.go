package machinepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/flow"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/provider"
)

// lacking is a format of the payload in which new members do not get an input.
type lacking struct {
	flow.Delivery
	// format is empty when it is so in every format that the module takes.
	format string
}

// lacks looks for a format in which new members of a sink certainly do not get
// an input. open is true when that cannot be told for some format. Formats that
// skip reports are left out.
func (in *Input) lacks(sink *flow.Node, input string, skip func(format string) bool) (out *lacking, open bool) {
	taken, lost := 0, 0
	for _, f := range formats {
		if skip(f) {
			continue
		}
		taken++
		d := in.delivery(in.flows().OfIn(input, f), sink, input)
		open = open || d.Certainty == flow.Maybe
		if d.Certainty == flow.No {
			lost++
			if out == nil {
				out = &lacking{d, f}
			}
		}
	}
	if out != nil && lost == taken {
		out.format = ""
	}
	return out, open
}

// inFormat is the end of a message about a format.
func (l *lacking) inFormat() string {
	if l.format == "" {
		return ""
	}
	return " (bootstrap_format " + l.format + ")"
}

// delivery says whether new members of a sink get an input: in what they are
// launched with, or from an object store. What goes into resources that nothing
// is known of may reach them too.
func (in *Input) delivery(view *flow.View, sink *flow.Node, input string) flow.Delivery {
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
		if !n.Managed() || n.Known() && n.Kind() != provider.Store || utility(n.Resource().Type) {
			continue
		}
		switch reached := view.Of(n.Argument("*"), input); {
		case reached == flow.No:
		case n.Kind() == provider.Store:
			return flow.Yes
		default:
			out = max(out, flow.Maybe)
		}
	}
	return out
}

// guardsLabels reports a module that fails when there are labels in a format,
// or that has a condition on labels which cannot be evaluated.
func (in *Input) guardsLabels(input string) func(format string) bool {
	return func(format string) bool {
		if in.refuses(format + withLabels) {
			return true
		}
		view := in.flows().Free()
		decided := in.flows().In(format + withLabels).Conditions()
		for n, c := range view.Conditions() {
			if view.Of(c.Taint, input) != flow.No && !decided[n].Result.IsKnown() {
				return true
			}
		}
		return false
	}
}
