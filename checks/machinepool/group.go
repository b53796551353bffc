package machinepool

import (
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/provider"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/shape"
)

// utilityPrefixes begin resource types that exist in the state only.
var utilityPrefixes = []string{"terraform_data", "null_", "random_", "time_", "local_", "tls_", "archive_", "external_", "http_"}

// native reports whether a module, or a local module that it calls, manages
// something outside the state.
func native(m *module.Module) bool {
	out := false
	m.Walk(func(m *module.Module) {
		for _, r := range m.Resources {
			out = out || !utility(r.Type)
		}
	})
	return out
}

func utility(resourceType string) bool {
	for _, p := range utilityPrefixes {
		if strings.HasPrefix(resourceType, p) {
			return true
		}
	}
	return false
}

// observedOutput returns the value of an output that must look at the pool. It
// tells what is missing when there is no known group to look at.
func (in *Input) observedOutput(name string, out *checks.Sink) (shape.Node, bool) {
	value, ok := in.output(name)
	if !ok {
		return value, false
	}
	if len(in.sinks()) == 0 {
		in.skipUnknown(out)
		return value, false
	}
	return value, true
}

// desiredCount reports references to the desired count of a group.
func desiredCount(m *module.Module, t hcl.Traversal) bool {
	r := shape.Resource(m, t)
	if r == nil || r.Mode != module.Managed {
		return false
	}
	row, _ := provider.Known().Resource(r.Type)
	if row == nil || row.Size == nil {
		return false
	}
	name := shape.StepName(t, len(t)-1)
	return name == row.Size.Argument[strings.LastIndexByte(row.Size.Argument, '.')+1:] || name == "actual_"+row.Size.Argument
}
