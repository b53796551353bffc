package nodepool

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

// Kinds that take part in an explanation.
var (
	NodePoolKind          = checks.GroupKind{Group: hyperShiftGroup, Kind: "NodePool"}
	HostedClusterKind     = checks.GroupKind{Group: hyperShiftGroup, Kind: "HostedCluster"}
	HostedControlKind     = checks.GroupKind{Group: hyperShiftGroup, Kind: "HostedControlPlane"}
	MachineDeploymentKind = checks.GroupKind{Group: capiGroup, Kind: "MachineDeployment"}
	MachineSetKind        = checks.GroupKind{Group: capiGroup, Kind: "MachineSet"}
	MachineKind           = checks.GroupKind{Group: capiGroup, Kind: "Machine"}
	SecretKind            = checks.GroupKind{Kind: "Secret"}
	ConfigMapKind         = checks.GroupKind{Kind: "ConfigMap"}
	DeploymentKind        = checks.GroupKind{Group: "apps", Kind: "Deployment"}
)

const (
	hyperShiftGroup = "hypershift.openshift.io"
	capiGroup       = "cluster.x-k8s.io"
	infraGroup      = "infrastructure.cluster.x-k8s.io"
	payloadKind     = "IgnitionPayload"
)

// Annotations that the operator writes.
const (
	annotationPrefix = "hypershift.openshift.io/"

	// AnnotationNodePool links every child to its pool: "namespace/name".
	AnnotationNodePool = annotationPrefix + "nodePool"
	// AnnotationCompleted is C, on the NodePool; on an InPlace MachineSet the
	// hash that every node has reached.
	AnnotationCompleted = annotationPrefix + "nodePoolCurrentConfigVersion"
	// AnnotationCompletedConfig is CC, the completed hash without version.
	AnnotationCompletedConfig = annotationPrefix + "nodePoolCurrentConfig"
	// AnnotationBaseline is crc; it compares with Rw.
	AnnotationBaseline = annotationPrefix + "nodePoolCurrentRolloutConfig"
	// AnnotationInProgress is ip; it compares with R.
	AnnotationInProgress = annotationPrefix + "nodePoolInProgressRolloutConfig"
	// AnnotationTarget is WT, on the workload; it compares with R.
	AnnotationTarget = annotationPrefix + "nodePoolTargetRolloutConfig"
	// AnnotationTemplate names the completed machine template.
	AnnotationTemplate = annotationPrefix + "nodePoolPlatformMachineTemplate"
	// AnnotationInPlaceTarget is the full hash asked of the in-place upgrader.
	AnnotationInPlaceTarget = annotationPrefix + "nodePoolTargetConfigVersion"
	// AnnotationInPlaceProgress and AnnotationInPlaceFailed hold free text.
	AnnotationInPlaceProgress = annotationPrefix + "nodePoolUpgradeInProgressTrue"
	AnnotationInPlaceFailed   = annotationPrefix + "nodePoolUpgradeInProgressFalse"

	// AnnotationExpiry marks a retired token secret, RFC 3339.
	AnnotationExpiry = annotationPrefix + "ignition-token-expiration-timestamp"
	// AnnotationRotated is when the token was last made, RFC 3339.
	AnnotationRotated = annotationPrefix + "last-token-generation-time"
	// AnnotationReached is there once a machine has fetched the payload.
	AnnotationReached = annotationPrefix + "ignition-reached"
)

// Relevant reports whether objects of the kind can matter to an explanation;
// readers drop the others early.
func Relevant(gk checks.GroupKind) bool {
	switch gk.Group {
	case hyperShiftGroup, capiGroup, infraGroup:
		return true
	case "":
		return gk.Kind == "Secret" || gk.Kind == "ConfigMap" || gk.Kind == "Namespace"
	case "apps":
		return gk.Kind == "Deployment"
	}
	return false
}
