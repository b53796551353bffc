package topology

import (
	"fmt"
	"strconv"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/version"
)

// The rules about a new topology version, in the order of the webhook.
const (
	downgradeID     = "topology/version-downgrade"
	ceilingID       = "topology/version-ceiling"
	hookPendingID   = "topology/after-cluster-upgrade-pending"
	planeSettledID  = "topology/control-plane-not-settled"
	deployedID      = "topology/machine-deployment-not-settled"
	poolSettledID   = "topology/machine-pool-not-settled"
	unplannableID   = "topology/version-unplannable"
	notInClassID    = "topology/version-not-in-class"
	versionSyntaxID = "topology/version-syntax"
)

// refusal is one reason for which the webhook refuses a new topology version.
type refusal struct {
	rule    string
	pool    *Pool  // for what concerns one pool
	subject string // for a worker without an entry
	text    string
}

// refusals goes through the update checks as the webhook does: the first three
// end it, the settle tests are collected. Source: pinning facts 2.2.
func (c *Change) refusals() []refusal {
	if !c.bumps() {
		return nil
	}
	for _, check := range []func(*Change) *refusal{(*Change).downgrades, (*Change).overCeiling, (*Change).hookPending} {
		if r := check(c); r != nil {
			return []refusal{*r}
		}
	}
	return c.unsettled()
}

func (c *Change) downgrades() *refusal {
	if !version.Older(c.To(), c.From(), version.CoreOnly) {
		return nil
	}
	return &refusal{rule: downgradeID, text: fmt.Sprintf("the topology version cannot go down from %s to %s", c.From(), c.To())}
}

// overCeiling applies when nothing else decides how far a version may go. An
// unknown class gives it the benefit of the doubt; the rule then says so.
func (c *Change) overCeiling() *refusal {
	if c.class == nil || len(c.class.versions) > 0 || c.class.extension {
		return nil
	}
	if !c.beyondNextMinor() {
		return nil
	}
	return &refusal{rule: ceilingID, text: fmt.Sprintf(
		"%s is more than one minor above %s, and ClusterClass %s lists no kubernetesVersions to get there in steps", c.To(), c.From(), c.class.Name)}
}

func (c *Change) beyondNextMinor() bool {
	ceiling, err := version.ParseStrict("v" + strconv.Itoa(c.From().Major()) + "." + strconv.Itoa(c.From().Minor()+2) + ".0")
	return err == nil && !version.Older(c.To(), ceiling, version.CoreOnly)
}

func (c *Change) hookPending() *refusal {
	if !c.New.pendingHook(afterClusterUpgrade) {
		return nil
	}
	return &refusal{rule: hookPendingID, text: fmt.Sprintf(
		"the version cannot change from %s while the hook %s of the upgrade before is pending", c.From(), afterClusterUpgrade)}
}

func (c *Change) unsettled() []refusal {
	var out []refusal
	if c.stability.controlPlane != "" {
		out = append(out, refusal{rule: planeSettledID, text: c.stability.controlPlane})
	}
	for _, p := range c.Pools {
		if state := c.stability.pools[p]; state != "" {
			out = append(out, refusal{rule: settledRule(p.Lane.String()), pool: p, text: p.String() + " " + state})
		}
	}
	for _, s := range c.stability.strays {
		out = append(out, refusal{rule: settledRule(s.lane.String()), subject: s.String(), text: s.String() + ", which the topology no longer has, " + s.state})
	}
	return out
}

func settledRule(lane string) string {
	if lane == MachinePool.String() {
		return poolSettledID
	}
	return deployedID
}

// bypassed reports whether the manifest asks the webhook to skip the update
// checks.
func (c *Change) bypassed() bool {
	_, ok := c.New.annotation(skipVersionAnnotation)
	return ok
}

// reportRefusals turns the refusals of one rule into findings.
func reportRefusals(id, fix string) func(*Change, *checks.Sink) {
	return func(c *Change, out *checks.Sink) {
		if c.bypassed() {
			return
		}
		for _, r := range c.refused {
			if r.rule != id {
				continue
			}
			f := c.find(c.New.version.Value, "%s", r.text)
			if r.pool != nil {
				f.Subject, f.Order = r.pool.String(), r.pool.order
			}
			if r.subject != "" {
				f.Subject, f.Order = r.subject, len(c.Pools)+1
			}
			f.Fix = &checks.Fix{Description: fix}
			out.Report(f)
		}
	}
}
