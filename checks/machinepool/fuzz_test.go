package machinepool

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"golang.org/x/tools/txtar"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
)

// judge loads and judges text in a file; it returns what no input may cause.
func judge(name string, text []byte) (loaded bool, broken []checks.NotEvaluated) {
	tree := &module.Tree{Files: map[string][]byte{name: text}}
	for _, f := range txtar.Parse([]byte(contractExample)).Files {
		tree.Files[strings.TrimPrefix(f.Name, "module/")] = f.Data
	}
	m, err := module.Load(tree, ".", module.Terraform)
	if err != nil {
		return false, nil
	}
	for _, n := range Evaluate(&Input{Module: m, Contract: contract.V1Alpha1()}).NotEvaluated {
		if n.ID == checks.InternalError {
			broken = append(broken, n)
		}
	}
	return true, broken
}

// FuzzModule holds the parsers, the evaluator and all rules to any text.
func FuzzModule(f *testing.F) {
	for _, example := range []string{awsPool(), googlePool(), azurePool(), ociPool(), machines()} {
		for _, file := range txtar.Parse([]byte(example)).Files {
			if file.Name == "module/main.tf" || file.Name == "module/outputs.tf" {
				f.Add(file.Data, false)
			}
		}
	}
	f.Add([]byte(`{"resource": {"aws_autoscaling_group": {"g": {"launch_template": [{"version": "${var.x}"}]}}}}`), true)
	f.Fuzz(func(t *testing.T, text []byte, json bool) {
		name := "main.tf"
		if json {
			name = "main.tf.json"
		}
		_, broken := judge(name, text)
		assert.Empty(t, broken)
	})
}

// TestHostileModules: text that is made to exhaust a parser or an evaluator is
// refused or left unknown.
func TestHostileModules(t *testing.T) {
	pool := "resource \"aws_autoscaling_group\" \"g\" {\n  name = local.x\n}\n"
	chain := func(step string) string {
		var b strings.Builder
		b.WriteString("locals {\n  x0 = { a = var.node_labels, b = \"text\" }\n")
		for n := range 60 {
			b.WriteString("  " + strings.NewReplacer("NEXT", "x"+digits(n+1), "LAST", "local.x"+digits(n)).Replace(step) + "\n")
		}
		b.WriteString("  x = jsonencode(local.x60)\n}\n")
		return b.String()
	}
	for name, text := range map[string]string{
		"brackets":   "locals {\n  x = " + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + "\n}\n",
		"blocks":     strings.Repeat("a {\n", 100_000) + strings.Repeat("}\n", 100_000),
		"operators":  "locals {\n  x = " + strings.Repeat("!", 500_000) + "true\n}\n",
		"templates":  "locals {\n  x = " + strings.Repeat("\"${", 50_000) + "1" + strings.Repeat("}\"", 50_000) + "\n}\n",
		"objects":    chain("NEXT = { a = LAST, b = LAST }"),
		"lists":      chain("NEXT = [LAST, LAST]"),
		"text":       "locals {\n  x0 = \"abcdefgh\"\n" + chain("NEXT = \"${jsonencode(LAST)}${jsonencode(LAST)}\"")[len("locals {\n  x0 = { a = var.node_labels, b = \"text\" }\n"):],
		"width":      "locals {\n  x = format(\"%999999999s\", \"a\")\n}\n",
		"indent":     "locals {\n  x = indent(999999999, \"a\\nb\")\n}\n",
		"product":    "locals {\n  x = setproduct(range(1000), range(1000), range(1000))\n}\n",
		"long sum":   "locals {\n  x = " + strings.Repeat("1 + ", 20_000) + "2\n}\n",
		"unresolved": "locals {\n  x = local.y\n  y = local.x\n}\n",
	} {
		t.Run(name, func(t *testing.T) {
			refused := []string{"brackets", "blocks", "operators", "templates"}
			loaded, broken := judge("main.tf", []byte(text+pool))
			assert.Empty(t, broken)
			assert.Equal(t, !slices.Contains(refused, name), loaded)
		})
	}
}

func digits(n int) string {
	return strings.TrimPrefix(string([]byte{byte(48 + n/10), byte(48 + n%10)}), "0")
}
