package flow

import (
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

// CreatesFirst reports whether a replacement is created before the old resource
// goes. heir is the resource that hands this down: the runtimes extend
// create_before_destroy to everything that a resource depends on.
func (v *View) CreatesFirst(n *Node) (first bool, heir *Node) {
	if n.createsFirst() {
		return true, nil
	}
	for _, other := range v.nodes {
		if other.createsFirst() && other.dependsOn(n, map[*Node]bool{}) {
			return true, other
		}
	}
	return false, nil
}

func (n *Node) createsFirst() bool {
	x := n.resource.Lifecycle.CreateBeforeDestroy
	if x == nil {
		return false
	}
	return textOf(n.instance.strict.Value(x, nil)) == "true"
}

// dependsOn follows references of a resource, through other resources.
func (n *Node) dependsOn(target *Node, seen map[*Node]bool) bool {
	if seen[n] {
		return false
	}
	seen[n] = true
	return slices.ContainsFunc(n.references(), func(r *Node) bool { return r == target || r.dependsOn(target, seen) })
}

// references lists the resources that the body of a resource refers to,
// directly or through named values, inputs and outputs.
func (n *Node) references() []*Node {
	c := &referenceCollector{seen: map[string]bool{}}
	_ = hclsyntax.VisitAll(n.resource.Block.Body, func(node hclsyntax.Node) hcl.Diagnostics {
		if x, ok := node.(*hclsyntax.ScopeTraversalExpr); ok {
			c.add(n.instance, x.Traversal)
		}
		return nil
	})
	return c.out
}

type referenceCollector struct {
	out  []*Node
	seen map[string]bool
}

func (c *referenceCollector) expression(i *instance, x hclsyntax.Expression) {
	for _, t := range x.Variables() {
		c.add(i, t)
	}
}

func (c *referenceCollector) add(i *instance, t hcl.Traversal) {
	name := stepName(t, 1)
	address := i.prefix + t.RootName() + "." + name + "." + stepName(t, 2)
	if c.seen[address] {
		return
	}
	c.seen[address] = true
	switch t.RootName() {
	case "local":
		if l := i.module.Local(name); l != nil {
			c.expression(i, l.Expr)
		}
	case "var":
		if i.parent != nil && i.call.Arguments[name] != nil {
			c.expression(i.parent, i.call.Arguments[name].Expr)
		}
	case "module":
		if call := i.module.Call(name); call != nil && call.Module != nil {
			for _, o := range call.Module.Outputs {
				if o.Value != nil {
					c.expression(i.child(call), o.Value.Expr)
				}
			}
		}
	case "data":
		c.resource(i, i.module.DataSource(name, stepName(t, 2)))
	default:
		c.resource(i, i.module.Resource(t.RootName(), name))
	}
}

func (c *referenceCollector) resource(i *instance, r *module.Resource) {
	if r != nil {
		c.out = appendNew(c.out, i.node(r))
	}
}
