package topology

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/topology/plan"
)

// The lanes of worker pools.
const (
	MachineDeployment = plan.MachineDeployment
	MachinePool       = plan.MachinePool
)

// lanes are the two lists of worker pools, in the order of findings.
var lanes = []struct {
	plan.Lane
	list string // field of spec.topology.workers, and of a class's
}{
	{MachineDeployment, "machineDeployments"},
	{MachinePool, "machinePools"},
}

// laneKinds are the kinds that entries become.
var laneKinds = map[plan.Lane]checks.GroupKind{
	MachineDeployment: {Group: clusterGroup, Kind: "MachineDeployment"},
	MachinePool:       {Group: clusterGroup, Kind: "MachinePool"},
}

// Entry is one item of spec.topology.workers.
type Entry struct {
	checks.Value
	lane            plan.Lane
	index           int
	name            string
	class           string
	pin             written
	deferred, holds bool
	// back is true when an annotation, its own or a hold before it, keeps the
	// entry at its version; heldBy is the entry of that hold, nil for its own.
	back   bool
	heldBy *Entry
}

func newEntry(lane plan.Lane, index int, v checks.Value) *Entry {
	e := &Entry{
		Value: v, lane: lane, index: index,
		name: v.Get("name").Text(), class: v.Get("class").Text(), pin: readPin(v.Get("version")),
	}
	e.deferred, e.holds = e.annotation(deferAnnotation).Present(), e.annotation(holdAnnotation).Present()
	return e
}

// key identifies an entry: both lists may use a name.
func (e *Entry) key() entryKey { return entryKey{e.lane, e.name} }

type entryKey struct {
	lane plan.Lane
	name string
}

// annotation of the entry's own metadata: the controller reads no other.
func (e *Entry) annotation(key string) checks.Value { return e.Get("metadata", "annotations", key) }

// keeper is the annotation that keeps the entry back and its key.
func (e *Entry) keeper() (v checks.Value, key string) {
	switch {
	case e.deferred:
		return e.annotation(deferAnnotation), deferAnnotation
	case e.holds:
		return e.annotation(holdAnnotation), holdAnnotation
	case e.heldBy != nil:
		return e.heldBy.annotation(holdAnnotation), holdAnnotation
	}
	return checks.Value{}, ""
}

// keepBack marks the entries that annotations keep at their version, list by
// list.
func keepBack(entries []*Entry) {
	for _, lane := range lanes {
		var list []*Entry
		var marks []plan.Mark
		for _, e := range entries {
			if e.lane == lane.Lane {
				list = append(list, e)
				marks = append(marks, plan.Mark{Defer: e.deferred, Hold: e.holds})
			}
		}
		var hold *Entry
		for i, back := range plan.KeepBack(marks) {
			list[i].back, list[i].heldBy = back, hold
			if hold == nil && list[i].holds {
				hold = list[i]
			}
		}
	}
}
