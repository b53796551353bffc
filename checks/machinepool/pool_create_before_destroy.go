package machinepool

import (
	"slices"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/fix"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/flow"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/provider"
)

func poolCreateBeforeDestroy() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "pool/create-before-destroy", Severity: checks.Warning,
			Title: "A launch configuration is replaced while the group uses it",
			Why: "Instance templates and instance configurations cannot be changed, so a new payload or version replaces them. Without " +
				"create_before_destroy the old one has to go first, which the cloud refuses while a group uses it. With it, a fixed name " +
				"collides with the one that is still there.",
			Fix:    "Set create_before_destroy = true and use name_prefix, or no name at all.",
			Source: "machinepool.md 4.1; 6 R26",
			Fails:  checks.Example{Args: lint, Files: ociPool("    create_before_destroy = true\n", "")},
			Passes: checks.Example{Args: lint, Files: ociPool()},
		},
		Check: withSink(func(in *Input, out *checks.Sink) {
			for _, n := range in.flows().Free().Nodes() {
				if n.Managed() && n.Kind() == provider.Launch && n.Trust() == flow.Yes && immutable(n.Row()) {
					in.checkReplacement(n.Address(), out)
				}
			}
		}),
	}
}

// immutable reports a launch resource that new user data replaces.
func immutable(row *provider.Row) bool {
	return slices.ContainsFunc(row.Payloads, func(p provider.Payload) bool {
		return slices.ContainsFunc(row.Replaces, func(e provider.Effect) bool {
			return slices.ContainsFunc(e.Arguments, func(a string) bool {
				return a == "*" || p.Argument == a || strings.HasPrefix(p.Argument, a+".")
			})
		})
	})
}

// checkReplacement looks at what a rotation or an upgrade does to one launch
// resource.
func (in *Input) checkReplacement(address string, out *checks.Sink) {
	for _, input := range []string{contract.BootstrapData, contract.Version} {
		view := in.flows().Of(input)
		n := view.Node(address)
		t := n.Replacement()
		if view.Of(t, input) != flow.Yes {
			continue
		}
		switch first, heir := view.CreatesFirst(n); {
		case !first || heir != nil:
			f := proved(n.RangeOf("lifecycle"), address, t.Steps(), "%s", replacedInUse(address, input, heir))
			out.Report(cure(f, "set create_before_destroy = true", in.createFirstEdits(n)))
			return
		case fixedName(view, n, input):
			f := proved(n.RangeOf(n.Row().Named.Argument), address, t.Steps(),
				"a change of var.%s replaces %s, and its fixed name collides with the one that is still there", input, address)
			out.Report(cure(f, "use "+n.Row().Named.Prefix+" instead of "+n.Row().Named.Argument, nil))
			return
		}
	}
}

// replacedInUse tells what is missing. The runtimes hand create_before_destroy
// down from resources that depend on this one; that holds only as long as those
// keep it.
func replacedInUse(address, input string, heir *flow.Node) string {
	text := "a change of var." + input + " replaces " + address + " while a group uses it, and it has no create_before_destroy"
	if heir != nil {
		return text + " of its own: only the one of " + heir.Address() + " keeps the old one until the new one is there"
	}
	return text + ": the old one must go first, which the cloud refuses"
}

// fixedName reports a name that the replacement keeps.
func fixedName(view *flow.View, n *flow.Node, input string) bool {
	named := n.Row().Named
	if named == nil {
		return false
	}
	for _, s := range n.Settings(named.Argument) {
		if !(s.Value.IsKnown() && s.Value.IsNull()) && view.Of(s.Taint, input) == flow.No {
			return true
		}
	}
	return false
}

func (in *Input) createFirstEdits(n *flow.Node) []checks.Edit {
	file, block := in.editable(n), n.Resource().Lifecycle.Block
	if file == nil || block == nil || block.Body.Attributes["create_before_destroy"] != nil {
		return nil
	}
	return fix.AddArgument(file, block, "create_before_destroy", "true")
}
