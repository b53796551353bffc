package topology

import (
	"slices"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/topology/plan"
)

// Outcome is the answer about one change.
type Outcome struct {
	checks.Result
	// Plan is what rolls, in order, unless the change is refused; see Steps.
	Plan []plan.Step
	// Held are the pools that a pin or an annotation keeps from the new version.
	Held []string
	// Stalled says where a chained upgrade stops, "" when it does not.
	Stalled string
	// Conditional is true when missing evidence could change the plan.
	Conditional bool
	// Headroom is nil without pins.
	Headroom *int
	// Stays describes the pools of Held.
	Stays []Stay
	// Refused is true when there is an error that counts: admission takes all or
	// nothing.
	Refused bool
	// NextEdits is how a refused change can be made after all, in order.
	NextEdits []string
}

// Evaluator runs the rules. It may be used from any goroutine.
type Evaluator struct{ rules, dropped, class []Rule }

// NewEvaluator prepares the rules.
func NewEvaluator() *Evaluator {
	return &Evaluator{
		rules: Rules(), dropped: []Rule{comparing(topologyRemoved())},
		class: []Rule{versionNotInClass(), classVersionRemoved()},
	}
}

// Evaluate judges one change.
func (e *Evaluator) Evaluate(c *Change) Outcome {
	rules := e.rules
	switch {
	case c.dropped:
		rules = e.dropped
	case c.bystander:
		rules = e.class
	}
	out := Outcome{Result: yield(checks.Run(rules, c))}
	out.Held, out.Headroom, out.Stays = c.plan.Held, c.plan.Headroom, c.stays()
	if out.Refused = Refused(out.Findings); out.Refused {
		out.NextEdits = c.nextEdits(out.Findings)
	}
	if c.plannable && c.planErr == nil {
		out.Plan, out.Stalled = c.plan.Steps, c.plan.Stall.String()
	}
	out.Conditional = c.conditional(out.NotEvaluated)
	return out
}

// Steps is the plan, none for a change that is refused.
func (o Outcome) Steps() []plan.Step {
	if o.Refused {
		return nil
	}
	return o.Plan
}

// Refused reports whether one of the findings about a Cluster stops its change.
// Errors about the contract of MachinePools do not: the Cluster is accepted.
func Refused(findings []checks.Finding) bool {
	return slices.ContainsFunc(findings, func(f checks.Finding) bool {
		return f.Severity == checks.Error && !strings.HasPrefix(f.Rule, "machinepool/")
	})
}
