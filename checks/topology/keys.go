package topology

import (
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// API groups.
const (
	clusterGroup   = "cluster.x-k8s.io"
	bootstrapGroup = "bootstrap.cluster.x-k8s.io"
)

// Kinds that a Change is made of. Control planes are found by reference, since
// their kinds are open.
var (
	clusterKind   = checks.GroupKind{Group: clusterGroup, Kind: "Cluster"}
	classKind     = checks.GroupKind{Group: clusterGroup, Kind: "ClusterClass"}
	machineKind   = checks.GroupKind{Group: clusterGroup, Kind: "Machine"}
	nodeKind      = checks.GroupKind{Kind: "Node"}
	crdKind       = checks.GroupKind{Group: "apiextensions.k8s.io", Kind: "CustomResourceDefinition"}
	extensionKind = checks.GroupKind{Group: "runtime.cluster.x-k8s.io", Kind: "ExtensionConfig"}
)

// Labels.
const (
	clusterLabel    = "cluster.x-k8s.io/cluster-name"
	ownedLabel      = "topology.cluster.x-k8s.io/owned"
	deploymentLabel = "topology.cluster.x-k8s.io/deployment-name"
	poolLabel       = "topology.cluster.x-k8s.io/pool-name"
)

// Annotations. Source: pinning facts 1.2.
const (
	deferAnnotation       = "topology.cluster.x-k8s.io/defer-upgrade"
	holdAnnotation        = "topology.cluster.x-k8s.io/hold-upgrade-sequence"
	concurrencyAnnotation = "topology.cluster.x-k8s.io/upgrade-concurrency"
	stepAnnotation        = "topology.internal.cluster.x-k8s.io/upgrade-step"
	hooksAnnotation       = "runtime.cluster.x-k8s.io/pending-hooks"
	skipVersionAnnotation = "unsafe.topology.cluster.x-k8s.io/disable-update-version-check"
	skipClassAnnotation   = "unsafe.topology.cluster.x-k8s.io/disable-update-class-name-check"
	skipPreflight         = "machineset.cluster.x-k8s.io/skip-preflight-checks"
	pausedAnnotation      = "cluster.x-k8s.io/paused"
	nodeClusterAnnotation = "cluster.x-k8s.io/cluster-name"
	nodeSpaceAnnotation   = "cluster.x-k8s.io/cluster-namespace"

	// Everything below this prefix is written by controllers.
	internalPrefix = "topology.internal.cluster.x-k8s.io/"

	afterClusterUpgrade = "AfterClusterUpgrade"
)

// Needs reports whether objects of the kind can matter to Changes. The kinds of
// control planes are open: what is named like one, or is in a group of providers
// where references to control planes point, counts.
func Needs(gk checks.GroupKind) bool {
	switch gk {
	case clusterKind, classKind, machineKind, nodeKind, crdKind, extensionKind, laneKinds[MachineDeployment], laneKinds[MachinePool]:
		return true
	}
	provider := strings.HasPrefix(gk.Group, "infrastructure.") && strings.HasSuffix(gk.Kind, "Cluster")
	return controlPlaneKind(gk) || strings.HasPrefix(gk.Group, "controlplane.") || provider
}
