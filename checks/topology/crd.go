package topology

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

// crdName is the CRD that would hold pins.
const crdName = "clusters.cluster.x-k8s.io"

// served tells whether the API server keeps a field.
type served int

const (
	servedUnknown served = iota
	servedNo
	servedYes
)

// servesPin reads from the CRD whether the schema of an API version has the pin
// of a lane. A schema that keeps unknown fields keeps pins too.
func servesPin(crd *checks.Object, apiVersion, list string) served {
	if crd == nil {
		return servedUnknown
	}
	for _, v := range crd.Get("spec", "versions").Items() {
		if v.Get("name").Text() != apiVersion {
			continue
		}
		schema := v.Get("schema", "openAPIV3Schema")
		if !schema.Exists() {
			return servedUnknown
		}
		return follow(schema, "spec", "topology", "workers", list, "", "version")
	}
	return servedUnknown
}

// follow goes down a schema; "" stands for the items of a list.
func follow(schema checks.Value, path ...string) served {
	for _, key := range path {
		if keep, _ := schema.Get("x-kubernetes-preserve-unknown-fields").Bool(); keep {
			return servedYes
		}
		if key == "" {
			schema = schema.Get("items")
		} else {
			schema = schema.Get("properties", key)
		}
		if !schema.Present() {
			return servedNo
		}
	}
	return servedYes
}
