// Package sarifschema has the published schema of SARIF 2.1.0 for tests.
package sarifschema

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
)

// Published is the published schema, which the SARIF library carries as a
// constant of its source.
func Published(t testing.TB) *jsonschema.Schema {
	t.Helper()
	dir, err := exec.Command("go", "list", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif").Output()
	require.NoError(t, err)
	text := stringConstant(t, filepath.Join(strings.TrimSpace(string(dir)), "schema.go"), "schema")
	tree, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	require.NoError(t, c.AddResource("sarif.json", tree))
	schema, err := c.Compile("sarif.json")
	require.NoError(t, err)
	return schema
}

func stringConstant(t testing.TB, file, name string) (value string) {
	t.Helper()
	tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	require.NoError(t, err)
	ast.Inspect(tree, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok && spec.Names[0].Name == name {
			value, err = strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			require.NoError(t, err)
		}
		return true
	})
	require.NotEmpty(t, value, "%s has no constant %s", file, name)
	return value
}
