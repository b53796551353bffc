package machinepool

func inputRules() []Rule {
	return []Rule{}
}
