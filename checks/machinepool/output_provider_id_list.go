package machinepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/fix"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/shape"
)

func outputProviderIDListShape() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "output/provider-id-list-shape", Severity: checks.Warning,
			Title: "provider_id_list is missing, or keeps the order in which the cloud answers",
			Why: "An order that changes between two refreshes is a difference in every plan. sort() or distinct() satisfies the rule; so do keys() " +
				"of a map and other expressions with an order of their own. tfcapi-lint looks at the output's own expression only and warns where " +
				"the list is sorted in a local value: that is an info here. A missing output is an error.",
			Fix:    "Wrap the expression of the output in sort().",
			Source: "seeds/003, provider_id_list (output); tfcapi-lint output/provider-id-list-shape",
			Fails:  checks.Example{Args: lint, Files: outputProviderIDListFails},
			Passes: checks.Example{Args: lint, Files: outputProviderIDListPasses},
		},
		Check: checkProviderIDList,
	}
}

func checkProviderIDList(in *Input, out *checks.Sink) {
	want, _ := in.Contract.Output(contract.ProviderIDList)
	if in.Module.Output(want.Name) == nil {
		out.Report(rated(missingOutput(in, want, "output %s is not declared: a pool must report every member that is not terminated", want.Name), checks.Error))
		return
	}
	list, ok := in.output(want.Name)
	if !ok {
		return
	}
	at := list.Expr.Range()
	f := cure(found(at, "output."+want.Name, ""), "wrap the expression in sort()", in.wrap(list, "sort(", ")"))
	switch o := shape.OrderOf(list); {
	case o.Order == shape.Unstable && !o.Distinct:
		f.Message = "provider_id_list keeps the order in which the cloud answers: two refreshes of the same members can differ"
	case o.Named && (o.Order == shape.Stable || o.Distinct):
		f.Severity = checks.Info
		f.Message = "provider_id_list is in order only through the value that it refers to: that is right, but tfcapi-lint looks at this expression alone and warns"
	default:
		return
	}
	out.Report(f)
}

func outputProviderIDOrder() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "output/provider-id-order", Severity: checks.Info,
			Title: "distinct() keeps the order in which the cloud answers",
			Why: "distinct() removes duplicates and leaves the order as it was. The controller sorts what it writes, so only the plan is noisy: " +
				"an apply -refresh-only can show a difference with the same members.",
			Fix:    "Wrap the expression in sort().",
			Source: "machinepool.md 1.2",
			Fails:  checks.Example{Args: lint, Files: outputProviderIDOrderFails},
			Passes: checks.Example{Args: lint, Files: outputProviderIDListPasses},
		},
		Check: func(in *Input, out *checks.Sink) {
			list, ok := in.output(contract.ProviderIDList)
			if !ok {
				return
			}
			if o := shape.OrderOf(list); o.Distinct && o.Order == shape.Unstable {
				f := found(list.Expr.Range(), "output."+contract.ProviderIDList, "distinct() does not put provider_id_list in order: a refresh of the same members can show a difference")
				out.Report(cure(f, "wrap the expression in sort()", in.wrap(list, "sort(", ")")))
			}
		},
	}
}

// wrap puts text around an expression; JSON files are left to people.
func (in *Input) wrap(n shape.Node, before, after string) []checks.Edit {
	if f := in.fileOf(n.Expr.Range()); f == nil || f.JSON {
		return nil
	}
	return fix.Wrap(n.Expr.Range(), before, after)
}

const outputProviderIDListFails = `-- module/outputs.tf --
data "aws_instances" "members" {}
output "provider_id_list" {
  value = [for id in data.aws_instances.members.ids : "aws:///eu-west-1a/${id}"]
}
`

const outputProviderIDListPasses = `-- module/outputs.tf --
data "aws_instances" "members" {}
output "provider_id_list" {
  value = sort([for id in data.aws_instances.members.ids : "aws:///eu-west-1a/${id}"])
}
`

const outputProviderIDOrderFails = `-- module/outputs.tf --
data "aws_instances" "members" {}
output "provider_id_list" {
  value = distinct([for id in data.aws_instances.members.ids : "aws:///eu-west-1a/${id}"])
}
`
