package render

// Machines says what a machine sees when a verdict's state is released (seeds/002).
func Machines(v Verdict) string {
	switch v {
	case MissingBump:
		return "Every machine keeps its input hash, so the new output is no desired state: a node that differs from it is called drifted and, " +
			"where drift only warns, is never corrected."
	case NeedlessBump:
		return "Every machine gets a new input hash for the same output: the configuration is compared, and possibly applied, once everywhere for nothing."
	case VersionLowered:
		return "An older version number is used again, so an input hash can repeat: a machine that recorded it before takes the new output for applied."
	case Unpinned:
		return "The first pin changes nothing by itself. Once the version is part of the input hash, every hash changes once, which is intended."
	case StalePin:
		return "The raised version reaches every machine as a new desired state, applied once per node; only the pin still describes the old output."
	case VersionUnreadable, UnequalBundles:
		return "What machines would see cannot be told."
	}
	return "With a raised version each machine's input hash differs from the recorded one and the output is applied once per node: what needs no reboot at once, " +
		"what needs one waits for a config rollout, what only counts at installation is reported. With the same version and output nothing is applied, also after a restart."
}
