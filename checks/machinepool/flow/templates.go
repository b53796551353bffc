package flow

import (
	"path"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

// template is a parsed template file; expr is nil when it cannot be read.
type template struct {
	expr hclsyntax.Expression
}

// templateFile follows a template into its file, so that an argument which the
// file does not use has no effect.
func (i *instance) templateFile(e *env, x *hclsyntax.FunctionCallExpr) *Value {
	vars := i.eval(e, x.Args[1])
	name := i.strict.Value(x.Args[0], e.unknowns())
	t := i.run.readTemplate(i, name)
	if t.expr == nil {
		return i.embed(join(vars.total(), i.eval(e, x.Args[0]).total()))
	}
	inner := (*env)(nil)
	for _, ref := range t.expr.Variables() {
		if root := ref.RootName(); inner.lookup(root) == nil {
			inner = inner.bind(root, vars.get(root))
		}
	}
	return i.eval(inner, t.expr)
}

func (r *run) readTemplate(i *instance, name cty.Value) *template {
	if !name.IsKnown() || name.IsNull() || name.Type() != cty.String {
		return &template{}
	}
	file := path.Clean(name.AsString())
	if t := r.templates[file]; t != nil {
		return t
	}
	t := &template{}
	r.templates[file] = t
	source, ok := i.module.Tree.Files[file]
	if !ok || module.TooDeep(source) {
		return t
	}
	expr, diags := hclsyntax.ParseTemplate(source, i.module.Tree.DisplayPath(file), hcl.InitialPos)
	if !diags.HasErrors() {
		t.expr = expr
	}
	return t
}
