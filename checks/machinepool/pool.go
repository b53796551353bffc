package machinepool

import "sync"

// poolRules is made once, because the examples of its rules are put together
// from whole modules.
var poolRules = sync.OnceValue(func() []Rule {
	return []Rule{
		poolBootstrapRolls(),
		poolBootstrapStale(),
		poolBootstrapEncoding(),
		poolBootstrapParsed(),
		poolBootstrapGzip(),
		poolVersionNoRoll(),
		poolVersionSuffix(),
		poolVersionSuffixLost(),
		poolLabelsRoll(),
		poolLabelsNotRendered(),
		poolLabelsRestricted(),
		poolUnexpectedRoll(),
		poolAutoscalingIgnoreChanges(),
		poolReplicasFeedback(),
		poolMinMaxPin(),
		poolIgnoreWithoutScaler(),
		poolMembersFiltered(),
		poolNoNativeGroup(),
		poolReplicasUnused(),
		poolVersionUnused(),
		poolBootstrapUnused(),
		poolDomainsUnused(),
		poolCreateBeforeDestroy(),
		poolNeverConverges(),
		poolWaitForCapacity(),
		poolTagsCoverage(),
	}
})

// policyRules are special cases of pool/bootstrap-rolls whose cure lies in one
// setting of the cloud's provider or group.
var policyRules = sync.OnceValue(func() []Rule {
	return []Rule{
		moduleMIGPolicy(),
		moduleAzureFeatures(),
	}
})
