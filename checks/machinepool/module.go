package machinepool

func moduleRules() []Rule {
	return []Rule{
		moduleBackend(),
		moduleCloud(),
		moduleSourceEscape(),
		moduleProviderConfig(),
		moduleConfigurationAliases(),
		moduleDuplicate(),
		moduleTofuShadow(),
		moduleVersion(),
		moduleProviderVersion(),
		moduleOverride(),
		moduleNoShell(),
		moduleRemoteSource(),
	}
}
