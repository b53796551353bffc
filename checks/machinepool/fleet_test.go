package machinepool

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

// fleet is a tree of modules of twenty files each: the examples, with helper
// files that hold locals and user variables.
func fleet(modules int) *module.Tree {
	tree := &module.Tree{Name: "fleet", Files: map[string][]byte{}}
	kinds := []string{awsPool(), googlePool(), azurePool(), ociPool()}
	for n := range modules {
		dir := fmt.Sprintf("m%03d", n)
		files := txtar.Parse([]byte(kinds[n%len(kinds)])).Files
		for _, f := range files {
			tree.Files[dir+"/"+strings.TrimPrefix(f.Name, "module/")] = f.Data
		}
		for extra := len(files); extra < 20; extra++ {
			tree.Files[fmt.Sprintf("%s/extra_%02d.tf", dir, extra)] = fmt.Appendf(nil, `variable "extra_%[1]d" {
  type    = string
  default = "x"
}
locals {
  extra_%[1]d = { for k, v in var.captf_tags : k => "${v}-${var.extra_%[1]d}" if k != "skip" }
}
`, extra)
		}
	}
	return tree
}

// BenchmarkFleet loads and judges 200 modules of 20 files.
func BenchmarkFleet(b *testing.B) {
	tree := fleet(200)
	b.ReportAllocs()
	for b.Loop() {
		roots, err := module.Roots(tree, module.Terraform)
		if err != nil || len(roots) != 200 {
			b.Fatal(len(roots), err)
		}
		for _, dir := range roots {
			m, err := module.Load(tree, dir, module.Terraform)
			if err != nil {
				b.Fatal(err)
			}
			Evaluate(&Input{Module: m, Contract: contract.V1Alpha1()})
		}
	}
}

// BenchmarkModule judges one module that is loaded.
func BenchmarkModule(b *testing.B) {
	tree := fleet(1)
	m, err := module.Load(tree, "m000", module.Terraform)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		Evaluate(&Input{Module: m, Contract: contract.V1Alpha1()})
	}
}
