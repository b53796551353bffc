package flow

import (
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/provider"
)

// lookUp finds what the table knows, and how far that can be trusted here.
func (n *Node) lookUp() {
	table := n.instance.run.table
	var file *provider.File
	switch n.resource.Mode {
	case module.DataRead:
		n.row, file = table.DataSource(n.resource.Type)
	case module.Managed:
		n.row, file = table.Resource(n.resource.Type)
	}
	switch {
	case n.row == nil:
		return
	case n.row.Unverified, !n.describedBy(file):
		n.trust = Maybe
	default:
		n.trust = Yes
	}
}

// describedBy reports whether the module uses the provider, and a major of it,
// that the row was written for.
func (n *Node) describedBy(file *provider.File) bool {
	name, _, _ := strings.Cut(n.resource.Provider, ".")
	if name == "" {
		name, _, _ = strings.Cut(n.resource.Type, "_")
	}
	source := ""
	for i := n.instance; i != nil; i = i.parent {
		if req := i.module.RequiredProvider(name); req != nil {
			if source == "" {
				source = req.Source
			}
			if !file.Admits(req.Version) {
				return false
			}
		}
	}
	return file.Provider == "terraform" || file.Describes(name, source)
}
