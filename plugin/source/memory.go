package source

import (
	"go.yaml.in/yaml/v3"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// Memory makes a snapshot of objects that are in memory already, as they are in
// a KRM function. The trees must be prepared (see ParseDocuments); they belong
// to no file. Objects without a namespace get the given one.
func Memory(trees []*yaml.Node, namespace string) *checks.Snapshot {
	b := checks.NewBuilder()
	for i, t := range trees {
		c := collector{namespace: namespace, origin: checks.Origin{Document: i}}
		c.document([]tree{{node: t, prep: &preparer{}}})
		c.out.add(b)
	}
	return b.Snapshot()
}
