package flow

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/provider"
)

// Setting is one place where an argument is written.
type Setting struct {
	// Value with nothing but the given inputs, Usual with user variables at
	// their defaults; unknown values where that does not decide.
	Value, Usual cty.Value
	// Taint is what the setting follows, ignored or not.
	Taint Taint
	// Expr is the expression, unless the setting is inside a larger one.
	Expr hclsyntax.Expression
	// Attribute is where it is written.
	Attribute *hclsyntax.Attribute
	// Sure is how certain it is that the block around it exists.
	Sure Certainty
	// Root is true in the root module.
	Root bool
}

// Settings lists the places where an argument of the table is written.
func (n *Node) Settings(path string) []Setting {
	var out []Setting
	for _, p := range n.places(path) {
		s := Setting{Value: p.value(), Usual: p.usual(), Attribute: p.attribute, Sure: p.sure, Root: p.instance.parent == nil}
		s.Taint = p.instance.eval(p.env, p.expr).at(p.rest...).total()
		if len(p.rest) == 0 {
			s.Expr = p.expr
		}
		out = append(out, s)
	}
	return out
}

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

// Without is what all arguments but one follow, ignored ones left out.
func (n *Node) Without(path string) Taint {
	if path == "" {
		return n.effective().total()
	}
	return prune(n.effective(), splitPath(path)).total()
}

// Arguments lists the written arguments and nested blocks, sorted.
func (n *Node) Arguments() []string { return sortedKeys(n.written().fields) }

// BlockTaint is what an argument follows in those blocks of a type where
// another argument has a value, or may have it.
func (n *Node) BlockTaint(block, argument, when, is string) Taint {
	blocks := n.written().fields[block]
	if blocks == nil {
		return Taint{}
	}
	var t Taint
	for k, b := range module.Blocks(n.resource.Block.Body, block) {
		v := blocks.fields[keyOfPosition(k)]
		if v == nil {
			v = blocks.element()
		}
		if when == "" || n.mayBe(b, when, is) {
			t = join(t, v.get(argument).total())
		}
	}
	return t
}

func (n *Node) mayBe(b module.Nested, when, is string) bool {
	x := expressionOf(b.Body, when)
	if x == nil {
		return false
	}
	e := n.bound()
	if b.Dynamic != nil {
		e = e.bind(iteratorName(b.Dynamic), clean)
	}
	v := n.instance.strict.Value(x, e.unknowns())
	return !v.IsWhollyKnown() || textOf(v) == is
}

// Launches are the launch resources that a group starts members with; complete
// is false when it also names something else.
func (n *Node) Launches() (list []*Node, complete bool) {
	complete = true
	if n.row == nil {
		return nil, false
	}
	for _, l := range n.row.Launches {
		for _, path := range l.Arguments {
			for _, p := range n.places(path) {
				targets := launchTargets(p.instance.eval(p.env, p.expr).at(p.rest...))
				complete = complete && len(targets) > 0
				list = appendNew(list, targets...)
			}
		}
	}
	return list, complete
}

// Targets reports whether a scaler certainly or perhaps acts on a group.
func (n *Node) Targets(group *Node) Certainty {
	if n.row == nil || n.row.Target == "" {
		return No
	}
	out := No
	for _, p := range n.places(n.row.Target) {
		origins := p.instance.eval(p.env, p.expr).at(p.rest...).origins
		if len(origins) == 0 {
			out = max(out, Maybe)
		}
		for _, o := range origins {
			if o.node == group {
				return Yes
			}
		}
	}
	return out
}

// ProviderTaint is what an argument of the provider configuration follows.
func (n *Node) ProviderTaint(path string) Taint {
	config, i, known := n.providerConfig()
	if !known || config == nil {
		return Taint{}
	}
	return argumentIn(i.body(nil, config.Block.Body, i.prefix+"provider."+config.Address(), nil), path)
}

// ProviderBlock is the configuration that the resource uses, nil without one.
func (n *Node) ProviderBlock() *hclsyntax.Block {
	config, _, known := n.providerConfig()
	if !known || config == nil {
		return nil
	}
	return config.Block
}

// RangeOf is where a block or argument of the resource stands, else the
// resource itself.
func (n *Node) RangeOf(name string) hcl.Range { return n.rangeOf(name) }

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

// Condition is a condition that makes an apply fail: a validation, precondition
// or postcondition.
type Condition struct {
	module.Condition
	// Taint is what it follows.
	Taint Taint
	// Result with the inputs that are given.
	Result cty.Value
}

// Conditions lists the conditions of all modules.
func (v *View) Conditions() []Condition {
	var out []Condition
	for _, i := range v.run.instances() {
		add := func(e *env, list []module.Condition) {
			for _, c := range list {
				if c.Condition != nil {
					out = append(out, Condition{Condition: c, Taint: i.eval(e, c.Condition).total(), Result: i.strict.Value(c.Condition, e.unknowns())})
				}
			}
		}
		for _, variable := range i.module.Variables {
			add(nil, variable.Validations)
		}
		for _, o := range i.module.Outputs {
			add(nil, o.Preconditions)
		}
		for _, list := range [][]*module.Resource{i.module.Resources, i.module.Data} {
			for _, r := range list {
				add(i.node(r).bound(), r.Lifecycle.Preconditions)
				add(i.node(r).bound(), r.Lifecycle.Postconditions)
			}
		}
	}
	return out
}

// Remote is what goes into modules that are not read, and which those are.
func (v *View) Remote() (Taint, []string) {
	var t Taint
	var names []string
	for _, i := range v.run.instances() {
		for _, c := range i.module.Calls {
			if c.Module == nil {
				names = append(names, strings.TrimSuffix(i.prefix, ".")+pick(i.prefix == "", "", ".")+"module."+c.Name)
				t = join(t, i.remote(c).total())
			}
		}
	}
	return t, names
}

// Provisioned is what provisioners and provider configurations use.
func (v *View) Provisioned() Taint {
	var t Taint
	for _, n := range v.nodes {
		for _, p := range n.resource.Provisioners {
			t = join(t, n.instance.body(n.bound(), p.Body, n.address+".provisioner", nil).total())
		}
	}
	for _, i := range v.run.instances() {
		for _, p := range i.module.Providers {
			t = join(t, i.body(nil, p.Block.Body, i.prefix+"provider."+p.Address(), nil).total())
		}
	}
	return t.limit(Maybe)
}

// Known reports whether the table knows the type of the resource.
func (n *Node) Known() bool { return n.row != nil }

// Managed reports a managed resource.
func (n *Node) Managed() bool { return n.resource.Mode == module.Managed }

// Encodes is the encoding that a payload argument wants here; ok is false when
// the module leaves it open.
func (n *Node) Encodes(p provider.Payload) (enc provider.Encoding, ok bool) {
	if p.SwitchedBy == "" {
		return p.Encoding, true
	}
	switch decide(n.places(p.SwitchedBy), []string{"base64"}, string(p.Encoding)) {
	case Yes:
		return provider.Base64, true
	case No:
		return p.Encoding, true
	}
	return "", false
}

// Scalar is a known scalar as text; null and other values are not known.
func Scalar(v cty.Value) (text string, known bool) {
	if !v.IsWhollyKnown() || v.IsNull() {
		return "", false
	}
	return textOf(v), true
}
