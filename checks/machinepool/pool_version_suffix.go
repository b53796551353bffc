package machinepool

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/fix"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/flow"
)

func poolVersionSuffix() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "pool/version-suffix", Severity: checks.Warning,
			Title: "An image is looked up with the suffix of the version",
			Why: "The version comes verbatim and may carry the suffix of a distribution, such as v1.31.4+rke2r1. No image name holds that, " +
				"so the lookup finds nothing on such clusters.",
			Fix:    "Cut the suffix off before the lookup: split(\"+\", var.kubernetes_version)[0].",
			Source: "seeds/003, kubernetes_version (input)",
			Fails:  checks.Example{Args: lint, Files: awsPool("node-${local.release}-*", "node-${var.kubernetes_version}-*")},
			Passes: checks.Example{Args: lint, Files: awsPool()},
		},
		Check: withSink(func(in *Input, out *checks.Sink) {
			view := in.suffixes()
			for _, n := range view.Nodes() {
				if n.Known() {
					in.checkImages(view, n, out)
				}
			}
		}),
	}
}

func (in *Input) checkImages(view *flow.View, n *flow.Node, out *checks.Sink) {
	for _, path := range n.Row().Images {
		t := n.Written(path)
		if view.Of(t, contract.Version) != flow.Yes || throughLookup(t.Steps(), n.Address()) {
			continue
		}
		steps := append(t.Steps(), flow.Step{Text: "image lookup", Range: n.Resource().Block.DefRange(), Kind: flow.Effect})
		f := proved(lastPlace(steps), n.Address(), steps,
			"%s looks an image up by the verbatim version: with a suffix such as +rke2r1 there is none", n.Address())
		out.Report(cure(f, "cut the suffix off: split(\"+\", var.kubernetes_version)[0]", in.stripEdits(n, path)))
		return
	}
}

// throughLookup reports a proof that leads through another lookup, which is
// told on its own.
func throughLookup(steps []flow.Step, address string) bool {
	return slices.ContainsFunc(steps, func(s flow.Step) bool {
		return strings.Contains("."+s.Text, ".data.") && !strings.HasPrefix(s.Text, address)
	})
}

// stripEdits wraps direct references to the version in the argument.
func (in *Input) stripEdits(n *flow.Node, path string) []checks.Edit {
	var edits []checks.Edit
	for _, s := range n.Settings(path) {
		if s.Expr == nil || !s.Root || in.editable(n) == nil || in.editable(n).JSON {
			continue
		}
		_ = hclsyntax.VisitAll(s.Expr, func(node hclsyntax.Node) hcl.Diagnostics {
			if x, ok := node.(*hclsyntax.ScopeTraversalExpr); ok && isVariable(x, contract.Version) {
				edits = append(edits, fix.Wrap(x.Range(), `split("+", `, `)[0]`)...)
			}
			return nil
		})
	}
	return edits
}

func isVariable(x *hclsyntax.ScopeTraversalExpr, name string) bool {
	if x.Traversal.RootName() != "var" || len(x.Traversal) != 2 {
		return false
	}
	a, ok := x.Traversal[1].(hcl.TraverseAttr)
	return ok && a.Name == name
}
