package flow

import (
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/provider"
)

// followsVersion judges the version that a group selects.
func (n *Node) followsVersion(l provider.LaunchReference, target *Node) (c Certainty, why string, at hcl.Range) {
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
