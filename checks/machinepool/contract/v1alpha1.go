package contract

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Names of the inputs and outputs that rules speak of.
const (
	Tags           = "captf_tags"
	ClusterOutputs = "captf_cluster_outputs"
	Replicas       = "replicas"
	BootstrapData  = "bootstrap_data"

	BootstrapFormat = "bootstrap_format"

	Version     = "kubernetes_version"
	NodeLabels  = "node_labels"
	Autoscaling = "autoscaling"

	ProviderID     = "provider_id"
	ProviderIDList = "provider_id_list"
	Instances      = "instances"
	Health         = "health"
)

// V1Alpha1 is the contract of the MachinePool role in its only version so far
// (seeds/003: inputs, outputs and skeleton).
func V1Alpha1() Contract {
	c := Contract{
		Version: "v1alpha1",
		Role:    "machinepool",
		Inputs: []Input{
			{Name: "captf_contract", Written: "string", Identity: true},
			{Name: "captf_cluster", Written: "object({ name = string, namespace = string })", Identity: true},
			{Name: "captf_object", Written: "object({ kind = string, name = string, namespace = string })", Identity: true},
			{Name: ClusterOutputs, Written: "any", Default: NullOrEmptyDefault},
			{Name: Tags, Written: "map(string)"},
			{Name: "machinepool_name", Written: "string", Identity: true},
			{Name: Replicas, Written: "number"},
			{Name: BootstrapData, Written: "string", Sensitive: true},
			{Name: BootstrapFormat, Written: "string"},
			{Name: "failure_domains", Written: "list(string)"},
			{Name: "cluster_failure_domains", Written: "list(string)"},
			{Name: Version, Written: "string", Nullable: true, Default: NullDefault},
			{Name: NodeLabels, Written: "map(string)"},
			{Name: Autoscaling, Written: "object({ enabled = bool, min = number, max = number })"},
		},
		Outputs: []Output{
			{Name: ProviderID, Nullable: true, Skeleton: "null"},
			{Name: ProviderIDList},
			{Name: Replicas, Skeleton: "var.replicas"},
			{Name: Instances, Skeleton: "[]"},
			{Name: Health, Skeleton: `{ state = "unknown", healthy = false, message = null, reasons = [] }`},
		},
		ReservedPrefix: "captf_",
		Meta:           []string{"source", "version", "providers", "count", "for_each", "depends_on", "lifecycle", "locals"},
		OtherRoles: map[string]string{
			"machine_name": "machine", "failure_domain": "machine", "control_plane": "machine",
			"control_plane_endpoint": "cluster", "control_plane_initialized": "cluster", "cluster_network": "cluster",
		},
		Tags: []string{
			"captf.io/cluster", "captf.io/namespace", "captf.io/kind", "captf.io/name", "captf.io/managed-by", "captf.io/template",
		},
		States:       []string{"pending", "running", "degraded", "stopped", "terminated", "unknown"},
		AddressTypes: []string{"Hostname", "ExternalIP", "InternalIP", "ExternalDNS", "InternalDNS"},
	}
	for i := range c.Inputs {
		c.Inputs[i].Type = mustType(c.Inputs[i].Written)
	}
	return c
}

// mustType parses a type of the table; a test keeps every entry valid.
func mustType(written string) Type {
	expr, diags := hclsyntax.ParseExpression([]byte(written), "contract", hcl.InitialPos)
	if diags.HasErrors() {
		panic(diags)
	}
	t, err := ParseType(expr)
	if err != nil {
		panic(err)
	}
	return t
}
