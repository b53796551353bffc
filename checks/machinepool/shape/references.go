package shape

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

// Resource finds the resource or data source that a reference begins with, nil
// when it begins with something else.
func Resource(m *module.Module, t hcl.Traversal) *module.Resource {
	root := t.RootName()
	if root == "data" {
		return m.DataSource(StepName(t, 1), StepName(t, 2))
	}
	return m.Resource(root, StepName(t, 1))
}

// wholeResource reports references to all instances of a resource.
func wholeResource(t hcl.Traversal, data bool) bool {
	if data {
		return len(t) == 3
	}
	return len(t) == 2
}

// Sources is what a value depends on, conditions included.
type Sources struct {
	Managed, Data []*module.Resource
	// Inputs are inputs of the root module.
	Inputs []string
	// Unknown is true when something could not be followed: a remote module,
	// a name that nothing declares.
	Unknown bool
}

// SourcesOf follows every reference in an expression, through named values and
// calls of local modules.
func SourcesOf(n Node) Sources {
	c := &collector{seen: map[string]bool{}}
	if n.Expr == nil {
		c.out.Unknown = true
	} else {
		c.expression(n.Frame.base(), n.Expr)
	}
	return c.out
}

type collector struct {
	out  Sources
	seen map[string]bool
}

func (c *collector) expression(f *Frame, expr hclsyntax.Expression) {
	for _, t := range expr.Variables() {
		c.reference(f, t)
	}
}

// first reports whether a declaration is met for the first time in this frame.
func (c *collector) first(f *Frame, address string) bool {
	key := f.path() + address
	if c.seen[key] {
		return false
	}
	c.seen[key] = true
	return true
}

// path names the calls that lead to a frame.
func (f *Frame) path() string {
	if f.call == nil {
		return ""
	}
	return f.caller.path() + "module." + f.call.Name + "."
}

func (c *collector) reference(f *Frame, t hcl.Traversal) {
	name := StepName(t, 1)
	switch t.RootName() {
	case "local":
		c.local(f, name)
	case "var":
		c.variable(f, name)
	case "module":
		c.output(f, name, t)
	case "each", "count", "path", "terraform", "self":
	default:
		c.resource(f, t)
	}
}

func (c *collector) local(f *Frame, name string) {
	if !c.first(f, "local."+name) {
		return
	}
	if l := f.Module.Local(name); l != nil {
		c.expression(f, l.Expr)
	} else {
		c.out.Unknown = true
	}
}

func (c *collector) variable(f *Frame, name string) {
	if !c.first(f, "var."+name) {
		return
	}
	if f.call == nil {
		c.out.Inputs = append(c.out.Inputs, name)
	} else if arg := f.call.Arguments[name]; arg != nil {
		c.expression(f.caller, arg.Expr)
	}
}

func (c *collector) output(f *Frame, name string, t hcl.Traversal) {
	call := f.Module.Call(name)
	if call == nil || call.Module == nil {
		c.out.Unknown = true
		return
	}
	wanted := outputName(call, t)
	for _, o := range call.Module.Outputs {
		if o.Value != nil && (wanted == "" || wanted == o.Name) && c.first(f, "module."+name+"."+o.Name) {
			c.expression(f.enter(call), o.Value.Expr)
		}
	}
}

// outputName is the output that a reference to a call means, "" when it is the
// call as a whole.
func outputName(call *module.Call, t hcl.Traversal) string {
	rest := t[2:]
	if (call.Count != nil || call.ForEach != nil) && len(rest) > 0 {
		rest = rest[1:]
	}
	return StepName(rest, 0)
}

func (c *collector) resource(f *Frame, t hcl.Traversal) {
	r := Resource(f.Module, t)
	if r == nil {
		c.out.Unknown = true
		return
	}
	if !c.first(f, r.Address()) {
		return
	}
	if r.Mode == module.Managed {
		c.out.Managed = append(c.out.Managed, r)
	} else {
		c.out.Data = append(c.out.Data, r)
	}
}
