package source

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// trim lets go of what no rule reads and what makes dumps large: the field
// managers, and the payloads of Secrets that belong to Helm releases and
// service accounts. The keys of the latter stay.
func trim(o *checks.Object) {
	remove(o.Get("metadata").Node(), "managedFields")
	if o.Kind != "Secret" || o.Group() != "" {
		return
	}
	kind := o.Get("type").Text()
	if !strings.HasPrefix(kind, "helm.sh/") && kind != "kubernetes.io/service-account-token" {
		return
	}
	for _, field := range []string{"data", "stringData"} {
		for _, value := range o.Get(field).Fields() {
			*value.Node() = yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Line: value.Line(), Column: value.Column()}
		}
	}
}

// remove takes an entry out of a mapping.
func remove(n *yaml.Node, key string) {
	if n == nil || n.Kind != yaml.MappingNode {
		return
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			n.Content = append(n.Content[:i:i], n.Content[i+2:]...)
			return
		}
	}
}
