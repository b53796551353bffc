// Package machinepool holds the rules about modules of the MachinePool role:
// what they declare, what they report, how they are put together, and what a
// change of each input does to the pool's instances.
package machinepool

import (
	"slices"
	"sync"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/flow"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

// Input is one module with what its rules share. It must not be copied.
type Input struct {
	// Module is the module as the chosen runtime reads it.
	Module *module.Module
	// Other is the module as the other runtime reads it; nil when that one
	// finds no module there.
	Other    *module.Module
	Contract contract.Contract

	once     sync.Once
	analysis *flow.Analysis
}

// Rule is one rule about a module.
type Rule = checks.Rule[*Input]

// Rules lists the rules in the order of the documentation.
func Rules() []Rule {
	return slices.Concat(inputRules(), outputRules(), poolRules(), moduleRules(), policyRules())
}

// Evaluate runs all rules and sorts what they found.
func Evaluate(in *Input) checks.Result {
	result := checks.Run(Rules(), in)
	result.Sort()
	return result
}
