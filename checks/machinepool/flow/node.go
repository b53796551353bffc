package flow

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/provider"
)

// Node is a resource or data source in one run.
type Node struct {
	instance *instance
	resource *module.Resource
	// row is nil for types that the table does not know.
	row *provider.Row
	// trust is Yes for verified rows of the right provider and major, Maybe for
	// other rows, No for unknown types.
	trust   Certainty
	address string

	// counted is set with the next two: env binds each and count, presence is what
	// they follow.
	counted  bool
	env      *env
	presence Taint
	// loaded is set with the next two: raw are the arguments as written, args those
	// that an apply would change, without ignored ones.
	loaded    bool
	raw, args *Value

	updated, replaced *Taint
	ways              []roll
	attributes        map[string]*Value
	busy              bool
}

func (i *instance) node(r *module.Resource) *Node {
	if n := i.resources[r]; n != nil {
		return n
	}
	n := &Node{instance: i, resource: r, address: i.prefix + r.Address(), attributes: map[string]*Value{}, raw: clean, args: clean}
	i.resources[r] = n
	n.lookUp()
	return n
}

// repetition evaluates count and for_each, at first use: most questions are
// about a few resources only.
func (n *Node) repetition() {
	if n.counted {
		return
	}
	n.counted = true
	n.presence, n.env = n.instance.repetition(n.resource.Count, n.resource.ForEach)
	n.presence = join(n.presence, n.instance.presence)
}

func (n *Node) bound() *env {
	n.repetition()
	return n.env
}

// repeated is what decides which instances there are.
func (n *Node) repeated() Taint {
	n.repetition()
	return n.presence
}

// load evaluates the arguments, at first use.
func (n *Node) load() {
	if n.loaded {
		return
	}
	n.loaded, n.busy = true, true
	r := n.resource
	n.raw = n.instance.body(n.bound(), r.Block.Body, n.address, metaArguments)
	n.args = n.raw
	if r.Lifecycle.IgnoreAll {
		n.args = clean
	}
	for _, ignored := range r.Lifecycle.Ignore {
		n.args = prune(n.args, traversalNames(ignored.Traversal))
	}
	n.busy = false
}

func (n *Node) written() *Value {
	n.load()
	return n.raw
}

func (n *Node) effective() *Value {
	n.load()
	return n.args
}

// resourceValue is what a reference to a resource stands for.
func (i *instance) resourceValue(r *module.Resource) *Value {
	if r == nil {
		return clean
	}
	n := i.node(r)
	object := &Value{nodes: []*Node{n}}
	if r.Count == nil && r.ForEach == nil {
		return object
	}
	return &Value{taint: n.repeated(), elem: object, list: r.Count != nil}
}
