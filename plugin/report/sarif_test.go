package report

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestGoldenSARIF(t *testing.T) {
	golden(t, "report.sarif", render(t, "sarif", fullReport(), testContext()))
	golden(t, "empty.sarif", render(t, "sarif", emptyReport(), testContext()))
}

func TestSARIFIsValid(t *testing.T) {
	schema := sarifSchema(t)
	for what, doc := range map[string]Document{"full": fullReport(), "empty": emptyReport()} {
		for _, c := range []Context{testContext(), {}} {
			out, err := jsonschema.UnmarshalJSON(bytes.NewReader(render(t, "sarif", doc, c)))
			require.NoError(t, err)
			assert.NoError(t, schema.Validate(out), what)
		}
	}
	bad, err := jsonschema.UnmarshalJSON(strings.NewReader(`{"version": "2.1.0", "runs": [{"results": [{"message": {}}]}]}`))
	require.NoError(t, err)
	assert.Error(t, schema.Validate(bad), "the schema refuses something")
}

// sarifSchema is the published schema, which the SARIF library carries as a
// constant of its source.
func sarifSchema(t *testing.T) *jsonschema.Schema {
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

func stringConstant(t *testing.T, file, name string) (value string) {
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

func TestURI(t *testing.T) {
	c := Context{Dir: "/repo"}
	for file, want := range map[string]string{
		"a/b c.yaml":   "a/b%20c.yaml",
		"/repo/a.yaml": "a.yaml",
		"/other/a":     "file:///other/a",
		"../a.yaml":    "../a.yaml",
		"a:b.yaml":     "./a:b.yaml",
		"100%.yaml":    "100%25.yaml",
		"<stdin>":      "%3Cstdin%3E",
	} {
		assert.Equal(t, want, c.uri(file))
	}
}
