package shape

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Limits of one question. Real modules stay far below; beyond, the answer is
// "unknown".
const (
	stepLimit  = 20_000
	depthLimit = 200
)

// Alternatives lists the forms that a value may have.
func Alternatives(n Node) []Alternative {
	w := &walker{steps: stepLimit}
	return w.expand(Alternative{Node: n})
}

// Elements lists the forms that the elements of a list, set or map may have.
// The result is empty for a collection that is known to be empty.
func Elements(n Node) []Alternative {
	w := &walker{steps: stepLimit}
	return w.elements(Alternative{Node: n})
}

// Attribute lists the forms that an attribute of an object may have. An object
// that is known not to have it contributes nothing.
func Attribute(n Node, name string) []Alternative {
	w := &walker{steps: stepLimit}
	return w.each(w.expand(Alternative{Node: n}), hcl.TraverseAttr{Name: name})
}

type walker struct{ steps, depth int }

// enter reports whether the walk may go on; leave must follow when it does.
func (w *walker) enter() bool {
	if w.steps <= 0 || w.depth >= depthLimit {
		return false
	}
	w.steps--
	w.depth++
	return true
}

func (w *walker) leave() { w.depth-- }

// expand follows an expression to its possible forms.
func (w *walker) expand(a Alternative) []Alternative {
	if a.Expr == nil || !w.enter() {
		return a.unknown()
	}
	defer w.leave()
	switch e := a.Expr.(type) {
	case *hclsyntax.ParenthesesExpr:
		return w.expand(a.At(e.Expression))
	case *hclsyntax.TemplateWrapExpr:
		return w.expand(a.At(e.Wrapped))
	case *hclsyntax.ConditionalExpr:
		yes := w.expand(a.when(a.Frame, e.Condition, true).At(e.TrueResult))
		return append(yes, w.expand(a.when(a.Frame, e.Condition, false).At(e.FalseResult))...)
	case *hclsyntax.FunctionCallExpr:
		return w.call(a, e)
	case *hclsyntax.ScopeTraversalExpr:
		return w.reference(a, e.Traversal)
	case *hclsyntax.RelativeTraversalExpr:
		return w.follow(w.expand(a.At(e.Source)), e.Traversal)
	case *hclsyntax.IndexExpr:
		return w.index(a, e)
	case *hclsyntax.AnonSymbolExpr:
		it := a.Frame.iterator(func(it *iterator) bool { return it.anon == e })
		if it == nil {
			return a.unknown()
		}
		return w.iterated(a, it)
	}
	return []Alternative{a}
}

// call follows functions that hand a value through.
func (w *walker) call(a Alternative, e *hclsyntax.FunctionCallExpr) []Alternative {
	if e.ExpandFinal || len(e.Args) == 0 {
		return []Alternative{a}
	}
	switch e.Name {
	case "sensitive", "nonsensitive", "ephemeralasnull", "tolist", "toset", "tomap", "tostring", "tonumber", "tobool":
		return w.expand(a.At(e.Args[0]))
	case "try", "coalesce", "coalescelist":
		var out []Alternative
		for _, arg := range e.Args {
			out = append(out, w.expand(a.At(arg))...)
		}
		return out
	case "one", "element":
		return w.elements(a.At(e.Args[0]))
	case "lookup":
		return w.lookup(a, e)
	}
	return []Alternative{a}
}

func (w *walker) lookup(a Alternative, e *hclsyntax.FunctionCallExpr) []Alternative {
	var out []Alternative
	if key := literalKey(e.Args[min(1, len(e.Args)-1)]); key != "" {
		out = w.each(w.expand(a.At(e.Args[0])), hcl.TraverseAttr{Name: key})
	} else {
		out = w.elements(a.At(e.Args[0]))
	}
	if len(e.Args) > 2 {
		out = append(out, w.expand(a.At(e.Args[2]))...)
	}
	return out
}

func (w *walker) index(a Alternative, e *hclsyntax.IndexExpr) []Alternative {
	if v, diags := e.Key.Value(nil); !diags.HasErrors() && v.IsKnown() && !v.IsNull() {
		return w.each(w.expand(a.At(e.Collection)), hcl.TraverseIndex{Key: v})
	}
	return w.elements(a.At(e.Collection))
}

// reference follows local.x, var.x of a called module, module.x.y and iterators.
func (w *walker) reference(a Alternative, t hcl.Traversal) []Alternative {
	root := t.RootName()
	if it := a.Frame.iterator(func(it *iterator) bool { return it.name == root && it.anon == nil }); it != nil {
		return w.follow(w.iterated(a, it), t[1:])
	}
	name := StepName(t, 1)
	if name == "" {
		return []Alternative{a}
	}
	switch root {
	case "local":
		l := a.Frame.Module.Local(name)
		if l == nil {
			return a.unknown()
		}
		a.Followed = true
		return w.follow(w.expand(a.in(a.Frame.base(), l.Expr)), t[2:])
	case "var":
		return w.variable(a, name, t)
	case "module":
		return w.output(a, name, t)
	}
	return []Alternative{a}
}

// variable follows an input of a called module to the argument of the call, or
// to its default. The inputs of the root stay references.
func (w *walker) variable(a Alternative, name string, t hcl.Traversal) []Alternative {
	f := a.Frame
	if f.call == nil {
		return []Alternative{a}
	}
	a.Followed = true
	if arg := f.call.Arguments[name]; arg != nil {
		return w.follow(w.expand(a.in(f.caller, arg.Expr)), t[2:])
	}
	if v := f.Module.Variable(name); v != nil && v.Default != nil {
		return w.follow(w.expand(a.At(v.Default.Expr)), t[2:])
	}
	return a.unknown()
}

func (w *walker) output(a Alternative, name string, t hcl.Traversal) []Alternative {
	c := a.Frame.Module.Call(name)
	if c == nil || c.Module == nil {
		return a.unknown()
	}
	rest := t[2:]
	if c.Count != nil || c.ForEach != nil {
		if len(rest) == 0 {
			return a.unknown()
		}
		rest = rest[1:]
	}
	o := c.Module.Output(StepName(rest, 0))
	if o == nil || o.Value == nil {
		return a.unknown()
	}
	a.Followed = true
	return w.follow(w.expand(a.in(a.Frame.enter(c), o.Value.Expr)), rest[1:])
}

// iterated lists what an iterator stands for.
func (w *walker) iterated(a Alternative, it *iterator) []Alternative {
	if it.key {
		return w.keys(a.in(it.over.Frame, it.over.Expr))
	}
	return w.elements(a.in(it.over.Frame, it.over.Expr))
}
