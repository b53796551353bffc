package machinepool

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/shape"
)

func outputInstancesShape() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "output/instances-shape", Severity: checks.Error,
			Title: "instances does not have the shape that the controller decodes",
			Why: "Each entry is an object with provider_id, and optionally instance_id, addresses (objects with type and address), " +
				"failure_domain and state. A bad state or address type makes the outputs invalid.",
			Fix:    "Use the shape and the words of the contract.",
			Source: "machinepool.md 1.2",
			Fails:  checks.Example{Args: lint, Files: outputInstancesShapeFails},
			Passes: checks.Example{Args: lint, Files: skeleton},
		},
		Check: checkInstancesShape,
	}
}

var (
	instanceKeys = []string{"provider_id", "instance_id", "addresses", "failure_domain", "state"}
	addressKeys  = []string{"type", "address"}
	// addressSynonyms are words of clouds for the address types.
	addressSynonyms = map[string]string{
		"privateip": "InternalIP", "private": "InternalIP", "internal": "InternalIP", "private_ip": "InternalIP",
		"publicip": "ExternalIP", "public": "ExternalIP", "external": "ExternalIP", "public_ip": "ExternalIP",
		"privatedns": "InternalDNS", "publicdns": "ExternalDNS", "private_dns": "InternalDNS", "public_dns": "ExternalDNS",
		"dns": "InternalDNS", "name": "Hostname",
	}
)

func checkInstancesShape(in *Input, out *checks.Sink) {
	value, ok := in.output(contract.Instances)
	if !ok {
		return
	}
	c := &shapeChecker{in: in, subject: "output." + contract.Instances, fallback: value.Expr.Range()}
	for _, form := range shape.Alternatives(value) {
		if isMap(form.Expr) {
			c.report(form, "instances must be a list of objects, not a map", "", "")
			continue
		}
		for _, e := range shape.Elements(form.Node) {
			c.instance(e)
		}
	}
	for _, f := range c.found {
		out.Report(f)
	}
}

func isMap(expr hclsyntax.Expression) bool {
	switch e := expr.(type) {
	case *hclsyntax.ObjectConsExpr:
		return true
	case *hclsyntax.ForExpr:
		return e.KeyExpr != nil
	}
	return false
}

func (c *shapeChecker) instance(a shape.Alternative) {
	if !c.isObject(a, "an entry of instances") {
		return
	}
	c.required(a, "provider_id", instanceKeys, "an entry of instances")
	c.attribute(a, "provider_id", "provider_id of an instance", "a string", cty.String, false)
	if !c.alwaysNull(a, "state") {
		c.states(a, "state of an instance")
	}
	for _, list := range shape.Attribute(a.Node, "addresses") {
		if v, ok := literal(list.Expr); ok && !v.IsNull() && v.Type().IsPrimitiveType() {
			c.report(list, "addresses of an instance must be a list of objects", "", "")
			continue
		}
		for _, e := range shape.Elements(list.Node) {
			c.address(e)
		}
	}
}

// alwaysNull reports an attribute that is left out by being null, which an
// optional one may be.
func (c *shapeChecker) alwaysNull(a shape.Alternative, key string) bool {
	for _, form := range shape.Attribute(a.Node, key) {
		if v, ok := literal(form.Expr); !ok || !v.IsNull() {
			return false
		}
	}
	return true
}

func (c *shapeChecker) address(a shape.Alternative) {
	if !c.isObject(a, "an address of an instance") {
		return
	}
	for _, key := range addressKeys {
		c.required(a, key, addressKeys, "an address of an instance")
	}
	c.words(a, "type", "the type of an address", c.in.Contract.AddressTypes, addressSynonyms)
}

const outputInstancesShapeFails = `-- module/outputs.tf --
output "instances" {
  value = [{ id = "aws:///eu-west-1a/i-0", state = "running" }]
}
`
