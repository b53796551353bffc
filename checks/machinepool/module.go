package machinepool

func moduleRules() []Rule {
	return []Rule{}
}
