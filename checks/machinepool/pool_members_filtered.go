package machinepool

import (
	"strconv"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/fix"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/flow"
)

func poolMembersFiltered() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "pool/members-filtered", Severity: checks.Error,
			Title: "Live members are missing from provider_id_list",
			Why: "Cluster API deletes the Node of every provider id that leaves the list. A list of running or healthy members only loses " +
				"those that start, stop or fail a check for a moment, and their Nodes with them.",
			Fix:    "List every member that is not terminated; aws_instances needs instance_state_names with all live states.",
			Source: "seeds/003, provider_id_list rule 1",
			Fails: checks.Example{Args: lint, Files: awsPool(
				"  instance_state_names = [\"pending\", \"running\", \"stopping\", \"stopped\"]\n", "")},
			Passes: checks.Example{Args: lint, Files: awsPool()},
		},
		Check: withSink(func(in *Input, out *checks.Sink) {
			restrictions, _ := in.flows().Free().Restrictions(contract.ProviderIDList)
			for _, r := range restrictions {
				out.Report(in.filteredFinding(r))
			}
		}),
	}
}

func (in *Input) filteredFinding(r flow.Restriction) checks.Finding {
	missing := strings.Join(r.Missing, ", ")
	if r.Source == nil {
		f := found(r.At, "output."+contract.ProviderIDList,
			"provider_id_list leaves out members by a condition (%s): Cluster API deletes the Nodes of members that leave the list", missing)
		return cure(rated(f, checks.Warning), "list every member that is not terminated", nil)
	}
	what := "lists only some states"
	if r.Default {
		what = "lists running machines only unless it is told otherwise"
	}
	f := found(r.At, r.Source.Address(), "%s %s and leaves out %s: Cluster API deletes the Nodes of members that leave provider_id_list", r.Source.Address(), what, missing)
	return cure(f, "name every live state", in.statesEdits(r))
}

// statesEdits writes all live states into the argument of the data source.
func (in *Input) statesEdits(r flow.Restriction) []checks.Edit {
	m := r.Source.Row().Members
	file := in.editable(r.Source)
	if m.States == "" || file == nil || file.JSON {
		return nil
	}
	quoted := make([]string, len(m.Live))
	for n, s := range m.Live {
		quoted[n] = strconv.Quote(s)
	}
	value := "[" + strings.Join(quoted, ", ") + "]"
	if settings := r.Source.Settings(m.States); len(settings) > 0 {
		s := settings[0]
		if s.Expr == nil || s.Attribute.NameRange.Filename != file.Name {
			return nil
		}
		return []checks.Edit{fix.Replace(s.Expr.Range(), value)}
	}
	return fix.AddArgument(file, r.Source.Resource().Block, m.States, value)
}
