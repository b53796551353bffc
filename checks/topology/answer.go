package topology

import (
	"fmt"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/topology/plan"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/version"
)

// Stay is a pool that does not follow a new topology version.
type Stay struct {
	Pool    string
	Version version.Version
	// Why is "pinned" or the annotation that keeps the pool back.
	Why string
	// Headroom is how many minors the control plane may still go up.
	Headroom int
}

// stays describes the pools of plan.Held.
func (c *Change) stays() []Stay {
	held := map[string]bool{}
	for _, name := range c.plan.Held {
		held[name] = true
	}
	var out []Stay
	for _, p := range c.Pools {
		if !held[p.String()] || p.New == nil {
			continue
		}
		s := Stay{Pool: p.String(), Version: p.pin, Why: "pinned"}
		if p.pin.IsZero() {
			_, s.Why = p.New.keeper()
			s.Version, _ = c.running(p)
		}
		s.Headroom = plan.Headroom(c.To(), s.Version)
		out = append(out, s)
	}
	return out
}

// cureFirst lists the rules whose findings no order of edits can get around.
var cureFirst = map[string]bool{
	versionSyntaxID: true, notInClassID: true, "topology/class-missing": true, "topology/gate-off": true,
	"topology/pool-name-invalid": true, "topology/upgrade-concurrency-invalid": true,
	"topology/defined-twice": true, "topology/added-to-existing": true, "topology/removed-from-existing": true,
	"pin/syntax": true, "pin/not-in-class-versions": true, "pin/class-version-removed": true, "pin/feature-gate": true,
	"pin/field-not-served": true, "pin/annotation-conflict": true, "pin/max-minor-skew": true, "pin/downgrade": true,
}

// nextEdits is the way to what the user wanted, for a change that is refused:
// what has to be cured in any case, else a legal order of edits.
func (c *Change) nextEdits(findings []checks.Finding) []string {
	var out []string
	for _, f := range findings {
		if f.Severity != checks.Error || !cureFirst[f.Rule] {
			continue
		}
		text := "cure " + f.Rule
		if f.Subject != "" {
			text += " of " + f.Subject
		}
		if f.Fix != nil {
			text += ": " + f.Fix.Description
		}
		out = append(out, text)
	}
	if len(out) > 0 || !c.plannable {
		return out
	}
	return plan.Sentences(plan.NextEdits(c.planInput, c.stability.settled()))
}

// settled reports whether nothing is known to move.
func (s stability) settled() bool {
	return s.controlPlane == "" && len(s.upgrade) == 0 && len(s.pools) == 0 && len(s.strays) == 0
}

// Headline says in a few words what the change is about.
func (c *Change) Headline() string {
	from, to := c.From(), c.To()
	switch {
	case c.bumps():
		return fmt.Sprintf("%s -> %s", from, to)
	case !to.IsZero():
		return to.String()
	}
	return c.New.version.Text()
}

// Paused reports whether nothing is reconciled until the Cluster is unpaused.
func (c *Change) Paused() bool { return c.New.paused() }

// Present is the version of the control plane before the change, zero when there
// is none.
func (c *Change) Present() version.Version {
	if c.creates() {
		return version.Version{}
	}
	return c.planInput.ControlPlane
}
