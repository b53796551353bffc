package machinepool

import (
	"slices"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/flow"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/provider"
)

// provedRolls are the ways in which an input certainly rolls a sink.
func (in *Input) provedRolls(sink *flow.Node, input string) []flow.Roll {
	free := in.flows().Free()
	if !mayRoll(free, free.Node(sink.Address()), input) {
		return nil
	}
	view := in.flows().Of(input)
	rolls := view.Rolls(view.Node(sink.Address()), input)
	return slices.DeleteFunc(rolls, func(r flow.Roll) bool {
		return r.Certainty != flow.Yes || counted(sink, r, input)
	})
}

// mayRoll looks at all inputs at once, so that proofs are only made for those
// that get anywhere.
func mayRoll(view *flow.View, sink *flow.Node, input string) bool {
	return len(view.Rolls(sink, input)) > 0
}

// counted reports the number of single machines following var.replicas: that is
// scaling, and removes no member that stays.
func counted(sink *flow.Node, r flow.Roll, input string) bool {
	return r.Cause == flow.Counted && sink.Kind() == provider.Machine && input == contract.Replicas
}

// openRolls reports whether an input perhaps rolls a sink.
func (in *Input) openRolls(sink *flow.Node, input string) bool {
	free := in.flows().Free()
	if !mayRoll(free, free.Node(sink.Address()), input) {
		return false
	}
	view := in.flows().Of(input)
	return slices.ContainsFunc(view.Rolls(view.Node(sink.Address()), input), func(r flow.Roll) bool { return !counted(sink, r, input) })
}

// reportsRolls makes the body of a rule that an input must not roll a sink.
// Ways that another rule speaks of are left to that one.
func reportsRolls(input, what string, special func(r flow.Roll) bool) func(*Input, *checks.Sink) {
	return eachSink(func(in *Input, sink *flow.Node, out *checks.Sink) {
		rolls := in.provedRolls(sink, input)
		if len(rolls) == 0 {
			if in.openRolls(sink, input) {
				in.skipSink(sink, out)
			}
			return
		}
		rolls = slices.DeleteFunc(rolls, special)
		if len(rolls) > 0 {
			out.Report(rollFinding(sink, rolls[0], input, what))
		}
	})
}

func rollFinding(sink *flow.Node, r flow.Roll, input, what string) checks.Finding {
	effect := r.Path[len(r.Path)-1].Text
	return proved(lastPlace(r.Path), sink.Address(), r.Path, "a change of var.%s reaches the members of %s (%s): %s", input, sink.Address(), effect, what)
}

func noRule(flow.Roll) bool { return false }

// ownRule reports ways of rolling that a more special rule speaks of.
func ownRule(r flow.Roll) bool { return r.Effect.Rule != "" }
