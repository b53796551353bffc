package topology

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// The ids of missing evidence. Source: pinning facts 3.2.
const (
	noControlPlane  = "control-plane-version"
	noWorkers       = "running-worker-version"
	noStability     = "cluster-stability"
	noKubelets      = "machine-pool-kubelets"
	noClass         = "class-kubernetes-versions"
	noPlanAnswer    = "upgrade-plan-extension"
	noGate          = "feature-gate-state"
	noSchema        = "crd-serves-pin"
	noBootstrap     = "bootstrap-kind"
	notObservedBase = "persisted-is-live"
)

// harmless evidence cannot change a plan.
var harmless = map[string]bool{noBootstrap: true}

func (c *Change) lacks(id, how, because string, args ...any) checks.NotEvaluated {
	text := fmt.Sprintf(because, args...)
	if denied := c.inventory.denied(id); denied != "" {
		text += " (" + denied + ")"
	}
	return checks.NotEvaluated{ID: id, Because: text, How: how, Object: c.New.Ref()}
}

// denied says which lists that this evidence comes from a cluster refused.
func (inv *inventory) denied(id string) string {
	if inv.base == nil {
		return ""
	}
	var out []string
	for _, p := range inv.base.Problems() {
		if p.Kind.Kind != "" && comesFrom(id, p.Kind) {
			out = append(out, p.Message)
		}
	}
	return enumerate(out)
}

// comesFrom tells of which kinds evidence is made.
func comesFrom(id string, gk checks.GroupKind) bool {
	worker := gk == laneKinds[MachineDeployment] || gk == laneKinds[MachinePool]
	switch id {
	case noControlPlane:
		return controlPlaneKind(gk)
	case noWorkers:
		return worker
	case noStability:
		return worker || gk == machineKind || controlPlaneKind(gk)
	case noClass:
		return gk == classKind
	case noSchema:
		return gk == crdKind
	}
	return false
}

func (c *Change) lacksControlPlane() checks.NotEvaluated {
	return c.lacks(noControlPlane, "add the control plane object to --base, or use --base live",
		"the control plane object of the Cluster is not known; the persisted topology version stands in for it")
}

func (c *Change) lacksClass() checks.NotEvaluated {
	return c.lacks(noClass, "add the ClusterClass to --filename or --base, or use --base live",
		"ClusterClass %s is not known, so neither are the versions that it lists", c.New.class)
}

func (c *Change) lacksPlanAnswer() checks.NotEvaluated {
	return c.lacks(noPlanAnswer, "ask the extension for its upgrade plan",
		"ClusterClass %s leaves the upgrade plan to a runtime extension, whose answer is not known", c.New.class)
}

func (c *Change) lacksGate() checks.NotEvaluated {
	return checks.NotEvaluated{
		ID: noGate, How: "give --feature-gates " + PinningGate + "=true or false, as the controllers have it",
		Because: "it is not known whether the feature gate " + PinningGate + " is on in the controllers and webhooks",
	}
}

// lacksVersions reports persisted versions that are none: then there is nothing
// to compare with.
func (c *Change) lacksVersions() (checks.NotEvaluated, bool) {
	var unread []string
	if c.Old != nil && !c.Old.version.valid() {
		unread = append(unread, "spec.topology.version")
	}
	for _, p := range c.Pools {
		if p.Old != nil && !p.Old.pinReadable() {
			unread = append(unread, "the pin of "+p.String())
		}
	}
	return c.lacks(notObservedBase, "correct the base, or use --base live",
		"what the base has as %s is no version, so nothing can be compared with it", names(unread)), len(unread) > 0
}

func (c *Change) lacksBase() checks.NotEvaluated {
	return c.lacks(notObservedBase, "use --base live, or a base that was read from the cluster",
		"the base is a manifest without status, so it is an assumption that the cluster has what it says")
}

// lacksRunning names the pools whose objects the base may just not hold.
func (c *Change) lacksRunning() (checks.NotEvaluated, bool) {
	var pools []string
	for _, p := range c.Pools {
		if c.lacksRunningOf(p) {
			pools = append(pools, p.String())
		}
	}
	return c.lacks(noWorkers, "add the MachineDeployments and MachinePools of the cluster to --base, or use --base live",
		"what these pools run is not known: %s", names(pools)), len(pools) > 0
}

// skipRunningOf reports missing running versions when they concern a pool that
// the rule looks at.
func (c *Change) skipRunningOf(out *checks.Sink, concerns func(*Pool) bool) {
	if slices.ContainsFunc(c.Pools, func(p *Pool) bool { return concerns(p) && c.lacksRunningOf(p) }) {
		c.skipRunning(out)
	}
}

// lacksRunningOf reports whether the object of one pool may exist unseen.
func (c *Change) lacksRunningOf(p *Pool) bool {
	return p.Old != nil && p.worker == nil && !c.holdsAll(laneKinds[p.Lane])
}

func (c *Change) lacksStability() (checks.NotEvaluated, bool) {
	missing := c.stability.missing
	return c.lacks(noStability, "add "+strings.Join(missing, ", ")+" to --base, or use --base live",
		"whether the cluster is settled cannot be told without %s", strings.Join(missing, ", ")), len(missing) > 0
}

func (c *Change) lacksKubelets() (checks.NotEvaluated, bool) {
	return c.lacks(noKubelets, "add the Nodes of the workload cluster to --base; this program never connects to it",
		"the kubelets of these pools are not known: %s", names(c.stability.unread)), len(c.stability.unread) > 0
}

// list names all items, in list order, on one line.
func list(items []string) string { return strings.Join(items, ", ") }

// skipRunning reports missing running versions to a rule that needs them.
func (c *Change) skipRunning(out *checks.Sink) {
	if n, ok := c.lacksRunning(); ok {
		out.Skip(n)
	}
}

// skipControlPlane reports an unknown control plane to a rule that needs it.
func (c *Change) skipControlPlane(out *checks.Sink) {
	if !c.creates() && !c.controlPlane.known() {
		out.Skip(c.lacksControlPlane())
	}
}

// skipClass reports an unknown class to a rule that needs its versions.
func (c *Change) skipClass(out *checks.Sink) {
	known := c.class != nil || (c.classMissing() && !c.creates()) // an update is refused, whatever the versions
	if !known && c.Kind != Unchanged {
		out.Skip(c.lacksClass())
	}
}

// conditional reports whether the missing evidence could change the plan.
func (c *Change) conditional(missing []checks.NotEvaluated) bool {
	return len(c.plan.Steps) > 0 && slices.ContainsFunc(missing, func(n checks.NotEvaluated) bool { return !harmless[n.ID] })
}

// skipStability reports evidence that the settle test lacks.
func (c *Change) skipStability(out *checks.Sink) {
	if n, ok := c.lacksStability(); ok {
		out.Skip(n)
	}
}

// skipKubelets reports MachinePools whose Nodes are not known.
func (c *Change) skipKubelets(out *checks.Sink) {
	if n, ok := c.lacksKubelets(); ok {
		out.Skip(n)
	}
}
