package machinepool

import (
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/fix"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/flow"
)

func poolAutoscalingIgnoreChanges() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "pool/autoscaling-ignore-changes", Severity: checks.Warning,
			Title: "An apply resets what the cloud's autoscaler decided",
			Why: "With autoscaling on, the desired count belongs to the cloud. Unless the group ignores it, every change there is drift, and " +
				"the next apply takes it back.",
			Fix:    "Put the desired count under lifecycle.ignore_changes, and pin the smallest and largest size to var.replicas while autoscaling is off.",
			Source: "seeds/003, autoscaling (input) and Drift order; tfcapi-lint pool/autoscaling-ignore-changes",
			Fails:  checks.Example{Args: lint, Files: awsPool("    ignore_changes = [desired_capacity]\n", "")},
			Passes: checks.Example{Args: lint, Files: awsPool()},
		},
		Check: eachSink(func(in *Input, sink *flow.Node, out *checks.Sink) {
			if in.supportsAutoscaling() {
				in.checkIgnored(in.flows().In(scaledMode).Node(sink.Address()), out)
			}
		}),
	}
}

// supportsAutoscaling reports a module that does something with the input and
// does not refuse it.
func (in *Input) supportsAutoscaling() bool { return in.usesAutoscaling() && !in.refusesAutoscaling() }

// checkIgnored judges one group in the mode with autoscaling.
func (in *Input) checkIgnored(group *flow.Node, out *checks.Sink) {
	if !isGroup(group) || group.Row().Size == nil || group.Exists() == flow.No {
		return
	}
	size := group.Row().Size
	if group.Ignores(size.Argument) {
		return
	}
	for _, s := range group.Settings(size.Argument) {
		// Null leaves a computed count to the cloud, which has the same effect.
		if size.Computed && s.Value.IsKnown() && s.Value.IsNull() {
			continue
		}
		f := found(s.Attribute.NameRange, group.Address(),
			"%s of %s is not under ignore_changes: with autoscaling on, every apply resets what the cloud's autoscaler decided", size.Argument, group.Address())
		out.Report(cure(f, "add it to ignore_changes", in.ignoreEdits(group, size.Argument)))
	}
}

// ignoreEdits adds an argument to ignore_changes.
func (in *Input) ignoreEdits(group *flow.Node, argument string) []checks.Edit {
	file := in.editable(group)
	r := group.Resource()
	if file == nil || file.JSON || strings.Contains(argument, ".") {
		return nil
	}
	l := r.Lifecycle
	switch {
	case l.Block == nil:
		at := r.Block.CloseBraceRange
		if at.Filename != file.Name || at.Start.Line == r.Block.OpenBraceRange.Start.Line {
			return nil
		}
		start := hcl.Pos{Line: at.Start.Line, Column: 1}
		text := "\n  lifecycle {\n    ignore_changes = [" + argument + "]\n  }\n"
		return []checks.Edit{fix.Replace(hcl.Range{Filename: file.Name, Start: start, End: start}, text)}
	case l.IgnoreAttribute == nil:
		return fix.AddArgument(file, l.Block, "ignore_changes", "["+argument+"]")
	case len(l.Ignore) > 0:
		last := l.Ignore[len(l.Ignore)-1].Range
		return []checks.Edit{fix.Replace(hcl.Range{Filename: last.Filename, Start: last.End, End: last.End}, ", "+argument)}
	}
	return []checks.Edit{fix.Replace(l.IgnoreAttribute.Expr.Range(), "["+argument+"]")}
}
