package machinepool

func poolRules() []Rule {
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
}

// policyRules are special cases of pool/bootstrap-rolls whose cure lies in one
// setting of the cloud's provider or group.
func policyRules() []Rule {
	return []Rule{
		moduleMIGPolicy(),
		moduleAzureFeatures(),
	}
}
