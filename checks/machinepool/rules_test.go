package machinepool

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

// input loads the directory "module" of a txtar archive for a runtime.
func input(t testing.TB, archive string, runtime module.Runtime) *Input {
	t.Helper()
	tree := &module.Tree{Name: "module", Files: map[string][]byte{}}
	for _, f := range txtar.Parse([]byte(archive)).Files {
		if name, ok := strings.CutPrefix(f.Name, "module/"); ok {
			tree.Files[name] = f.Data
		}
	}
	in := &Input{Contract: contract.V1Alpha1()}
	var err error
	in.Module, err = module.Load(tree, ".", module.RuntimeOf(tree, ".", runtime))
	require.NoError(t, err)
	other := module.OpenTofu
	if in.Module.Runtime == module.OpenTofu {
		other = module.Terraform
	}
	if tree.HasModule(".", other) {
		in.Other, err = module.Load(tree, ".", other)
		require.NoError(t, err)
	}
	return in
}

// describe shows findings as "severity rule subject file:line".
func describe(list []checks.Finding) []string {
	var out []string
	for _, f := range list {
		out = append(out, fmt.Sprintf("%s %s %s %s:%d", f.Severity, f.Rule, f.Subject, f.File, f.Line))
	}
	return out
}

// ids of the findings that count.
func ids(list []checks.Finding) []string {
	var out []string
	for _, f := range list {
		out = append(out, string(f.Severity)+" "+f.Rule)
	}
	return out
}

// TestExamples holds every rule to its own documentation.
func TestExamples(t *testing.T) {
	for _, rule := range Rules() {
		t.Run(rule.ID, func(t *testing.T) {
			require.NotEmpty(t, rule.Title)
			require.NotEmpty(t, rule.Why)
			require.NotEmpty(t, rule.Fix)
			require.NotEmpty(t, rule.Source)
			fails := Evaluate(input(t, rule.Fails.Files, module.Terraform))
			assert.Contains(t, strings.Join(ids(fails.Findings), "\n"), " "+rule.ID)
			passes := Evaluate(input(t, rule.Passes.Files, module.Terraform))
			assert.NotContains(t, strings.Join(ids(passes.Findings), "\n")+"\n", " "+rule.ID+"\n")
			for _, f := range append(fails.Findings, passes.Findings...) {
				assert.NotEmpty(t, f.Message)
				assert.NotZero(t, f.Line, "%s has no position", f.Rule)
			}
		})
	}
}

func TestSkeletonIsClean(t *testing.T) {
	result := Evaluate(input(t, skeleton, module.Terraform))
	assert.Empty(t, describe(result.Findings))
	assert.Empty(t, result.NotEvaluated)
}
