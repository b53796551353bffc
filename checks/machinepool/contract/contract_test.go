package contract_test

import (
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
)

func TestTable(t *testing.T) {
	c := contract.V1Alpha1()
	require.Len(t, c.Inputs, 14)
	require.Len(t, c.Outputs, 5)
	for _, in := range c.Inputs {
		assert.Empty(t, contract.Refusal(in.Type, in.Type), "%s accepts what the root passes", in.Name)
	}
	version, ok := c.Input(contract.Version)
	require.True(t, ok)
	assert.True(t, version.Nullable)
	assert.True(t, c.Reserved("captf_anything"))
	assert.False(t, c.Reserved("zone"))
}

func TestRefusal(t *testing.T) {
	const (
		object = "object({ kind = string, name = string, namespace = string })"
		scale  = "object({ enabled = bool, min = number, max = number })"
	)
	for _, tt := range []struct{ declared, passed, want string }{
		{"any", "string", ""},
		{"any", object, ""},
		{"string", "string", ""},
		{"string", "number", "takes string where the contract passes number"},
		{"number", "string", "takes number where the contract passes string"},
		{"set(string)", "list(string)", ""},
		{"list(any)", "list(string)", ""},
		{"list", "list(string)", ""},
		{"map", "map(string)", ""},
		{"tuple([string])", "list(string)", "takes tuple([string]) where the contract passes list(string)"},
		{"string", "list(string)", "takes string where the contract passes list(string)"},
		{"list(number)", "list(string)", "[*] takes number where the contract passes string"},
		{"map(number)", "map(string)", "[*] takes number where the contract passes string"},
		{"object({ a = optional(string) })", "map(string)", "takes object({ a = optional(string) }) where the contract passes map(string)"},
		{"object({ name = string })", object, ""},
		{"object({ kind = string, uid = optional(string) })", object, ""},
		{"object({ kind = string, uid = string })", object, "demands the attribute uid, which is never passed"},
		{"object({ kind = number })", object, ".kind takes number where the contract passes string"},
		{"map(string)", object, ""},
		{"map(string)", scale, ".enabled takes string where the contract passes bool"},
		{"list(string)", object, "takes list(string) where the contract passes object({ kind = string, name = string, namespace = string })"},
		{"map(string)", "any", ""},
		{"object({ subnets = map(string) })", "any", ""},
		{"string", "any", "takes string where the contract passes an object"},
	} {
		assert.Equal(t, tt.want, contract.Refusal(parse(t, tt.declared), parse(t, tt.passed)), "%s for %s", tt.declared, tt.passed)
	}
}

func TestParseTypeTakesComments(t *testing.T) {
	got := parse(t, "object({\n  kind = string # the kind\n  // the name\n  name = string\n  zone = optional(string, \"a (legacy)\") /* kept */\n})")
	assert.Equal(t, "object({ kind = string, name = string, zone = optional(string) })", contract.TypeText(got))
}

func TestParseTypeRefuses(t *testing.T) {
	for _, text := range []string{"strin", "list(string, string)", `"string"`, "object(string)", "1"} {
		expr, diags := hclsyntax.ParseExpression([]byte(text), "t", hcl.InitialPos)
		require.False(t, diags.HasErrors())
		_, err := contract.ParseType(expr)
		assert.ErrorIs(t, err, contract.ErrType, text)
	}
}

func parse(t *testing.T, text string) contract.Type {
	t.Helper()
	expr, diags := hclsyntax.ParseExpression([]byte(text), "t", hcl.InitialPos)
	require.False(t, diags.HasErrors(), text)
	got, err := contract.ParseType(expr)
	require.NoError(t, err, text)
	return got
}
