package flow

import (
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

// metaArguments are no arguments of the provider.
var metaArguments = []string{"count", "for_each", "provider", "depends_on", "lifecycle", "provisioner", "connection"}

// body follows the arguments and nested blocks of a block. Blocks become lists.
func (i *instance) body(e *env, b *hclsyntax.Body, path string, skip []string) *Value {
	out := &Value{fields: map[string]*Value{}}
	for name, a := range b.Attributes {
		if slices.Contains(skip, name) {
			continue
		}
		out.fields[name] = i.eval(e, a.Expr).via(i.trace(), func() Step { return Step{Text: path + "." + name, Range: a.NameRange} })
	}
	for _, nested := range b.Blocks {
		name, v := i.block(e, nested, path)
		if name == "" || slices.Contains(skip, name) {
			continue
		}
		list := out.fields[name]
		if list == nil || list.fields == nil {
			list = &Value{list: true, fields: map[string]*Value{}}
			out.fields[name] = list
		}
		list.fields[keyOfPosition(len(list.fields))] = v
	}
	return out
}

// block follows one nested block; a dynamic one binds its iterator. Blocks that
// certainly make nothing have no name.
func (i *instance) block(e *env, b *hclsyntax.Block, path string) (string, *Value) {
	if b.Type != "dynamic" || len(b.Labels) != 1 {
		v := *i.body(e, b.Body, path+"."+b.Type, nil)
		v.sure = Yes
		return b.Type, &v
	}
	name := b.Labels[0]
	forEach := expressionOf(b.Body, "for_each")
	sure := i.someElements(e, forEach)
	if sure == No {
		return "", nil
	}
	iterator := name
	if x := expressionOf(b.Body, "iterator"); x != nil {
		if k := hcl.ExprAsKeyword(x); k != "" {
			iterator = k
		}
	}
	list := i.eval(e, forEach)
	bound := e.bind(iterator, &Value{fields: map[string]*Value{"key": opaque(list.taint), "value": list.element().under(list.taint)}})
	out := &Value{fields: map[string]*Value{}}
	for _, c := range b.Body.Blocks {
		if c.Type == "content" {
			out = i.body(bound, c.Body, path+"."+name, nil)
		}
	}
	out = out.under(withoutForms(list.taint))
	v := *out
	v.sure = sure
	return name, &v
}

// someElements tells whether a for_each certainly has elements.
func (i *instance) someElements(e *env, forEach hclsyntax.Expression) Certainty {
	if v := i.strict.Value(forEach, e.unknowns()); v.IsKnown() && !v.IsNull() && v.CanIterateElements() {
		if v.LengthInt() == 0 {
			return No
		}
		return Yes
	}
	if v := i.likely.Value(forEach, e.unknowns()); v.IsKnown() && !v.IsNull() && v.CanIterateElements() && v.LengthInt() > 0 {
		return Yes
	}
	return Maybe
}

func expressionOf(b *hclsyntax.Body, name string) hclsyntax.Expression {
	if a := b.Attributes[name]; a != nil {
		return a.Expr
	}
	return nil
}

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
