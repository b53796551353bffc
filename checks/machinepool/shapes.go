package machinepool

import (
	"slices"
	"strconv"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/shape"
)

// shapeChecker collects what is wrong with the form of an output. It speaks
// only of constructors and literals; what it cannot follow is left alone.
type shapeChecker struct {
	in       *Input
	subject  string
	fallback hcl.Range
	found    []checks.Finding
}

// report adds a finding at a form; with replacement it carries the edit.
func (c *shapeChecker) report(a shape.Alternative, message, advice, replacement string) {
	f := atNode(a.Node, c.fallback, c.subject, "%s", message)
	if advice != "" {
		var edits []checks.Edit
		if replacement != "" {
			edits = c.in.replace(a.Expr.Range(), replacement)
		}
		f = cure(f, advice, edits)
	}
	if !slices.ContainsFunc(c.found, func(o checks.Finding) bool { return o.Position == f.Position && o.Message == f.Message }) {
		c.found = append(c.found, f)
	}
}

// isObject reports whether a form is an object whose attributes can be asked
// for; a form that is certainly none is a problem.
func (c *shapeChecker) isObject(a shape.Alternative, what string) bool {
	switch e := a.Expr.(type) {
	case *hclsyntax.ObjectConsExpr:
		return true
	case *hclsyntax.FunctionCallExpr:
		return e.Name == "merge"
	case *hclsyntax.TupleConsExpr:
		c.report(a, what+" must be an object, not a list", "", "")
	case *hclsyntax.TemplateExpr:
		c.report(a, what+" must be an object, not a string", "", "")
	case *hclsyntax.LiteralValueExpr:
		if !e.Val.IsNull() {
			c.report(a, what+" must be an object, not a "+e.Val.Type().FriendlyName(), "", "")
		}
	}
	return false
}

// required reports a key that a form certainly lacks.
func (c *shapeChecker) required(a shape.Alternative, key string, known []string, what string) {
	if len(shape.Attribute(a.Node, key)) > 0 {
		return
	}
	message, advice := what+" lacks "+key, "add "+key
	if o, ok := a.Expr.(*hclsyntax.ObjectConsExpr); ok {
		if written, _ := similarKey(o, key, known); written != "" {
			message, advice = message+": "+written+" is not a key of the contract", "rename the key "+written+" to "+key
		}
	}
	c.report(a, message, advice, "")
}

// states checks the attribute state against the closed list.
func (c *shapeChecker) states(a shape.Alternative, what string) {
	c.words(a, "state", what, c.in.Contract.States, stateSynonyms)
}

// words checks the literals of an attribute against a closed list.
func (c *shapeChecker) words(a shape.Alternative, key, what string, list []string, synonyms map[string]string) {
	for _, form := range c.nonNull(a, key, what, false) {
		v, ok := literal(form.Expr)
		switch {
		case !ok:
			continue
		case v.Type() != cty.String:
			c.report(form, what+" must be a string", "", "")
			continue
		}
		word := v.AsString()
		if slices.Contains(list, word) {
			continue
		}
		meant := closest(word, list, synonyms)
		advice, replacement := "use one of the words of the contract", ""
		if meant != "" {
			replacement = strconv.Quote(meant)
			advice = "use " + replacement
		}
		c.report(form, what+" is "+strconv.Quote(word)+", which is none of the contract's words", advice, replacement)
	}
}

// attribute checks the type of an attribute where it is a literal or certainly
// a collection.
func (c *shapeChecker) attribute(a shape.Alternative, key, what, wanted string, t cty.Type, nullable bool) {
	for _, form := range c.nonNull(a, key, what, nullable) {
		v, ok := literal(form.Expr)
		switch {
		case ok && v.Type() != t:
			advice, replacement := "", ""
			if t == cty.Bool && v.Type() == cty.String && (v.AsString() == "true" || v.AsString() == "false") {
				advice, replacement = "write it without quotes", v.AsString()
			}
			c.report(form, what+" must be "+wanted, advice, replacement)
		case form.Expr != nil && shape.IsCollection(form.Expr):
			c.report(form, what+" must be "+wanted+", not a list", "", "")
		}
	}
}

// nonNull lists the forms of an attribute that are not null. Null is a problem
// only when there is no other form: as a fallback it may never be reached.
func (c *shapeChecker) nonNull(a shape.Alternative, key, what string, nullable bool) []shape.Alternative {
	forms := shape.Attribute(a.Node, key)
	var out []shape.Alternative
	for _, form := range forms {
		if v, ok := literal(form.Expr); !ok || !v.IsNull() {
			out = append(out, form)
		}
	}
	if len(out) == 0 && len(forms) > 0 && !nullable {
		c.report(forms[0], what+" is always null", "", "")
	}
	return out
}

func keyOf(item hclsyntax.ObjectConsItem) string { return module.KeyText(item.KeyExpr) }

// stateSynonyms are words of clouds and habits for the states of the contract.
var stateSynonyms = map[string]string{
	"active": "running", "ok": "running", "ready": "running", "healthy": "running", "up": "running", "inservice": "running",
	"in_service": "running", "available": "running", "started": "running",
	"starting": "pending", "creating": "pending", "provisioning": "pending", "scaling": "pending", "updating": "pending", "staging": "pending",
	"failed": "degraded", "error": "degraded", "unhealthy": "degraded", "warning": "degraded", "impaired": "degraded",
	"stopping": "stopped", "shutdown": "stopped", "deallocated": "stopped", "suspended": "stopped", "off": "stopped",
	"deleted": "terminated", "deleting": "terminated", "terminating": "terminated", "shutting-down": "terminated", "gone": "terminated",
}
