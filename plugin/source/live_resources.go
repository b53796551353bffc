package source

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

// Resource is a kind that a command reads from clusters. The requests of the
// commands and the roles that permit them are made from the same tables.
type Resource struct {
	Group string
	// Version is "" where discovery chooses one.
	Version string
	// Name is the plural that the API uses, "*" for every kind of the group
	// whose name passes Matches.
	Name, Kind string
	// Matches selects kinds when Name is "*".
	Matches func(kind string) bool
	// Suffices names the one object that is of interest, "" for all.
	Suffices string
	// ClusterScoped kinds have no namespace.
	ClusterScoped bool
	// Metadata asks for metadata only: no content ever crosses the wire.
	Metadata bool
	// Primary kinds are what the command is about: nothing can be said without.
	Primary bool
	// Optional kinds need not be installed; then there are no such objects.
	Optional bool
	// Get tells that single objects are read, List that lists are.
	Get, List bool
	// Evidence is the NotEvaluated id of what is missing without the kind.
	Evidence string
}

// GroupKind of the resource.
func (r Resource) GroupKind() checks.GroupKind { return checks.GroupKind{Group: r.Group, Kind: r.Kind} }

// String names the resource as errors of the API do: "nodepools.hypershift.openshift.io".
func (r Resource) String() string {
	if r.Group == "" {
		return r.Name
	}
	return r.Name + "." + r.Group
}

const (
	hyperShiftGroup   = "hypershift.openshift.io"
	clusterGroup      = "cluster.x-k8s.io"
	controlPlaneGroup = "controlplane.cluster.x-k8s.io"
	infraGroup        = "infrastructure.cluster.x-k8s.io"
)

// Where the resources of explain live.
var (
	// poolResources lie in the namespace of the NodePools.
	poolResources = []Resource{
		{Group: hyperShiftGroup, Name: "nodepools", Kind: "NodePool", List: true, Primary: true},
		{Group: hyperShiftGroup, Name: "hostedclusters", Kind: "HostedCluster", List: true, Evidence: "hosted-cluster"},
	}
	// controlPlaneResources lie in the control-plane namespaces.
	controlPlaneResources = []Resource{
		{Group: hyperShiftGroup, Name: "hostedcontrolplanes", Kind: "HostedControlPlane", List: true, Evidence: "hosted-cluster"},
		{Group: hyperShiftGroup, Name: "ignitionpayloads", Kind: "IgnitionPayload", List: true, Optional: true, Evidence: "payloads"},
		{Group: clusterGroup, Name: "machinedeployments", Kind: "MachineDeployment", List: true, Evidence: "workload"},
		{Group: clusterGroup, Name: "machinesets", Kind: "MachineSet", List: true, Evidence: "workload"},
		{Group: clusterGroup, Name: "machines", Kind: "Machine", List: true, Evidence: "machines"},
	}
	// secretResource lies in both. Kubernetes knows no right to metadata alone.
	secretResource = Resource{Version: "v1", Name: "secrets", Kind: "Secret", List: true, Get: true, Metadata: true, Evidence: "secrets"}
	// trustBundle is read object by object, with --payloads.
	trustBundle = Resource{Version: "v1", Name: "configmaps", Kind: "ConfigMap", Get: true, Evidence: "payloads"}
)

// PoolResources are the kinds that lie beside NodePools.
func PoolResources() []Resource { return append([]Resource{}, poolResources...) }

// ControlPlaneResources are the kinds of the control-plane namespaces.
func ControlPlaneResources() []Resource { return append([]Resource{}, controlPlaneResources...) }

// SecretResource are Secrets, as metadata.
func SecretResource() Resource { return secretResource }

// ConfigMapResource are ConfigMaps, read one by one.
func ConfigMapResource() Resource { return trustBundle }

// ExplainResources is everything that `explain` reads.
func ExplainResources() []Resource {
	return append(append(PoolResources(), controlPlaneResources...), secretResource, trustBundle)
}

// TopologyResources are the kinds that a check of Clusters compares with.
func TopologyResources() []Resource {
	return []Resource{
		{Group: clusterGroup, Name: "clusters", Kind: "Cluster", List: true, Primary: true},
		{Group: clusterGroup, Name: "clusterclasses", Kind: "ClusterClass", List: true, Evidence: "class-kubernetes-versions"},
		{Group: clusterGroup, Name: "machinedeployments", Kind: "MachineDeployment", List: true, Evidence: "running-worker-version"},
		{Group: clusterGroup, Name: "machinepools", Kind: "MachinePool", List: true, Optional: true, Evidence: "running-worker-version"},
		{Group: clusterGroup, Name: "machines", Kind: "Machine", List: true, Evidence: "cluster-stability"},
		{Version: "v1", Name: "nodes", Kind: "Node", List: true, ClusterScoped: true, Evidence: "machine-pool-kubelets"},
		{
			Group: "apiextensions.k8s.io", Version: "v1", Name: "customresourcedefinitions", Kind: "CustomResourceDefinition",
			Suffices: "clusters." + clusterGroup, List: true, ClusterScoped: true, Evidence: "crd-serves-pin",
		},
		{Group: "runtime.cluster.x-k8s.io", Name: "extensionconfigs", Kind: "ExtensionConfig", List: true, ClusterScoped: true, Optional: true, Evidence: "upgrade-plan-extension"},
		{Group: controlPlaneGroup, Name: "*", Matches: isControlPlane, List: true, Optional: true, Evidence: "control-plane-version"},
		infra("azuremanagedcontrolplanes", "AzureManagedControlPlane"),
		infra("azureasomanagedcontrolplanes", "AzureASOManagedControlPlane"),
		infra("gcpmanagedcontrolplanes", "GCPManagedControlPlane"),
		infra("ocimanagedcontrolplanes", "OCIManagedControlPlane"),
		infra("terraformclusters", "TerraformCluster"),
		infra("terraformmachinepools", "TerraformMachinePool"),
		infra("terraformmachinepooltemplates", "TerraformMachinePoolTemplate"),
	}
}

// infra is an optional kind of an infrastructure provider.
func infra(name, kind string) Resource {
	evidence := "control-plane-version"
	if !isControlPlane(kind) {
		evidence = "running-worker-version"
	}
	return Resource{Group: infraGroup, Name: name, Kind: kind, List: true, Optional: true, Evidence: evidence}
}

// NodePoolResources are the kinds that a check of NodePools compares with: no
// Secrets among them.
func NodePoolResources() []Resource {
	out := PoolResources()
	for _, r := range controlPlaneResources {
		if r.Kind != "Machine" && r.Kind != "HostedControlPlane" {
			out = append(out, r)
		}
	}
	return append(out, Resource{Version: "v1", Name: "configmaps", Kind: "ConfigMap", List: true, Evidence: "release-version"})
}

// CheckResources is everything that `check --base live` reads.
func CheckResources() []Resource { return append(TopologyResources(), NodePoolResources()...) }
