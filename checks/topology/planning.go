package topology

import (
	"errors"
	"strconv"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/topology/plan"
)

// makePlan asks the planner, unless the versions leave nothing to plan with.
func (c *Change) makePlan() {
	if c.dropped || c.adopted || c.To().IsZero() || (c.Old != nil && c.From().IsZero()) {
		return
	}
	c.plannable = true
	c.planInput = c.planning()
	c.plan, c.planErr = plan.Compute(c.planInput)
}

func (c *Change) planning() plan.Input {
	in := plan.Input{
		Create: c.creates(), From: c.From(), To: c.To(),
		ControlPlane: c.controlPlane.spec, Lowest: c.controlPlane.lowest,
		Concurrency: c.concurrency(),
	}
	if !c.controlPlane.known() {
		in.ControlPlane, in.ControlPlaneAssumed = c.From(), true
	}
	if c.class != nil {
		in.ClassKnown, in.ClassVersions, in.Extension = true, c.class.parsed(), c.class.extension
	}
	for _, p := range c.Pools {
		in.Pools = append(in.Pools, c.planPool(p))
	}
	return in
}

func (c *Change) planPool(p *Pool) plan.Pool {
	out := plan.Pool{Lane: p.Lane, Name: p.Name, OldPin: p.oldPin, Pin: p.pin}
	out.Running, out.Assumed = c.running(p)
	switch {
	case p.Old == nil:
		out.Presence = plan.Added
	case p.New == nil:
		out.Presence = plan.Removed
	}
	out.Back = p.New != nil && p.New.back
	out.WasBack = p.Old != nil && p.Old.back
	return out
}

// concurrency of each lane; an unusable annotation is reported elsewhere.
func (c *Change) concurrency() int {
	text, _ := c.New.annotation(concurrencyAnnotation)
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 1
	}
	return n
}

// unplannable is the planner's complaint, nil when there is none.
func (c *Change) unplannable() error {
	if c.plannable && errors.Is(c.planErr, plan.ErrUnplannable) {
		return c.planErr
	}
	return nil
}
