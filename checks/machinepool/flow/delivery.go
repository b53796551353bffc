package flow

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/provider"
)

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
