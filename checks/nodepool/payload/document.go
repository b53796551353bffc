package payload

import (
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

const (
	separator = "\n---\n"
	// proxyKey is the document of the API server proxy on the nodes, which the
	// operator renders and dual-hash operators keep out of the rollout hash.
	proxyKey = "MachineConfig/20-apiserver-haproxy"
)

// document is one manifest of a payload.
type document struct {
	// key is Kind/name, or #N where neither can be read.
	key   string
	text  string
	value checks.Value
}

// split cuts a payload where the operator joined it. Values are trees of nodes:
// aliases are never expanded, so that no document can grow.
func split(text string) []document {
	var out []document
	for i, part := range strings.Split(text, separator) {
		if strings.TrimSpace(part) == "" {
			continue
		}
		d := document{key: "#" + strconv.Itoa(i), text: part}
		var node yaml.Node
		if err := yaml.Unmarshal([]byte(part), &node); err == nil {
			o := checks.NewObject(&node, checks.Origin{})
			d.value = o.Value
			if o.Kind != "" && o.Name != "" {
				d.key = o.Kind + "/" + o.Name
			}
		}
		out = append(out, d)
	}
	return out
}
