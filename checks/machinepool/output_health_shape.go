package machinepool

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/shape"
)

func outputHealthShape() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "output/health-shape", Severity: checks.Error,
			Title: "health does not have the shape that the controller decodes",
			Why: "health is an object with state (pending, running, degraded, stopped, terminated or unknown) and healthy (a boolean), and " +
				"optionally message (a string or null) and reasons (a list of strings). Anything else makes the outputs invalid.",
			Fix:    "Use the shape and the words of the contract.",
			Source: "machinepool.md 1.2",
			Fails:  checks.Example{Args: lint, Files: outputHealthShapeFails},
			Passes: checks.Example{Args: lint, Files: skeleton},
		},
		Check: func(in *Input, out *checks.Sink) {
			for _, f := range healthProblems(in) {
				out.Report(f)
			}
		},
	}
}

// healthProblems lists what is wrong with the form of the health output.
func healthProblems(in *Input) []checks.Finding {
	value, ok := in.output(contract.Health)
	if !ok {
		return nil
	}
	c := &shapeChecker{in: in, subject: "output." + contract.Health, fallback: value.Expr.Range()}
	for _, form := range shape.Alternatives(value) {
		if !c.isObject(form, "health") {
			continue
		}
		for _, key := range []string{"state", "healthy"} {
			c.required(form, key, healthKeys, "health")
		}
		c.states(form, "health.state")
		c.attribute(form, "healthy", "health.healthy", "a boolean", cty.Bool, false)
		c.attribute(form, "message", "health.message", "a string or null", cty.String, true)
		c.reasons(form)
		c.typos(form)
	}
	return c.found
}

var healthKeys = []string{"state", "healthy", "message", "reasons"}

// reasons checks that reasons is a list of strings.
func (c *shapeChecker) reasons(form shape.Alternative) {
	for _, a := range shape.Attribute(form.Node, "reasons") {
		if v, ok := literal(a.Expr); ok && !v.IsNull() && v.Type().IsPrimitiveType() {
			c.report(a, "health.reasons must be a list of strings", "", "")
			continue
		}
		if !shape.IsCollection(a.Expr) {
			continue
		}
		for _, e := range shape.Elements(a.Node) {
			if v, ok := literal(e.Expr); ok && (v.IsNull() || v.Type() != cty.String) {
				c.report(e, "an entry of health.reasons must be a string", "", "")
			}
		}
	}
}

// typos reports optional keys that are misspelt, since the controller ignores
// keys that it does not know.
func (c *shapeChecker) typos(form shape.Alternative) {
	o, ok := form.Expr.(*hclsyntax.ObjectConsExpr)
	if !ok {
		return
	}
	for _, key := range []string{"message", "reasons"} {
		if shape.Item(o, key) != nil {
			continue
		}
		if written, expr := similarKey(o, key, healthKeys); expr != nil {
			c.report(form.At(expr), "health has no key "+written+": it is ignored, "+key+" is probably meant", "rename the key to "+key, "")
		}
	}
}

// similarKey finds a key of an object that is unknown and close to a known one.
func similarKey(o *hclsyntax.ObjectConsExpr, key string, known []string) (string, hclsyntax.Expression) {
	for _, item := range o.Items {
		name := keyOf(item)
		if name == "" || slices.Contains(known, name) {
			continue
		}
		plain := strings.ToLower(strings.ReplaceAll(strings.ReplaceAll(name, "_", ""), "-", ""))
		if plain == strings.ReplaceAll(key, "_", "") || distance(plain, strings.ReplaceAll(key, "_", "")) <= 2 {
			return name, item.KeyExpr
		}
	}
	return "", nil
}

const outputHealthShapeFails = `-- module/outputs.tf --
output "health" {
  value = { state = "Running", healthy = true }
}
`
