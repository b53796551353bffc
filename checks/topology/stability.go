package topology

import (
	"fmt"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/topology/plan"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/version"
)

// stability is the settle test: what still moves, and what cannot be told.
// Source: pinning facts 1.4, item 3. The conditions of the Cluster are left out
// on purpose: the webhook does not read them, and they may be stale.
type stability struct {
	// controlPlane says why the control plane is not settled, empty when it is.
	controlPlane string
	// upgrade lists signs of an unfinished upgrade on the Cluster itself.
	upgrade []string
	// pools says for each unsettled pool what it waits for.
	pools map[*Pool]string
	// strays are workers that the persisted topology does not have any more.
	strays []stray
	// followers lists what moves among the pools without a pin.
	followers []string
	// missing names the evidence that is not there, unread the MachinePools whose
	// Nodes are not.
	missing, unread []string
}

// stray is a worker object without an entry.
type stray struct {
	lane        plan.Lane
	name, state string
}

func (s stray) String() string { return s.lane.String() + "/" + s.name }

func (c *Change) settle() stability {
	s := stability{pools: map[*Pool]string{}}
	if c.creates() {
		return s
	}
	c.settleControlPlane(&s)
	c.settleUpgrade(&s)
	for _, p := range c.Pools {
		if p.Old != nil {
			c.settlePool(&s, p)
		}
	}
	c.settleStrays(&s)
	c.findMissing(&s)
	return s
}

func (c *Change) settleControlPlane(s *stability) {
	if c.controlPlane.known() {
		s.controlPlane = c.controlPlane.unsettled(c.From())
	}
}

// settleUpgrade reads what the controllers note on the Cluster.
func (c *Change) settleUpgrade(s *stability) {
	if c.New.pendingHook(afterClusterUpgrade) {
		s.upgrade = append(s.upgrade, "the hook "+afterClusterUpgrade+" of the upgrade before is pending")
	}
	if step, ok := c.New.annotation(stepAnnotation); ok {
		s.upgrade = append(s.upgrade, fmt.Sprintf("an upgrade is in progress, at step %s", step))
	}
	for _, part := range []string{"controlPlane", "workers"} {
		if steps := c.Old.Get("status", part, "upgradePlan").Items(); len(steps) > 0 {
			s.upgrade = append(s.upgrade, fmt.Sprintf("status.%s.upgradePlan still has %d steps", part, len(steps)))
		}
	}
}

func (c *Change) settlePool(s *stability, p *Pool) {
	if p.worker == nil {
		return
	}
	if state := p.worker.unsettled(c.wanted(p)); state != "" {
		s.pools[p] = state
		if p.oldPin.IsZero() {
			s.followers = append(s.followers, p.String()+" "+state)
		}
		return
	}
	if len(p.worker.unread) > 0 {
		s.unread = append(s.unread, p.String())
	}
}

// unsettled says why a worker does not run the wanted version, all of it.
func (w *Worker) unsettled(want version.Version) string {
	if !version.SamePrinted(w.running, want) {
		return fmt.Sprintf("is at %s and not at %s yet", orNone(w.text()), want)
	}
	if rolling := w.rolling(); rolling != "" {
		return fmt.Sprintf("is still rolling to %s: %s", w.running, rolling)
	}
	return ""
}

// settleStrays looks at workers whose entry has gone but which are still there:
// the webhook lists objects, not entries.
func (c *Change) settleStrays(s *stability) {
	entries := map[entryKey]bool{}
	for _, e := range c.Old.entries {
		entries[e.key()] = true
	}
	for _, key := range c.inventory.owned[clusterKey{c.New.Namespace, c.New.Name}] {
		if entries[entryKey{key.lane, key.name}] {
			continue
		}
		if state := c.inventory.workers[key].unsettled(c.From()); state != "" {
			s.strays = append(s.strays, stray{key.lane, key.name, state})
			s.followers = append(s.followers, s.strays[len(s.strays)-1].String()+" "+state)
		}
	}
}

// findMissing names what the test would have to look at and the base lacks.
func (c *Change) findMissing(s *stability) {
	switch {
	case !c.controlPlane.known():
		s.missing = append(s.missing, "the control plane object")
	case len(c.controlPlane.members) == 0 && !c.controlPlane.reports:
		s.missing = append(s.missing, "the status of the control plane")
	}
	for _, lane := range lanes {
		if c.lacksWorkers(lane.Lane) {
			s.missing = append(s.missing, lane.String()+"s")
		}
	}
	if c.has(MachineDeployment) && !c.holdsAll(machineKind) {
		s.missing = append(s.missing, "Machines")
	}
	if c.git {
		s.missing = append(s.missing, "the status and the pending hooks of the Cluster")
	}
}

// has reports whether the persisted topology has a pool of the lane.
func (c *Change) has(lane plan.Lane) bool {
	for _, p := range c.Pools {
		if p.Lane == lane && p.Old != nil {
			return true
		}
	}
	return false
}

// lacksWorkers reports whether objects of persisted pools may exist that the base
// does not hold.
func (c *Change) lacksWorkers(lane plan.Lane) bool {
	if c.holdsAll(laneKinds[lane]) {
		return false
	}
	for _, p := range c.Pools {
		if p.Lane == lane && p.Old != nil && p.worker == nil {
			return true
		}
	}
	return false
}

func (c *Change) holdsAll(gk checks.GroupKind) bool {
	return c.inventory.complete(gk, clusterKey{c.New.Namespace, c.New.Name})
}

// unstable says why the pin of a pool cannot be changed now, "" when it can: what concerns the
// whole cluster, pools without a pin, and the pool itself. Other pinned pools may
// roll (pinning facts 3.4-d).
func (c *Change) unstable(p *Pool) string {
	var out []string
	if c.stability.controlPlane != "" {
		out = append(out, c.stability.controlPlane)
	}
	out = append(out, c.stability.upgrade...)
	if state := c.stability.pools[p]; state != "" && !p.oldPin.IsZero() {
		out = append(out, p.String()+" "+state)
	}
	out = append(out, c.stability.followers[:min(enumerated, len(c.stability.followers))]...)
	text := enumerate(out)
	if more := len(c.stability.followers) - enumerated; more > 0 {
		text += fmt.Sprintf("; and %d more pools", more)
	}
	return text
}

// names is enumerate for names.
func names(items []string) string { return strings.ReplaceAll(enumerate(items), "; ", ", ") }

// enumerated is how many items a sentence holds before it counts the rest.
const enumerated = 3

func enumerate(items []string) string {
	if len(items) <= enumerated {
		return strings.Join(items, "; ")
	}
	return fmt.Sprintf("%s; and %d more", strings.Join(items[:enumerated], "; "), len(items)-enumerated)
}
