package machinepool

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/flow"
)

func poolUnexpectedRoll() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "pool/unexpected-roll", Severity: checks.Warning,
			Title: "Another input than the version replaces the members of the pool",
			Why: "Only a new Kubernetes version is meant to replace members. Replicas, autoscaling limits and tags change in daily work; " +
				"nobody expects a roll from them, and nobody sees the plan. Domains, exports and the module's own variables are told as " +
				"information: some modules roll on them on purpose.",
			Fix:    "Keep the input out of arguments that replace the group or its launch configuration.",
			Source: "machinepool.md 1.5 L10",
			Fails:  checks.Example{Args: lint, Files: googlePool("  metadata = {}\n", "  labels = local.tags\n")},
			Passes: checks.Example{Args: lint, Files: awsPool()},
		},
		Check: eachSink(checkUnexpectedRoll),
	}
}

// surprise is one input that rolls a sink.
type surprise struct {
	input    string
	severity checks.Severity
	roll     flow.Roll
}

func checkUnexpectedRoll(in *Input, sink *flow.Node, out *checks.Sink) {
	told := in.toldElsewhere(sink)
	var list []surprise
	for _, v := range in.Module.Variables {
		if in.expected(v.Name) {
			continue
		}
		for _, r := range in.provedRolls(sink, v.Name) {
			if !slices.Contains(told, wayOf(sink, r)) {
				list = append(list, surprise{v.Name, surpriseSeverity(v.Name, r), r})
				break
			}
		}
	}
	if len(list) == 0 {
		return
	}
	slices.SortStableFunc(list, func(a, b surprise) int { return a.severity.Rank() - b.severity.Rank() })
	first := list[0]
	f := rated(rollFinding(sink, first.roll, first.input, "only var.kubernetes_version is meant to do that"), first.severity)
	for _, s := range list[1:] {
		f.Related = append(f.Related, related(lastPlace(s.roll.Path), "var."+s.input, fmt.Sprintf("var.%s does so too", s.input)))
	}
	out.Report(f)
}

// expected reports inputs that other rules are about, or that never change.
func (in *Input) expected(input string) bool {
	known, ok := in.Contract.Input(input)
	return ok && known.Identity || slices.Contains([]string{contract.BootstrapData, contract.NodeLabels, contract.Version}, input)
}

// way is a mechanism together with the argument of the sink that starts it.
type way struct{ effect, argument string }

func wayOf(sink *flow.Node, r flow.Roll) way {
	w := way{effect: r.Path[len(r.Path)-1].Text}
	for _, s := range r.Path {
		rest, ok := strings.CutPrefix(s.Text, sink.Address())
		if !ok {
			continue
		}
		if w.argument, ok = strings.CutPrefix(rest, "."); ok {
			w.argument, _, _ = strings.Cut(w.argument, ".")
		} else {
			// A trigger: its place tells triggers apart.
			w.argument = s.Range.String()
		}
		return w
	}
	return w
}

// toldElsewhere are the ways in which the payload or the labels roll the sink:
// their rules tell the cause, which every input shares.
func (in *Input) toldElsewhere(sink *flow.Node) []way {
	var out []way
	for _, input := range []string{contract.BootstrapData, contract.NodeLabels} {
		for _, r := range in.provedRolls(sink, input) {
			out = append(out, wayOf(sink, r))
		}
	}
	return out
}

// surpriseSeverity: a mode switch that only counts the group in or out is
// information, like everything that does not change in daily work.
func surpriseSeverity(input string, r flow.Roll) checks.Severity {
	switch input {
	case contract.Replicas, contract.Tags:
		return checks.Warning
	case contract.Autoscaling:
		if r.Cause != flow.Counted {
			return checks.Warning
		}
	}
	return checks.Info
}
