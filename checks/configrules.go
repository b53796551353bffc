package checks

// ConfigRules describes the rules about the input as such and about our own
// settings. Their findings are made by DuplicateKeys, AmbiguousScalars,
// Suppressor and Baseline rather than by a Rule.
func ConfigRules() []Meta {
	return []Meta{
		duplicateKey(),
		ambiguousScalar(),
		suppressionWithoutReason(),
		suppressionUnknownRule(),
		suppressionExpired(),
		suppressionUnused(),
		baselineStale(),
	}
}

const exampleCluster = `-- cluster.yaml --
apiVersion: cluster.x-k8s.io/v1beta2
kind: Cluster
metadata:
  name: c1
  namespace: default
spec:
  topology:
    classRef:
      name: quick-start
    version: v1.32.1
`

func duplicateKey() Meta {
	return Meta{
		ID: "config/duplicate-key", Severity: Error,
		Title:  "A mapping key that stands twice",
		Why:    "YAML forbids it, yet readers accept it: some take the first value, most the last. A second `version:` far below the first is a way to get a value past a reviewer, and what a cluster will do with it depends on the client.",
		Fix:    "remove one of the two keys",
		Source: "YAML 1.2.2, section 3.2.1.1; kubectl's strict decoding refuses it too",
		Fails: Example{
			Args: "check -f cluster.yaml --base none",
			Files: exampleCluster + `    workers: {}
    version: v1.33.0
`,
		},
		Passes: Example{Args: "check -f cluster.yaml --base none", Files: exampleCluster},
	}
}

func ambiguousScalar() Meta {
	return Meta{
		ID: "config/ambiguous-scalar", Severity: Error,
		Title:  "An unquoted scalar that Kubernetes does not read as a string",
		Why:    "Kubernetes reads YAML 1.1, in which y, no, on, ~ and 1.30 are booleans, null and numbers. Where a string is meant the object is refused, or the value is lost on the way: 1.30 becomes 1.3.",
		Fix:    "put the value in quotes",
		Source: "YAML 1.1 types, as sigs.k8s.io/yaml reads them",
		Fails: Example{
			Args: "check -f cluster.yaml --base none",
			Files: `-- cluster.yaml --
apiVersion: cluster.x-k8s.io/v1beta2
kind: Cluster
metadata:
  name: c1
  namespace: default
spec:
  topology:
    classRef:
      name: no
    version: v1.32.1
`,
		},
		Passes: Example{Args: "check -f cluster.yaml --base none", Files: exampleCluster},
	}
}
