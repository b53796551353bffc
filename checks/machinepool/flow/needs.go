package flow

import (
	"slices"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/provider"
)

// holds is how certain all needs hold.
func (n *Node) holds(needs []provider.Need) Certainty {
	out := Yes
	for _, need := range needs {
		c := n.need(need)
		if c == No && need.Unknown {
			c = Maybe
		}
		out = min(out, c)
	}
	return out
}

func (n *Node) need(need provider.Need) Certainty {
	switch {
	case need.Block != "":
		return n.hasBlock(need.Block)
	case need.Feature != "":
		return n.feature(need)
	}
	return decide(n.places(need.Argument), need.In, need.Default)
}

func (n *Node) hasBlock(name string) Certainty {
	out := No
	for _, b := range module.Blocks(n.resource.Block.Body, name) {
		if b.Dynamic == nil {
			return Yes
		}
		out = max(out, n.instance.someElements(n.bound(), expressionOf(b.Dynamic.Body, "for_each")))
	}
	return out
}

// decide compares an argument with the values that are wanted. When user
// variables decide, their defaults prove that it holds, but not that it never
// does.
func decide(places []place, want []string, def string) Certainty {
	out := No
	seen := false
	for _, p := range places {
		c, present := p.oneOf(want)
		if present {
			seen = true
			out = max(out, min(c, p.sure))
		}
	}
	switch {
	case seen:
		return out
	case def == "":
		return Maybe
	case slices.Contains(want, def):
		return Yes
	}
	return No
}

func (p place) oneOf(want []string) (c Certainty, present bool) {
	if v := p.value(); v.IsWhollyKnown() {
		if v.IsNull() {
			return No, false
		}
		return pick(slices.Contains(want, textOf(v)), Yes, No), true
	}
	v := p.usual()
	if v.IsWhollyKnown() && !v.IsNull() && slices.Contains(want, textOf(v)) {
		return Yes, true
	}
	return Maybe, true
}

// listed returns the strings of a list argument.
func (n *Node) listed(path string) []string {
	if path == "" {
		return nil
	}
	var out []string
	for _, p := range n.places(path) {
		v := p.value()
		if !v.IsWhollyKnown() {
			v = p.usual()
		}
		if !v.IsWhollyKnown() || v.IsNull() || !v.CanIterateElements() {
			continue
		}
		for it := v.ElementIterator(); it.Next(); {
			_, e := it.Element()
			out = append(out, textOf(e))
		}
	}
	return out
}
