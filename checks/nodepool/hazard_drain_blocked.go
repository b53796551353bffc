package nodepool

import (
	"regexp"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

var drainBlocked = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/drain-blocked", Severity: checks.Warning,
		Title:  "Machines wait for their nodes to be drained",
		Why:    "The rollout goes on only when the pods have left. A PodDisruptionBudget that allows no eviction holds it up without end unless a drain timeout is set.",
		Fix:    "Let the pods move (more replicas, another budget), or set a node drain timeout on the pool.",
		Source: "Cluster API machine deletion: DrainingSucceeded (v1beta1), Deleting with reason DrainingNode (v1beta2)",
		Fails: example("", sampleSettled+"---\n"+machineList+
			machineItem("workers-1", "user-data-workers-c3481e6f", "    deletionTimestamp: 2026-09-20T10:00:00Z\n"+
				"  status: {conditions: [{type: Deleting, status: \"True\", reason: DrainingNode, message: 'cannot evict pod web/web-0: violates PodDisruptionBudget web'}]}\n")),
		Passes: example("", sampleSettled+"---\n"+machineList+
			machineItem("workers-1", "user-data-workers-c3481e6f", "  status: {nodeRef: {name: workers-1}}\n")),
	},
	Check: func(p *Pool, out *checks.Sink) {
		if !p.Automated || p.State == Unsupported {
			return
		}
		var names []string
		f := checks.Finding{}
		budgets := map[string]bool{}
		for _, m := range p.Machines {
			c, draining := m.Drain()
			if !draining {
				continue
			}
			if len(names) == 0 {
				f = p.finding(m.Object, c.Value, "")
			}
			names = append(names, m.Object.Name)
			f.Related = append(f.Related, related(m.Object, c.Value, "Machine/"+m.Object.Name, c.Message))
			for _, b := range budgetNames(c.Message) {
				budgets[b] = true
			}
		}
		if len(names) > 0 {
			f.Message = several(len(names), "machine") + " in a drain that is not over: " + strings.Join(names, ", ") + blamed(budgets)
			out.Report(f)
			return
		}
		if !p.Has.Machines {
			out.Skip(p.lackMachines())
		}
	},
}

// budgetName finds the budgets that messages of the drain name.
var budgetName = regexp.MustCompile(`(?i)(?:PodDisruptionBudget|disruption budget)s?\s+"?([a-z0-9][a-z0-9./-]*[a-z0-9])`)

func budgetNames(message string) []string {
	var out []string
	for _, m := range budgetName.FindAllStringSubmatch(message, -1) {
		out = append(out, m[1])
	}
	return out
}

func blamed(budgets map[string]bool) string {
	if len(budgets) == 0 {
		return ""
	}
	return "; held by PodDisruptionBudget " + strings.Join(sortedKeys(budgets), ", ")
}
