package flow

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"
)

// traversal resolves a reference.
func (i *instance) traversal(e *env, t hcl.Traversal) *Value {
	root := t.RootName()
	if v := e.lookup(root); v != nil {
		return i.steps(v, t[1:])
	}
	name := stepName(t, 1)
	switch root {
	case "var":
		return i.rest(i.variable(name), t, 2)
	case "local":
		return i.rest(i.local(name), t, 2)
	case "module":
		return i.rest(i.moduleValue(name), t, 2)
	case "path", "terraform", "self", "count", "each":
		return clean
	case "data":
		return i.rest(i.resourceValue(i.module.DataSource(name, stepName(t, 2))), t, 3)
	case "ephemeral":
		return i.rest(i.resourceValue(i.module.EphemeralResource(name, stepName(t, 2))), t, 3)
	}
	return i.rest(i.resourceValue(i.module.Resource(root, name)), t, 2)
}

func (i *instance) rest(v *Value, t hcl.Traversal, from int) *Value {
	if from >= len(t) {
		return v
	}
	return i.steps(v, t[from:])
}

func (i *instance) steps(v *Value, t hcl.Traversal) *Value {
	for n, s := range t {
		switch step := s.(type) {
		case hcl.TraverseAttr:
			v = v.get(step.Name)
		case hcl.TraverseIndex:
			v = v.get(keyOf(step.Key))
		case hcl.TraverseSplat:
			return i.steps(v.element(), t[n+1:])
		}
	}
	return v
}

func stepName(t hcl.Traversal, at int) string {
	if at >= len(t) {
		return ""
	}
	switch s := t[at].(type) {
	case hcl.TraverseAttr:
		return s.Name
	case hcl.TraverseIndex:
		return keyOf(s.Key)
	}
	return ""
}

// keyOf is the text of a known key.
func keyOf(key cty.Value) string {
	if !key.IsWhollyKnown() || key.IsNull() {
		return ""
	}
	switch key.Type() {
	case cty.String:
		return key.AsString()
	case cty.Number:
		return key.AsBigFloat().Text('f', -1)
	}
	return ""
}

// traversalNames are the steps of an ignored path.
func traversalNames(t hcl.Traversal) []string {
	out := []string{t.RootName()}
	for n := 1; n < len(t); n++ {
		out = append(out, stepName(t, n))
	}
	return out
}
