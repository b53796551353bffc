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

// delivery says whether new members get the present value of the source.
type delivery struct {
	Certainty
	// stuck tells where an old value stays, for messages; at is its place.
	stuck string
	at    hcl.Range
	trail *trail
}

// better prefers the more certain delivery, and of two failures the one that
// can say why.
func better(a, b delivery) delivery {
	if b.Certainty > a.Certainty || (b.Certainty == a.Certainty && a.stuck == "" && b.stuck != "") {
		return b
	}
	return a
}

// delivers follows the source into what a group starts new members with.
func (n *Node) delivers(bit uint64) delivery {
	if n.trust != Yes {
		return delivery{Certainty: Maybe}
	}
	out := n.holdsPayload(bit)
	for _, l := range n.row.Launches {
		for _, path := range l.Arguments {
			out = better(out, n.through(l, path, bit))
		}
	}
	return out
}

// holdsPayload looks for the source in the user data of one resource.
func (n *Node) holdsPayload(bit uint64) delivery {
	var out delivery
	for _, p := range n.row.Payloads {
		raw, effective := argumentIn(n.written(), p.Argument), n.argument(p.Argument)
		found := delivery{Certainty: effective.of(bit), trail: effective.trail}
		if raw.of(bit) > found.Certainty && found.Certainty == No {
			found = delivery{stuck: n.address + "." + p.Argument + " is under ignore_changes", at: n.ignoredRange(), trail: raw.trail}
			if c := both(n.replacement(), raw).of(bit); c != No {
				found = delivery{Certainty: c, trail: raw.trail}
			}
		}
		out = better(out, found)
	}
	return out
}

func (n *Node) ignoredRange() hcl.Range {
	if a := n.resource.Lifecycle.IgnoreAttribute; a != nil {
		return a.NameRange
	}
	return n.resource.Block.DefRange()
}

// through follows a reference of the group to a launch resource.
func (n *Node) through(l provider.LaunchReference, path string, bit uint64) delivery {
	var out delivery
	for _, p := range n.places(path) {
		v := p.instance.eval(p.env, p.expr).at(p.rest...)
		targets := launchTargets(v)
		if len(targets) == 0 {
			// A template that exists already, or one that nothing is known of.
			out = better(out, delivery{Certainty: Maybe})
		}
		for _, t := range targets {
			held := t.holdsPayload(bit)
			if t.trust != Yes {
				held = delivery{Certainty: Maybe}
			}
			if held.Certainty != No {
				held = n.follows(l, path, t, held)
			}
			out = better(out, held)
		}
	}
	return out
}

// launchTargets are the resources that a reference leads to. A resource of
// another kind, or of an unknown type, hides what is behind it.
func launchTargets(v *Value) []*Node {
	var out []*Node
	for _, o := range v.origins {
		if o.node.row == nil || o.node.row.Kind != provider.Launch {
			return nil
		}
		out = append(out, o.node)
	}
	return out
}

// follows tells whether the group takes the newest form of a launch resource.
func (n *Node) follows(l provider.LaunchReference, path string, target *Node, held delivery) delivery {
	if l.Version == "" {
		if n.ignores(path) {
			return delivery{stuck: n.address + "." + path + " is under ignore_changes", at: n.ignoredRange(), trail: held.trail}
		}
		return held
	}
	c, why, at := n.followsVersion(l, target)
	if c == No {
		return delivery{stuck: why, at: at, trail: held.trail}
	}
	held.Certainty = min(held.Certainty, c)
	return held
}

// ignores reports an argument that ignore_changes covers.
func (n *Node) ignores(path string) bool {
	if n.resource.Lifecycle.IgnoreAll {
		return true
	}
	names := splitPath(path)
	for _, ignored := range n.resource.Lifecycle.Ignore {
		if covers(withoutPositions(traversalNames(ignored.Traversal)), names) {
			return true
		}
	}
	return false
}

func covers(ignored, path []string) bool {
	return len(ignored) <= len(path) && slices.Equal(ignored, path[:len(ignored)])
}

func withoutPositions(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), isPosition)
}

// followsVersion judges the version that a group selects.
func (n *Node) followsVersion(l provider.LaunchReference, target *Node) (c Certainty, why string, at hcl.Range) {
	at = n.resource.Block.DefRange()
	places := n.places(l.Version)
	if len(places) == 0 {
		return n.followsMoving(l, target, "no version", n.rangeOf(splitPath(l.Version)[0]))
	}
	p := places[0]
	at = p.attribute.NameRange
	if v := p.value(); v.IsWhollyKnown() {
		text := textOf(v)
		switch {
		case slices.Contains(l.Latest, text):
			return Yes, "", at
		case slices.Contains(l.Moving, text):
			return n.followsMoving(l, target, "version "+displayVersion(text), at)
		}
		return No, n.address + " stays at version " + text + " of " + target.address, at
	}
	return n.followsAttribute(l, p, target)
}

func displayVersion(text string) string {
	if text == "" {
		return "null"
	}
	return text
}

// followsAttribute judges a version that is read from the launch resource.
func (n *Node) followsAttribute(l provider.LaunchReference, p place, target *Node) (Certainty, string, hcl.Range) {
	at := p.attribute.NameRange
	for _, o := range p.instance.eval(p.env, p.expr).at(p.rest...).origins {
		switch {
		case o.node != target:
			continue
		case n.ignores(l.Version) && o.Attribute == l.LatestAttribute:
			return No, n.address + "." + l.Version + " is under ignore_changes", n.ignoredRange()
		case o.Attribute == l.LatestAttribute:
			return Yes, "", at
		case o.Attribute == l.MovingAttribute:
			return n.followsMoving(l, target, "the default version", at)
		}
	}
	return Maybe, "", at
}

// followsMoving judges the default version: somebody must move it.
func (n *Node) followsMoving(l provider.LaunchReference, target *Node, what string, at hcl.Range) (Certainty, string, hcl.Range) {
	c := decide(target.places(l.Moves), []string{"true"}, "false")
	if c == No && len(target.places(l.MovingAttribute)) > 0 {
		c = Maybe
	}
	if c != No {
		return c, "", at
	}
	return No, n.address + " takes " + what + " of " + target.address + ", and nothing moves that (" + l.Moves + " is not true)", at
}
