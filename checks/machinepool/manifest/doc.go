// Package manifest holds the rules about the Kubernetes side of the MachinePool
// contract: Cluster topologies and ClusterClasses with machine pools,
// MachinePool, TerraformMachinePool with its template, and MachineHealthCheck,
// in the v1beta1 and v1beta2 shapes of Cluster API.
package manifest

import (
	"sync"
	"time"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// Input is what the rules look at. It must not be copied after its first use.
type Input struct {
	// New holds the manifests to judge.
	New *checks.Snapshot
	// Base holds what is persisted; nil when nothing is, or when there is
	// nothing to compare with.
	Base *checks.Snapshot
	// Clock is the time that ages are counted to, when ClockKnown.
	Clock      time.Time
	ClockKnown bool

	once  sync.Once
	model model
}

// Rules lists the rules in the order of the documentation.
func Rules() []checks.Rule[*Input] {
	return []checks.Rule[*Input]{
		autoscalingAnnotations(),
		replicasWithAutoscaling(),
		replicasUserEdit(),
		replicasOutOfRange(),
		replicasManagedBy(),
		taints(),
		membershipRefresh(),
		driftInterval(),
		failureDomains(),
		restrictedLabels(),
		size(),
		healthCheckSelectsPool(),
		clusterAutoscaler(),
		bootstrapEmpty(),
		providerID(),
		notConverged(),
		zeroMissing(),
		notProvisioned(),
		versionChangeRolls(),
	}
}

// Evaluate runs all rules and sorts what they found. Text that YAML reads as
// something else is reported beside them.
func Evaluate(in *Input) checks.Result {
	result := checks.Run(Rules(), in)
	result.Merge(in.ambiguous())
	result.Sort()
	return result
}

// eachPool makes a rule body from one about a single pool.
func eachPool(check func(p *pool, out *checks.Sink)) func(*Input, *checks.Sink) {
	return func(in *Input, out *checks.Sink) {
		for _, p := range in.read().pools {
			check(p, out)
		}
	}
}

// eachGroup makes a rule body from one about a single scaling group.
func eachGroup(check func(g *group, out *checks.Sink)) func(*Input, *checks.Sink) {
	return func(in *Input, out *checks.Sink) {
		for _, g := range in.read().groups {
			check(g, out)
		}
	}
}
