package nodepool

import (
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// Fleet is every NodePool of a snapshot.
type Fleet struct {
	// Pools are sorted by namespace and name; they are linked, not explained.
	Pools []*Pool
}

// NewFleet links the objects of a snapshot. It does not explain: that is done
// pool by pool, so that callers can select and spread the work.
func NewFleet(s *checks.Snapshot, params Parameters) *Fleet {
	l := newLinker(s, params)
	f := &Fleet{}
	for _, o := range s.List(NodePoolKind, "") {
		f.Pools = append(f.Pools, l.pool(o))
	}
	return f
}

// ControlPlaneNamespace is where the operator keeps the control plane of a
// HostedCluster. The rule is not reversible: several clusters can share one.
func ControlPlaneNamespace(namespace, cluster string) string {
	return namespace + "-" + strings.ReplaceAll(cluster, ".", "-")
}
