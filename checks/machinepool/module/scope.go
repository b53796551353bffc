package module

import (
	"maps"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/function"
)

// Scope evaluates expressions of one module. What is not known before an apply
// (inputs without a given value, resources, data, remote modules, unknown
// functions) is an unknown value; what cannot be evaluated is unknown too, so
// that a known result is always right. A Scope is not safe for concurrent use.
type Scope struct {
	Module *Module

	inputs   map[string]cty.Value
	locals   map[string]cty.Value
	active   map[string]bool
	children map[string]*Scope
}

// NewScope returns a scope in which the given inputs are known.
func NewScope(m *Module, inputs map[string]cty.Value) *Scope {
	return &Scope{
		Module: m, inputs: inputs, locals: map[string]cty.Value{}, active: map[string]bool{},
		children: map[string]*Scope{},
	}
}

// Value evaluates an expression; extra holds names such as each or an iterator.
func (s *Scope) Value(expr hclsyntax.Expression, extra map[string]cty.Value) cty.Value {
	if expr == nil {
		return cty.DynamicVal
	}
	if literal, ok := expr.(*hclsyntax.LiteralValueExpr); ok {
		return literal.Val
	}
	ctx := languageContext.NewChild()
	ctx.Variables, ctx.Functions = s.variables(expr, extra), unknownFunctions(expr)
	v, diags := expr.Value(ctx)
	if diags.HasErrors() || oversized(v) {
		return cty.DynamicVal
	}
	v, _ = v.UnmarkDeep()
	return v
}

// variables gathers what the expression refers to, and nothing else.
func (s *Scope) variables(expr hclsyntax.Expression, extra map[string]cty.Value) map[string]cty.Value {
	out := map[string]cty.Value{}
	groups := map[string]map[string]cty.Value{}
	for _, t := range expr.Variables() {
		root := t.RootName()
		if _, ok := extra[root]; ok {
			continue
		}
		name := attributeName(t, 1)
		value, grouped := s.reference(root, name)
		if !grouped || name == "" {
			out[root] = cty.DynamicVal
			continue
		}
		if groups[root] == nil {
			groups[root] = map[string]cty.Value{}
		}
		groups[root][name] = value
	}
	for root, group := range groups {
		if _, whole := out[root]; !whole {
			out[root] = cty.ObjectVal(group)
		}
	}
	maps.Copy(out, extra)
	return out
}

// reference evaluates var.x, local.x, module.x and path.x.
func (s *Scope) reference(root, name string) (value cty.Value, grouped bool) {
	switch root {
	case "var":
		return s.Input(name), true
	case "local":
		return s.local(name), true
	case "module":
		return s.child(name), true
	case "path":
		if name == "module" {
			return cty.StringVal(s.Module.Dir), true
		}
		return cty.UnknownVal(cty.String), true
	}
	return cty.DynamicVal, false
}

// attributeName is the name of the step at an index of a traversal.
func attributeName(t hcl.Traversal, i int) string {
	if i >= len(t) {
		return ""
	}
	switch step := t[i].(type) {
	case hcl.TraverseAttr:
		return step.Name
	case hcl.TraverseIndex:
		if step.Key.IsKnown() && !step.Key.IsNull() && step.Key.Type() == cty.String {
			return step.Key.AsString()
		}
	}
	return ""
}

// Input is the value of an input variable: the given one, else unknown.
func (s *Scope) Input(name string) cty.Value {
	v := s.Module.Variable(name)
	if v == nil {
		return cty.DynamicVal
	}
	typ, defaults := VariableType(v)
	value, given := s.inputs[name]
	if !given {
		return cty.UnknownVal(typ)
	}
	if defaults != nil && !value.IsNull() && value.IsKnown() {
		value = defaults.Apply(value)
	}
	converted, err := convert.Convert(value, typ)
	if err != nil {
		// No plan gets this far; the value tells more than nothing does.
		return value
	}
	return converted
}

