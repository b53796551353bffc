package topology

import (
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// Whatever the manifests hold, the rules come to an answer, and the same one
// again.
func FuzzEvaluate(f *testing.F) {
	f.Add(plain("v1.32.1").manifest(), plain("v1.31.4").persisted())
	f.Add(three("v1.32.1", "md-0@v1.32.1").manifest(), three("v1.32.1", "md-0@v1.31.4+"+deferAnnotation).persisted())
	f.Add(three("1.30", "md-0@null").annotated(concurrencyAnnotation+": x").manifest(), unmanaged)
	f.Add(unmanaged, plain("v1.31.4").manifest())
	f.Add("kind: Cluster\napiVersion: cluster.x-k8s.io/v1beta1\nspec: {topology: {class: a, version: {}, workers: {machineDeployments: [1, {name: [a]}, null]}}}", "a: b")
	f.Fuzz(func(t *testing.T, desired, base string) {
		in := Input{Settings: gateOn(), New: single(desired), Base: single(base)}
		if in.New == nil {
			return
		}
		for _, c := range Changes(in) {
			first, second := NewEvaluator().Evaluate(c), NewEvaluator().Evaluate(c)
			for _, n := range first.NotEvaluated {
				if n.ID == checks.InternalError {
					t.Fatalf("%v: %s", n.Rules, n.Because)
				}
			}
			if len(first.Findings) != len(second.Findings) || first.Refused != second.Refused {
				t.Fatal("two runs differ")
			}
		}
	})
}

// single reads one document without what sources never hand on: aliases.
func single(text string) *checks.Snapshot {
	var node yaml.Node
	if yaml.Unmarshal([]byte(text), &node) != nil || hasAlias(&node) {
		return nil
	}
	b := checks.NewBuilder()
	b.Add(checks.NewObject(&node, checks.Origin{File: "x.yaml"}))
	return b.Snapshot()
}

func hasAlias(n *yaml.Node) bool {
	if n.Kind == yaml.AliasNode {
		return true
	}
	for _, child := range n.Content {
		if hasAlias(child) {
			return true
		}
	}
	return false
}
