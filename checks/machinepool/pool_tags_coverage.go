package machinepool

import (
	"slices"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/flow"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/provider"
)

func poolTagsCoverage() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "pool/tags-coverage", Severity: checks.Warning,
			Title: "Some of what the module creates does not carry the tags",
			Why: "captf_tags says which object a cloud resource belongs to. What lacks them, machines and disks that the group launches " +
				"included, cannot be attributed or cleaned up.",
			Fix: "Give var.captf_tags to every resource that can carry tags, and to what the group launches (tag_specifications, labels, " +
				"tags of the launch details).",
			Source: "machinepool.md 1.4",
			Fails: checks.Example{Args: lint, Files: awsPool(
				"  tag_specifications {\n    resource_type = \"volume\"\n    tags          = var.captf_tags\n  }\n", "")},
			Passes: checks.Example{Args: lint, Files: awsPool()},
		},
		Check: withSink(func(in *Input, out *checks.Sink) {
			if in.Module.Variable(contract.Tags) == nil || !in.used(contract.Tags) {
				return // input/tags-declared and input/tags-unused tell that
			}
			view := in.flows().Free()
			for _, n := range view.Nodes() {
				if n.Managed() && n.Known() && !tagged(view, n) {
					f := found(n.Resource().Block.DefRange(), n.Address(), "%s does not carry var.captf_tags", n.Address())
					out.Report(cure(f, "set "+n.Row().Tags[0], nil))
				}
			}
			for _, sink := range in.sinks() {
				in.checkLaunchedTags(view, sink, out)
			}
		}),
	}
}

// tagged reports a resource that carries the tags, or that cannot.
func tagged(view *flow.View, n *flow.Node) bool {
	if len(n.Row().Tags) == 0 || n.Trust() == flow.No {
		return true
	}
	return slices.ContainsFunc(n.Row().Tags, func(path string) bool {
		return view.Of(n.Written(path), contract.Tags) != flow.No
	}) || view.Of(n.ProviderTaint("default_tags.tags"), contract.Tags) != flow.No
}

// checkLaunchedTags looks at what comes up with the members of a group.
func (in *Input) checkLaunchedTags(view *flow.View, sink *flow.Node, out *checks.Sink) {
	launches, complete := sink.Launches()
	if !complete {
		return
	}
	var missing []string
	for _, l := range sink.Row().Launched {
		if !launchedTagged(view, sink, launches, l) {
			missing = append(missing, l.What)
		}
	}
	if len(missing) == 0 {
		return
	}
	f := found(sink.Resource().Block.DefRange(), sink.Address(), "what %s launches does not carry var.captf_tags: %s", sink.Address(), strings.Join(missing, ", "))
	out.Report(cure(f, "tag what the group launches", nil))
}

func launchedTagged(view *flow.View, sink *flow.Node, launches []*flow.Node, l provider.Launched) bool {
	exists := l.OnlyWith == ""
	for _, t := range l.Tags {
		holders := launches
		if t.On == provider.Group {
			holders = []*flow.Node{sink}
		}
		for _, n := range holders {
			exists = exists || len(n.Settings(l.OnlyWith+".subnet_id")) > 0
			if view.Of(tagsOf(n, t), contract.Tags) != flow.No {
				return true
			}
		}
	}
	return !exists
}

func tagsOf(n *flow.Node, t provider.LaunchedTags) flow.Taint {
	if t.Block == "" {
		return n.Written(t.Argument)
	}
	return n.BlockTaint(t.Block, strings.TrimPrefix(t.Argument, t.Block+"."), t.When, t.Is)
}
