package machinepool

import (
	"testing"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

// BenchmarkEvaluate runs every rule over the base module, with the analysis
// made anew each time.
func BenchmarkEvaluate(b *testing.B) {
	text := base(b)
	for b.Loop() {
		Evaluate(input(b, text, module.Terraform))
	}
}

// BenchmarkLoad reads the base module for both runtimes.
func BenchmarkLoad(b *testing.B) {
	text := base(b)
	for b.Loop() {
		input(b, text, module.Terraform)
	}
}
