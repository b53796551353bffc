// Package plan says what a change of a managed topology makes roll, and in
// which order: the steps of the control plane, the stops of the workers between
// them, and what only follows its own pin.
//
// It restates the planner of Cluster API (pinning facts 2.3, 2.4 and 3.3) as
// pure functions of an explicit input. Whoever fills the input decides what a
// missing fact is replaced with and marks it; the plan then tells on which
// missing evidence it rests.
package plan

import "github.com/rollout-pin/kubectl-rollout-pin/checks/version"

// Input is everything that the order of steps depends on. Versions must have
// been parsed; the zero Version means "none".
type Input struct {
	// Create is true when the cluster does not exist yet; the fields about its
	// present state are then not read.
	Create bool
	// From and To are the topology version persisted and wanted.
	From, To version.Version
	// ControlPlane is the version that the control plane object asks for.
	ControlPlane version.Version
	// Lowest is the lowest version that a control plane member runs; zero when
	// all of them run ControlPlane, or when it is not known.
	Lowest version.Version
	// ControlPlaneAssumed is true when ControlPlane was not observed.
	ControlPlaneAssumed bool
	// ClassKnown is true when the ClusterClass was read.
	ClassKnown bool
	// ClassVersions are its kubernetesVersions in the order of the list.
	ClassVersions []version.Version
	// Extension is true when an upgrade plan extension decides the steps.
	Extension bool
	// Concurrency is how many pools of a lane roll at a time; below 1 means 1.
	Concurrency int
	// Pools in list order: MachineDeployments, then MachinePools.
	Pools []Pool
}

// Lane is one of the two lists of worker pools, which roll side by side.
type Lane int

// The lanes.
const (
	MachineDeployment Lane = iota
	MachinePool
)

// String is the kind that findings name.
func (l Lane) String() string {
	if l == MachinePool {
		return "MachinePool"
	}
	return "MachineDeployment"
}

// Presence tells on which side of the change a pool is.
type Presence int

// The presences.
const (
	Kept Presence = iota
	Added
	Removed
)

// Pool is one entry of the topology.
type Pool struct {
	Lane     Lane
	Name     string
	Presence Presence
	// Running is the version of the generated object. Where it was not
	// observed, it is the persisted pin or else From, and Assumed is true.
	Running version.Version
	Assumed bool
	// OldPin and Pin are the pin persisted and wanted.
	OldPin, Pin version.Version
	// Back and WasBack tell whether an annotation keeps the entry at its version
	// now and did so before; see KeepBack.
	Back, WasBack bool
}

// String names the pool as findings do, "MachineDeployment/md-0".
func (p Pool) String() string { return p.Lane.String() + "/" + p.Name }

// pinned pools take no part in rollouts of the topology version.
func (p *Pool) pinned() bool { return !p.Pin.IsZero() }

// follows reports whether the pool goes where the topology version goes.
func (p *Pool) follows() bool { return p.Presence == Kept && !p.pinned() }

// back reports whether an annotation holds the pool back; it has no effect on
// pinned pools and on pools that do not exist yet.
func (p *Pool) back() bool { return p.Back && p.follows() }

// Mark is what the annotations of an entry say.
type Mark struct {
	// Defer is the annotation defer-upgrade, Hold is hold-upgrade-sequence.
	Defer, Hold bool
}

// KeepBack tells for each entry of one list whether it keeps its version: Defer
// concerns one entry, Hold that entry and all later ones.
func KeepBack(list []Mark) []bool {
	out := make([]bool, len(list))
	held := false
	for i, m := range list {
		held = held || m.Hold
		out[i] = held || m.Defer
	}
	return out
}
