package checks

// suppressedCluster is a Cluster with an annotation that accepts a finding.
func suppressedCluster(annotation string) string {
	return `-- cluster.yaml --
apiVersion: cluster.x-k8s.io/v1beta2
kind: Cluster
metadata:
  name: c1
  namespace: default
  annotations:
    ` + annotation + `
spec:
  topology:
    classRef:
      name: quick-start
    version: "1.32"
`
}

const suppressionSource = "convention of rollout-pin: every accepted finding names its reason and may have an end"

func suppressionWithoutReason() Meta {
	return Meta{
		ID: "config/suppression-without-reason", Severity: Error,
		Title:  "A suppression without a reason",
		Why:    "Whoever reads it later cannot tell whether it still holds. It therefore suppresses nothing.",
		Fix:    "say why the finding is acceptable, as the value of the annotation or as reason",
		Source: suppressionSource,
		Fails: Example{
			Args:  "check -f cluster.yaml --base none",
			Files: suppressedCluster(`rollout-pin.dev/ignore.topology.version-syntax: ""`),
		},
		Passes: Example{
			Args:  "check -f cluster.yaml --base none",
			Files: suppressedCluster(`rollout-pin.dev/ignore.topology.version-syntax: set by a post-renderer`),
		},
	}
}

func suppressionUnknownRule() Meta {
	return Meta{
		ID: "config/suppression-unknown-rule", Severity: Error,
		Title:  "A suppression of a rule that does not exist",
		Why:    "A misspelt id suppresses nothing, while its author believes that it does.",
		Fix:    "use an id that `kubectl rollout-pin rules list` shows",
		Source: suppressionSource,
		Fails: Example{
			Args:  "check -f cluster.yaml --base none",
			Files: suppressedCluster(`rollout-pin.dev/ignore.topology.version-syntaxx: set by a post-renderer`),
		},
		Passes: Example{
			Args:  "check -f cluster.yaml --base none",
			Files: suppressedCluster(`rollout-pin.dev/ignore.topology.version-syntax: set by a post-renderer`),
		},
	}
}

func suppressionExpired() Meta {
	example := func(until string) Example {
		return Example{
			Args: "check -f cluster.yaml --base none --config settings.yaml --now 2026-09-20T00:00:00Z",
			Files: exampleCluster + `-- settings.yaml --
ignore:
- rule: topology/*
  object: {kind: Cluster, name: c*}
  reason: the class moves with the next release
  until: ` + until + "\n",
		}
	}
	return Meta{
		ID: "config/suppression-expired", Severity: Warning,
		Title:  "A suppression whose end is over",
		Why:    "It was meant for a time. After its last day it suppresses nothing, and the finding counts again.",
		Fix:    "cure the finding and remove the entry, or decide again and give it a new end",
		Source: suppressionSource,
		Fails:  example("2026-09-19"),
		Passes: example("2026-09-20"),
	}
}

func suppressionUnused() Meta {
	return Meta{
		ID: "config/suppression-unused", Severity: Warning,
		Title:  "A suppression that matches no finding",
		Why:    "It hides the next finding of its rule, although nobody accepted that one. Only rules that this run evaluates, and objects that it covers, are judged.",
		Fix:    "remove the suppression",
		Source: suppressionSource,
		Fails: Example{
			Args:  "check -f cluster.yaml --base none",
			Files: suppressedCluster(`rollout-pin.dev/ignore.topology.version-ceiling: old`),
		},
		Passes: Example{
			Args:  "check -f cluster.yaml --base none",
			Files: suppressedCluster(`rollout-pin.dev/ignore.topology.version-syntax: set by a post-renderer`),
		},
	}
}

func baselineStale() Meta {
	return Meta{
		ID: "config/baseline-stale", Severity: Info,
		Title:  "A baseline entry that no longer occurs",
		Why:    "The accepted finding is gone, or its object or values changed. The entry is of no use any more and would hide the same finding when it comes back.",
		Fix:    "write the baseline again with --write-baseline",
		Source: "convention of rollout-pin: a baseline only ever shrinks",
		Fails: Example{
			Args: "check -f cluster.yaml --base none --baseline baseline.yaml",
			Files: exampleCluster + `-- baseline.yaml --
apiVersion: rollout-pin.dev/v1alpha1
kind: Baseline
entries:
- rule: topology/version-syntax
  object: {apiVersion: cluster.x-k8s.io/v1beta2, kind: Cluster, namespace: default, name: c1}
  fingerprint: 00000000000000000000000000000000
`,
		},
		Passes: Example{
			Args: "check -f cluster.yaml --base none --baseline baseline.yaml",
			Files: exampleCluster + `-- baseline.yaml --
apiVersion: rollout-pin.dev/v1alpha1
kind: Baseline
entries: []
`,
		},
	}
}
