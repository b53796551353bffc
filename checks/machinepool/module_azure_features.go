package machinepool

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/fix"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/flow"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

func moduleAzureFeatures() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "module/azure-features", Severity: checks.Error,
			Title: "The azurerm provider reimages members for a new payload",
			Why: "roll_instances_when_required and reimage_on_manual_upgrade are on by default. A changed custom_data then reimages every " +
				"instance of the scale set during the apply, although upgrade_mode is Manual.",
			Fix:    "Switch both off in features.virtual_machine_scale_set of the provider block, and roll on a version change by the name of the set.",
			Source: "machinepool.md 4.1 and 4.2",
			Fails: checks.Example{Args: lint, Files: azurePool(
				"    virtual_machine_scale_set {\n      roll_instances_when_required = false\n      reimage_on_manual_upgrade    = false\n    }\n", "")},
			Passes: checks.Example{Args: lint, Files: azurePool()},
		},
		Check: reportsPolicy("module/azure-features", addFeaturesFix),
	}
}

var featureFlags = []string{"roll_instances_when_required", "reimage_on_manual_upgrade"}

// addFeaturesFix points at the provider block and writes the flags into it.
func addFeaturesFix(in *Input, sink *flow.Node, f *checks.Finding) {
	const advice = "set roll_instances_when_required and reimage_on_manual_upgrade to false in the provider's features"
	block := sink.ProviderBlock()
	if block == nil {
		*f = cure(*f, advice, nil)
		return
	}
	f.Related = append(f.Related, related(block.DefRange(), "provider."+block.Labels[0], "the provider configuration"))
	*f = cure(*f, advice, in.featureEdits(block))
}

func (in *Input) featureEdits(provider *hclsyntax.Block) []checks.Edit {
	file := in.fileOf(provider.DefRange())
	features := nestedBlock(provider, "features")
	if file == nil || file.JSON || features == nil {
		return nil
	}
	set := nestedBlock(features, "virtual_machine_scale_set")
	if set == nil {
		return insertBlock(file, features, "virtual_machine_scale_set", featureFlags)
	}
	var edits []checks.Edit
	for _, flag := range featureFlags {
		if a := set.Body.Attributes[flag]; a != nil {
			edits = append(edits, fix.Replace(a.Expr.Range(), "false"))
		} else {
			edits = append(edits, fix.AddArgument(file, set, flag, "false")...)
		}
	}
	return edits
}

func nestedBlock(b *hclsyntax.Block, name string) *hclsyntax.Block {
	for _, n := range b.Body.Blocks {
		if n.Type == name {
			return n
		}
	}
	return nil
}

// insertBlock writes a nested block with flags that are false in front of the
// closing brace.
func insertBlock(file *module.File, outer *hclsyntax.Block, name string, flags []string) []checks.Edit {
	indent := strings.Repeat(" ", outer.TypeRange.Start.Column-1)
	var text strings.Builder
	if outer.OpenBraceRange.Start.Line == outer.CloseBraceRange.Start.Line {
		text.WriteString("\n")
	}
	text.WriteString(indent + "  " + name + " {\n")
	for _, flag := range flags {
		text.WriteString(indent + "    " + flag + " = false\n")
	}
	text.WriteString(indent + "  }\n" + indent)
	at := outer.CloseBraceRange.Start
	if at.Line != outer.OpenBraceRange.Start.Line {
		at.Column = 1
	}
	return []checks.Edit{fix.Replace(hcl.Range{Filename: file.Name, Start: at, End: outer.CloseBraceRange.Start}, text.String())}
}
