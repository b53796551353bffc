package flow

import (
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/provider"
)

// Cause says in which way members roll.
type Cause int8

// The causes.
const (
	// Rolled: the group's own mechanism reaches its members.
	Rolled Cause = iota
	// Replaced: the group is replaced and its members with it.
	Replaced
	// Counted: count or for_each removes or adds the group.
	Counted
)

// roll is one way in which a change reaches the members of a group.
type roll struct {
	taint Taint
	cause Cause
	// effect of the table; the zero effect for replacement and count.
	effect provider.Effect
	// end is the last step of a proof.
	end Step
}

// rolls lists the ways of a group or single machine.
func (n *Node) rolls() []roll {
	if n.ways == nil {
		n.ways = n.findRolls()
	}
	return n.ways
}

func (n *Node) findRolls() []roll {
	header := n.resource.Block.DefRange()
	out := []roll{
		{taint: n.replacement(), cause: Replaced, end: Step{Text: "replacement", Range: header, Kind: Effect}},
		{taint: n.countTaint(), cause: Counted, end: Step{Text: "instances of the resource come and go", Range: n.repetitionRange(), Kind: Effect}},
	}
	for _, e := range n.row.Rolls {
		out = append(out, roll{taint: n.effect(e).limit(n.trust), cause: Rolled, effect: e, end: Step{Text: e.Name, Range: n.rangeOf(e.At), Kind: Effect}})
	}
	return out
}

// countTaint is the taint of count and for_each, with their place in the proof.
func (n *Node) countTaint() Taint {
	return n.repeated().via(func() Step { return Step{Text: n.address + "." + n.repetitionName(), Range: n.repetitionRange()} })
}

func (n *Node) repetitionName() string {
	if n.resource.ForEach != nil {
		return "for_each"
	}
	return "count"
}

func (n *Node) repetitionRange() hcl.Range {
	for _, x := range []string{"for_each", "count"} {
		if a := n.resource.Block.Body.Attributes[x]; a != nil {
			return a.NameRange
		}
	}
	return n.resource.Block.DefRange()
}

// rangeOf is where a block or argument of the resource stands, else the
// resource itself.
func (n *Node) rangeOf(name string) hcl.Range {
	if a := n.resource.Block.Body.Attributes[name]; a != nil {
		return a.NameRange
	}
	for _, b := range n.resource.Block.Body.Blocks {
		if b.Type == name || (b.Type == "dynamic" && slices.Contains(b.Labels, name)) {
			return b.DefRange()
		}
	}
	return n.resource.Block.DefRange()
}
