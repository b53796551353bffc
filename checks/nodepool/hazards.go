package nodepool

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

// hazards lists the rules over explained pools in the order of the interface.
var hazards = []checks.Rule[*Pool]{
	inconsistentInputs, undetermined, workloadMissing,
	secretNamePattern, userDataMissing, tokenMissing,
	bearerStale, rotationHazard, rotationOverdue,
	expiryPushed, expiryOnEffective, expiredLingering,
	leftoverSecrets, orphanSecret, completionNotRecorded,
	countersDisagree, payloadNotGenerated, pullSecretContentChanged,
	trustBundleContentChanged, payloadHashMismatch, formulaOnlyDrift,
	managementOnlyRollout, controlPlaneImageRollout, silentRollout,
	templateRollsOldPayload, templateOnlyRollout, paused,
	blocked, inPlaceFailure, drainBlocked,
	staleConditions, ambiguousNamespace, downgradeLeftovers,
	baselineRemoved, unsupportedGeneration, nameTooLong,
	deleting, deletionBlocked, ignitionReachedLost,
	userDataWithoutProxy, payloadOnReplace, controllerAnnotationInGit,
}

// Hazards lists the rules over explained pools. The list must not be changed.
func Hazards() []checks.Rule[*Pool] { return hazards }
