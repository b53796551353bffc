package flow

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/provider"
)

// node is a resource or data source in one run.
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

// lookUp finds what the table knows, and how far that can be trusted here.
func (n *Node) lookUp() {
	table := n.instance.run.table
	var file *provider.File
	switch n.resource.Mode {
	case module.DataRead:
		n.row, file = table.DataSource(n.resource.Type)
	case module.Managed:
		n.row, file = table.Resource(n.resource.Type)
	}
	switch {
	case n.row == nil:
		return
	case n.row.Unverified, !n.describedBy(file):
		n.trust = Maybe
	default:
		n.trust = Yes
	}
}

// describedBy reports whether the module uses the provider, and a major of it,
// that the row was written for.
func (n *Node) describedBy(file *provider.File) bool {
	name, _, _ := strings.Cut(n.resource.Provider, ".")
	if name == "" {
		name, _, _ = strings.Cut(n.resource.Type, "_")
	}
	source := ""
	for i := n.instance; i != nil; i = i.parent {
		if req := i.module.RequiredProvider(name); req != nil {
			if source == "" {
				source = req.Source
			}
			if !file.Admits(req.Version) {
				return false
			}
		}
	}
	return file.Provider == "terraform" || file.Describes(name, source)
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

// traversalNames are the steps of an ignored path.
func traversalNames(t hcl.Traversal) []string {
	out := []string{t.RootName()}
	for n := 1; n < len(t); n++ {
		out = append(out, stepName(t, n))
	}
	return out
}

// prune takes an ignored path out of the arguments.
func prune(v *Value, path []string) *Value {
	if len(path) == 0 {
		return clean
	}
	out := *v
	name := path[0]
	if f := v.fields[name]; f != nil {
		out.fields = withField(v.fields, name, prune(f, path[1:]))
		return &out
	}
	if v.list && v.elem == nil && len(v.fields) > 0 && !isPosition(name) {
		// A path may leave out the index of a block that stands once.
		out.fields = make(map[string]*Value, len(v.fields))
		for k, f := range v.fields {
			out.fields[k] = prune(f, path)
		}
		return &out
	}
	return v
}

func withField(fields map[string]*Value, name string, v *Value) map[string]*Value {
	out := make(map[string]*Value, len(fields))
	for k, f := range fields {
		out[k] = f
	}
	out[name] = v
	return out
}

func isPosition(name string) bool {
	return name != "" && strings.Trim(name, "0123456789") == ""
}
