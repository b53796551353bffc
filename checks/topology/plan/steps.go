package plan

import (
	"encoding/json"
	"strings"
)

// The targets of a step.
const (
	ControlPlane = "controlPlane"
	Workers      = "workers"
	Delete       = "delete"
)

// Step is one thing that happens; steps are in order.
type Step struct {
	// Target is ControlPlane, Workers or Delete.
	Target string
	// To is the version as it is written; empty for Delete.
	To string
	// Create is true when the objects are made rather than rolled.
	Create bool
	// Parallel is true when the step runs side by side with the one before.
	Parallel bool
	// MachineDeployments and MachinePools are lanes: batches of names, one after
	// the other; a batch rolls in parallel.
	MachineDeployments, MachinePools [][]string
}

// MarshalJSON writes both lanes of a step about pools, and none of one about the
// control plane.
func (s Step) MarshalJSON() ([]byte, error) {
	type step struct {
		Target             string      `json:"target"`
		To                 string      `json:"to,omitempty"`
		Create             bool        `json:"create,omitempty"`
		Parallel           bool        `json:"parallel,omitempty"`
		MachineDeployments *[][]string `json:"machineDeployments,omitempty"`
		MachinePools       *[][]string `json:"machinePools,omitempty"`
	}
	out := step{Target: s.Target, To: s.To, Create: s.Create, Parallel: s.Parallel}
	if s.Target != ControlPlane {
		mds, mps := lane(s.MachineDeployments), lane(s.MachinePools)
		out.MachineDeployments, out.MachinePools = &mds, &mps
	}
	return json.Marshal(out)
}

func lane(batches [][]string) [][]string {
	if batches == nil {
		return [][]string{}
	}
	return batches
}

// String is the step on one line for people, for example
// "workers to v1.32.1: md-0, then md-1 | mp-0".
func (s Step) String() string {
	var out strings.Builder
	if s.Parallel {
		out.WriteString("at the same time ")
	}
	if s.Create {
		out.WriteString("create ")
	}
	switch s.Target {
	case ControlPlane:
		out.WriteString("control plane")
	case Delete:
		out.WriteString("delete workers")
	default:
		out.WriteString("workers")
	}
	if s.To != "" {
		out.WriteString(" to " + s.To)
	}
	if lanes := lanesText(s.MachineDeployments, s.MachinePools); lanes != "" {
		out.WriteString(": " + lanes)
	}
	return out.String()
}

func lanesText(lanes ...[][]string) string {
	var texts []string
	for _, l := range lanes {
		var batches []string
		for _, b := range l {
			batches = append(batches, strings.Join(b, " + "))
		}
		if len(batches) > 0 {
			texts = append(texts, strings.Join(batches, ", then "))
		}
	}
	return strings.Join(texts, " | ")
}

// workers makes a step of the pools that are in it, at most size of a lane at a
// time; size 0 means all at once.
func workers(target, to string, pools []Pool, size int, in func(*Pool) bool) Step {
	s := Step{Target: target, To: to}
	for i := range pools {
		p := &pools[i]
		if !in(p) {
			continue
		}
		if p.Lane == MachinePool {
			s.MachinePools = enqueue(s.MachinePools, p.Name, size)
		} else {
			s.MachineDeployments = enqueue(s.MachineDeployments, p.Name, size)
		}
	}
	return s
}

func enqueue(lane [][]string, name string, size int) [][]string {
	last := len(lane) - 1
	if last < 0 || (size > 0 && len(lane[last]) >= size) {
		return append(lane, []string{name})
	}
	lane[last] = append(lane[last], name)
	return lane
}
