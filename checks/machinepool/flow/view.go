package flow

import (
	"slices"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/provider"
)

// View is one evaluation of the module.
type View struct {
	run   *run
	nodes []*Node
}

// Nodes lists the resources and data sources of all modules.
func (v *View) Nodes() []*Node { return v.nodes }

// Node finds a resource by its address.
func (v *View) Node(address string) *Node {
	for _, n := range v.nodes {
		if n.address == address {
			return n
		}
	}
	return nil
}

// Of returns how certain a taint follows a source of the view.
func (v *View) Of(t Taint, source string) Certainty { return t.of(v.run.bits[source]) }

// Roll is one way in which a change of a source reaches the members of a group.
type Roll struct {
	Certainty
	Cause Cause
	// Effect is the row's entry; it is empty for replacement and count.
	Effect provider.Effect
	// Path is the proof, from the source to the effect.
	Path []Step
}

// Rolls lists the ways in which the source rolls a group, the most certain
// first.
func (v *View) Rolls(n *Node, source string) []Roll {
	bit := v.run.bits[source]
	var out []Roll
	for _, r := range n.rolls() {
		if c := r.taint.of(bit); c != No {
			out = append(out, Roll{Certainty: c, Cause: r.cause, Effect: r.effect, Path: append(r.taint.trail.steps(), r.end)})
		}
	}
	slices.SortStableFunc(out, func(a, b Roll) int { return int(b.Certainty) - int(a.Certainty) })
	return out
}

// Delivery says whether new members of a group get the present value of a
// source.
type Delivery struct {
	Certainty
	// Stuck tells where an old value stays; it is empty when the value is
	// nowhere in what the group starts members with.
	Stuck string
	// At is the position of that place.
	At Step
	// Path leads from the source to it.
	Path []Step
}

// Delivers follows a source into what a group starts new members with.
func (v *View) Delivers(n *Node, source string) Delivery {
	d := n.delivers(v.run.bits[source])
	return Delivery{Certainty: d.Certainty, Stuck: d.stuck, At: Step{Text: n.address, Range: d.at}, Path: d.trail.steps()}
}
