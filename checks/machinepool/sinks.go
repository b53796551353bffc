package machinepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/flow"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/provider"
)

// sinks are what holds the members of the pool: groups of a known type, and
// single machines whose number follows var.replicas.
func (in *Input) sinks() []*flow.Node {
	view := in.flows().Free()
	var out []*flow.Node
	for _, n := range view.Nodes() {
		switch {
		case !n.Managed() || n.Exists() == flow.No:
		case n.Kind() == provider.Group, n.Kind() == provider.Machine && view.Of(n.Presence(), contract.Replicas) != flow.No:
			out = append(out, n)
		}
	}
	return out
}

// isGroup reports native groups among the sinks.
func isGroup(n *flow.Node) bool { return n.Kind() == provider.Group }

// eachSink makes a rule body from one about a group or counted machine. Without
// one the rule cannot be judged, unless the module manages nothing native.
func eachSink(check func(in *Input, sink *flow.Node, out *checks.Sink)) func(*Input, *checks.Sink) {
	return func(in *Input, out *checks.Sink) {
		sinks := in.sinks()
		if len(sinks) == 0 {
			in.skipUnknown(out)
		}
		for _, n := range sinks {
			check(in, n, out)
		}
	}
}

// withSink makes a rule body from one about the module as a whole that needs a
// known group or counted machine somewhere.
func withSink(check func(in *Input, out *checks.Sink)) func(*Input, *checks.Sink) {
	return func(in *Input, out *checks.Sink) {
		if len(in.sinks()) == 0 {
			in.skipUnknown(out)
			return
		}
		check(in, out)
	}
}

// skipUnknown tells what hides the answer: resource types that the table does
// not know, and modules that are not read.
func (in *Input) skipUnknown(out *checks.Sink) {
	view := in.flows().Free()
	for _, n := range view.Nodes() {
		if n.Managed() && !n.Known() && !utility(n.Resource().Type) {
			out.Skip(unknownType(n.Resource().Type))
		}
	}
	if _, names := view.Remote(); len(names) > 0 {
		for _, name := range names {
			out.Skip(checks.NotEvaluated{
				ID: "remote-source", Because: name + " is not read",
				How: "vendor the module below the module directory and call it by a local path",
			})
		}
	}
}

func unknownType(typ string) checks.NotEvaluated {
	return checks.NotEvaluated{
		ID: "unknown-resource", Because: "nothing is known about " + typ,
		How: "check by hand what a change of its arguments does",
	}
}

// skipSink tells that a group itself cannot be judged.
func (in *Input) skipSink(n *flow.Node, out *checks.Sink) {
	if n.Trust() != flow.Yes {
		u := unknownType(n.Resource().Type)
		u.Because = "what is known about " + n.Resource().Type + " is not verified for this provider and version"
		out.Skip(u)
		return
	}
	in.skipUnknown(out)
}
