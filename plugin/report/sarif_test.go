package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rollout-pin/kubectl-rollout-pin/internal/sarifschema"
)

func TestGoldenSARIF(t *testing.T) {
	golden(t, "report.sarif", render(t, "sarif", fullReport(), testContext()))
	golden(t, "empty.sarif", render(t, "sarif", emptyReport(), testContext()))
}

func TestSARIFIsValid(t *testing.T) {
	schema := sarifschema.Published(t)
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
