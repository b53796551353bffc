package flow

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

// Exists is how certain it is that the resource has instances.
func (n *Node) Exists() Certainty {
	out := Yes
	for i, r := n.instance, n.resource; ; {
		out = min(out, i.repeats(r.Count, r.ForEach))
		if i.parent == nil {
			return out
		}
		r = &module.Resource{Count: i.call.Count, ForEach: i.call.ForEach}
		i = i.parent
	}
}

// repeats is how certain count or for_each make at least one instance.
func (i *instance) repeats(count, forEach hclsyntax.Expression) Certainty {
	if forEach != nil {
		return i.someElements(nil, forEach)
	}
	if count == nil {
		return Yes
	}
	v := i.strict.Value(count, nil)
	if !v.IsKnown() {
		return Maybe
	}
	if text := textOf(v); text == "0" || text == "" {
		return No
	}
	return Yes
}
