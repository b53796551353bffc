package machinepool

func outputRules() []Rule {
	return []Rule{}
}
