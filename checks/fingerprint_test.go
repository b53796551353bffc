package checks

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestFingerprint(t *testing.T) {
	finding := func(change func(*Finding)) string {
		f := Finding{
			Rule: "pin/ceiling", Message: "m", Subject: "MachineDeployment/md-0", Field: "spec.machineDeployments[0].version",
			Object:   &ObjectRef{APIVersion: "cluster.x-k8s.io/v1beta1", Kind: "Cluster", Namespace: "a", Name: "c1"},
			Position: Position{File: "a.yaml", Line: 3, Column: 4},
		}
		change(&f)
		return f.Fingerprint()
	}
	base := finding(func(*Finding) {})
	assert.Len(t, base, 32)
	same := map[string]func(*Finding){
		"line":        func(f *Finding) { f.Line = 99 },
		"file":        func(f *Finding) { f.File = "b.yaml" },
		"message":     func(f *Finding) { f.Message = "other" },
		"severity":    func(f *Finding) { f.Severity = Info },
		"api version": func(f *Finding) { f.Object.APIVersion = "cluster.x-k8s.io/v1beta2" },
		"list order":  func(f *Finding) { f.Field = "spec.machineDeployments[7].version" },
	}
	for what, change := range same {
		assert.Equal(t, base, finding(change), what)
	}
	other := map[string]func(*Finding){
		"rule":         func(f *Finding) { f.Rule = "pin/skew" },
		"subject":      func(f *Finding) { f.Subject = "MachineDeployment/md-1" },
		"field":        func(f *Finding) { f.Field = "spec" },
		"name":         func(f *Finding) { f.Object.Name = "c2" },
		"namespace":    func(f *Finding) { f.Object.Namespace = "b" },
		"group":        func(f *Finding) { f.Object.APIVersion = "v1beta1" },
		"no object":    func(f *Finding) { f.Object = nil },
		"moved border": func(f *Finding) { f.Rule, f.Subject = "pin/ceilingMachineDeployment", "/md-0" },
	}
	for what, change := range other {
		assert.NotEqual(t, base, finding(change), what)
	}
}
