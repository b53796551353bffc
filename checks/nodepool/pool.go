package nodepool

import (
	"strings"
	"time"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// Pool is one NodePool with everything of the input that belongs to it and,
// after Explain, what follows from that. Rules read it; they change nothing.
type Pool struct {
	Namespace, Name string
	// Object is the NodePool.
	Object *checks.Object
	// ClusterName is spec.clusterName; the HostedCluster of that name lives in
	// the pool's namespace. HostedCluster is nil when the input lacks it, and
	// ControlPlane is the HostedControlPlane, nil likewise.
	ClusterName                 string
	HostedCluster, ControlPlane *checks.Object
	// ControlPlaneNamespace holds workload, machines and secrets.
	ControlPlaneNamespace string
	// Platform is spec.platform.type of the pool, ClusterPlatform that of the
	// HostedCluster (of the pool when the cluster is not in the input).
	Platform, ClusterPlatform string
	// UpgradeType is "Replace" or "InPlace".
	UpgradeType string
	// Automated is false on platforms without machines (None, IBM Cloud UPI):
	// such a pool has no workload.
	Automated bool

	// Workload is nil when the input has none; Has.Workload then tells whether
	// that proves that there is none.
	Workload *Workload
	// Revisions are the MachineSets below the MachineDeployment.
	Revisions []*Workload
	Machines  []*Machine
	// Secrets are the token and user-data secrets with the pool's annotation,
	// sorted by name.
	Secrets    []*Secret
	Conditions Conditions
	// Unread are objects of the pool that were left alone because keys stand
	// twice in them.
	Unread []*checks.Object
	// Has says which kinds the input proves complete for this pool.
	Has Completeness

	// Params are those of the fleet; Snapshot is the whole input, for rules
	// that look further (ConfigMaps, pull secrets).
	Params   Parameters
	Snapshot *checks.Snapshot
	// SharedNamespace lists other HostedClusters ("namespace/name") that map
	// to the same control-plane namespace.
	SharedNamespace []string

	// Evidence and Explanation are filled by Explain.
	Evidence
	Explanation
}

// Completeness says for which kinds the absence of an object proves that it
// does not exist.
type Completeness struct {
	HostedCluster, Workload, Revisions, Machines, Secrets bool
}

// ID is "namespace/name", as the back link annotation has it.
func (p *Pool) ID() string { return p.Namespace + "/" + p.Name }

// Now is the time that ages are judged at.
func (p *Pool) Now() time.Time { return p.Params.Now }

// Secret finds the pool's secret of a role and hash.
func (p *Pool) Secret(role SecretRole, hash string) (*Secret, bool) {
	name := SecretName(role, p.Name, hash)
	for _, s := range p.Secrets {
		if s.Name == name {
			return s, true
		}
	}
	return nil, false
}

// Deleting reports whether the pool or its HostedCluster is being deleted.
func (p *Pool) Deleting() bool { return p.PoolDeleting() || p.ClusterDeleting() }

// PoolDeleting reports whether the NodePool has a deletion timestamp.
func (p *Pool) PoolDeleting() bool {
	return p.Object.Get("metadata", "deletionTimestamp").Exists()
}

// ClusterDeleting reports whether the HostedCluster has a deletion timestamp.
func (p *Pool) ClusterDeleting() bool {
	return p.HostedCluster != nil && p.HostedCluster.Get("metadata", "deletionTimestamp").Exists()
}

// ClusterMissing reports whether the HostedCluster is known not to exist.
func (p *Pool) ClusterMissing() bool { return p.HostedCluster == nil && p.Has.HostedCluster }

// Paused reports whether spec.pausedUntil of the pool holds now: "true" or a
// time in the future. Other texts do not pause, and the HostedCluster's
// pausedUntil does not concern its pools.
func (p *Pool) Paused() bool {
	text := p.Object.Get("spec", "pausedUntil").Text()
	if strings.EqualFold(text, "true") {
		return true
	}
	t, err := time.Parse(time.RFC3339, text)
	return err == nil && p.Now().Before(t)
}

// fresh reports whether a condition was written for the present generation of
// the pool.
func (p *Pool) fresh(c Condition) bool {
	generation, ok := p.Object.Get("metadata", "generation").Int()
	return !ok || c.ObservedGeneration >= generation
}

// Current returns a condition that can be relied on: written for the present
// generation while the pool is neither paused nor stopped. The NodePool's
// generation does not move when only the HostedCluster changes, so even a
// current condition can be behind that.
func (p *Pool) Current(typ string) (Condition, bool) {
	c, ok := p.Conditions.Get(typ)
	if !ok || !p.fresh(c) || p.Paused() || len(p.Conditions.Blocking()) > 0 {
		return Condition{}, false
	}
	return c, true
}

// ReleaseImage is spec.release.image.
func (p *Pool) ReleaseImage() string { return p.Object.Get("spec", "release", "image").Text() }

// WorkloadName is "MachineDeployment/name" or "MachineSet/name", also when
// the workload is not in the input.
func (p *Pool) WorkloadName() string { return p.workloadKind().Kind + "/" + p.Name }

func (p *Pool) workloadKind() checks.GroupKind {
	if p.UpgradeType == "InPlace" {
		return MachineSetKind
	}
	return MachineDeploymentKind
}