// VariableType reads a type constraint; an absent or unreadable one is "any".
func VariableType(v *Variable) (cty.Type, *typeexpr.Defaults) {
	if v.Type == nil {
		return cty.DynamicPseudoType, nil
	}
	typ, defaults, diags := typeexpr.TypeConstraintWithDefaults(v.Type.Expr)
	if diags.HasErrors() {
		return cty.DynamicPseudoType, nil
	}
	return typ.WithoutOptionalAttributesDeep(), defaults
}

// local evaluates a named value once; a cycle yields an unknown value.
func (s *Scope) local(name string) cty.Value {
	if v, ok := s.locals[name]; ok {
		return v
	}
	l := s.Module.Local(name)
	if l == nil || s.active[name] {
		return cty.DynamicVal
	}
	s.active[name] = true
	v := s.Value(l.Expr, nil)
	delete(s.active, name)
	s.locals[name] = v
	return v
}

// child evaluates a module call to the object of its outputs.
func (s *Scope) child(name string) cty.Value {
	c := s.Module.Call(name)
	key := "module." + name
	if c == nil || c.Module == nil || c.Count != nil || c.ForEach != nil || s.active[key] {
		return cty.DynamicVal
	}
	if v, ok := s.locals[key]; ok {
		return v
	}
	s.active[key] = true
	defer delete(s.active, key)
	inner := s.Child(c)
	outputs := map[string]cty.Value{}
	for _, o := range c.Module.Outputs {
		if o.Value != nil {
			outputs[o.Name] = inner.Value(o.Value.Expr, nil)
		}
	}
	s.locals[key] = cty.ObjectVal(outputs)
	return s.locals[key]
}

// Child returns the scope of a called module, with the arguments of the call as
// inputs and the defaults of what it does not pass.
func (s *Scope) Child(c *Call) *Scope {
	if inner := s.children[c.Name]; inner != nil {
		return inner
	}
	inputs := Defaults(c.Module)
	for name, a := range c.Arguments {
		inputs[name] = s.Value(a.Expr, map[string]cty.Value{"each": cty.DynamicVal, "count": cty.DynamicVal})
	}
	inner := NewScope(c.Module, inputs)
	s.children[c.Name] = inner
	return inner
}

// Defaults returns the default values of the inputs that have one.
func Defaults(m *Module) map[string]cty.Value {
	out := map[string]cty.Value{}
	for _, v := range m.Variables {
		if v.Default == nil {
			continue
		}
		if value, diags := v.Default.Expr.Value(nil); !diags.HasErrors() {
			out[v.Name] = value
		}
	}
	return out
}

// languageContext holds the functions of the language. It is never changed.
var languageContext = &hcl.EvalContext{Functions: functionTable}

// unknownFunctions are those that the table lacks, among them the functions of
// providers, so that calling one is no error but an unknown value.
func unknownFunctions(expr hclsyntax.Expression) map[string]function.Function {
	w := &functionWalker{}
	_ = hclsyntax.Walk(expr, w)
	return w.unknown
}

type functionWalker struct{ unknown map[string]function.Function }

// Enter looks at one node.
func (w *functionWalker) Enter(n hclsyntax.Node) hcl.Diagnostics {
	call, ok := n.(*hclsyntax.FunctionCallExpr)
	if !ok {
		return nil
	}
	if _, known := functionTable[call.Name]; !known {
		if w.unknown == nil {
			w.unknown = map[string]function.Function{}
		}
		w.unknown[call.Name] = unknownFunc(cty.DynamicPseudoType)
	}
	return nil
}

// Exit leaves a node.
func (w *functionWalker) Exit(hclsyntax.Node) hcl.Diagnostics { return nil }

// KnownFunction reports whether the language has a function of this name;
// functions of providers are never known.
func KnownFunction(name string) bool {
	_, ok := functionTable[strings.TrimPrefix(name, "core::")]
	return ok
}
