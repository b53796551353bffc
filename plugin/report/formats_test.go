package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/util/validation"
	"sigs.k8s.io/yaml"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

func TestGoldenFormats(t *testing.T) {
	for format, file := range map[string]string{
		"junit": "report.junit.xml", "github": "report.github.txt", "markdown": "report.md", "policyreport": "policyreport.yaml",
	} {
		golden(t, file, render(t, format, fullReport(), testContext()))
		golden(t, "empty."+file, render(t, format, emptyReport(), testContext()))
	}
}

func TestFormatsAreStable(t *testing.T) {
	for _, f := range generic() {
		first := render(t, f.Name, fullReport(), testContext())
		for range 3 {
			assert.Equal(t, string(first), string(render(t, f.Name, fullReport(), testContext())), f.Name)
		}
	}
}

func TestJUnitIsWellFormed(t *testing.T) {
	c := testContext()
	c.FailOn = "warning"
	out := render(t, "junit", fullReport(), c)
	dec := xml.NewDecoder(bytes.NewReader(out))
	failures := 0
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		if start, ok := token.(xml.StartElement); ok && start.Name.Local == "failure" {
			failures++
		}
	}
	assert.Equal(t, 5, failures, "errors and warnings fail the run")
	assert.Contains(t, string(out), `failures="5"`)
}

func TestGitHubCommandsCannotBeInjected(t *testing.T) {
	out := string(render(t, "github", fullReport(), testContext()))
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	assert.Len(t, lines, 8, "six open findings and two pieces of missing evidence")
	for _, line := range lines {
		assert.Regexp(t, `^::(error|warning|notice) (file=[^:,]*,)?(line=\d+,)?(col=\d+,)?title=[^:,]*::.`, line)
	}
}

func TestPolicyReportNames(t *testing.T) {
	for _, command := range []string{"check", "render-version check", "report merge"} {
		assert.Empty(t, validation.IsDNS1123Subdomain(policyName(command)), command)
	}
	for _, doc := range strings.Split(string(render(t, "policyreport", fullReport(), testContext())), "---\n")[1:] {
		var r policyReport
		require.NoError(t, yaml.UnmarshalStrict([]byte(doc), &r))
		assert.Equal(t, r.Metadata.Namespace == "", r.Kind == "ClusterPolicyReport")
		if r.Metadata.Namespace != "" {
			assert.Empty(t, validation.IsDNS1123Label(r.Metadata.Namespace))
		}
		assert.Len(t, r.Results, r.Summary.Pass+r.Summary.Fail+r.Summary.Warn+r.Summary.Error+r.Summary.Skip)
	}
}

func TestMarkdownIsLiteral(t *testing.T) {
	out := string(render(t, "markdown", fullReport(), testContext()))
	assert.NotContains(t, out, "<img")
	assert.NotContains(t, out, "@team")
	for _, line := range strings.Split(out, "\n") {
		if strings.HasPrefix(line, "|") {
			assert.Equal(t, 5, strings.Count(strings.ReplaceAll(line, `\|`, ""), "|"), line)
		}
	}
}

func TestInternalErrorIsNoPass(t *testing.T) {
	d := emptyReport()
	d.Result.NotEvaluated = []checks.NotEvaluated{{ID: checks.InternalError, Rules: []string{"pin/ceiling"}, Because: "a bug"}}
	assert.Contains(t, string(render(t, "sarif", d, testContext())), `"executionSuccessful": false`)
	assert.Contains(t, string(render(t, "junit", d, testContext())), `<error message="a bug" type="internal-error">`)
	assert.Contains(t, string(render(t, "policyreport", d, testContext())), "result: error")
}

// FuzzFormats writes hostile text in every format: each stays well-formed, and
// nothing that a terminal acts on gets through.
func FuzzFormats(f *testing.F) {
	f.Add(hostile, "a.yaml")
	f.Add("]]>", "a\n::error::b")
	f.Add("\xff\xfe", "\u2028|")
	f.Fuzz(func(t *testing.T, text, file string) {
		doc := &testReport{Base{Name: "check"}}
		doc.Add(checks.Finding{
			Rule: "pin/ceiling", Severity: checks.Error, Subject: text, Field: text, Message: text, Position: checks.Position{File: file, Line: 1},
			Object: &checks.ObjectRef{Kind: text, Namespace: text, Name: text}, Path: []string{text}, Fix: &checks.Fix{Description: text},
			Suppressed: nil, Related: []checks.Related{{Message: text}},
		})
		doc.Result.NotEvaluated = []checks.NotEvaluated{{ID: "x", Because: text, How: text}}
		doc.Seal()
		out := map[string]string{}
		for _, format := range generic() {
			out[format.Name] = string(render(t, format.Name, doc, testContext()))
			assert.NotRegexp(t, "[\x00-\x08\x0b-\x1f\x7f\u0080-\u009f]", out[format.Name], format.Name)
		}
		require.True(t, json.Valid([]byte(out["sarif"])))
		require.NoError(t, xml.Unmarshal([]byte(out["junit"]), new(struct{})))
		require.NoError(t, yaml.Unmarshal([]byte(strings.TrimPrefix(out["policyreport"], "---\n")), new(any)))
		require.Equal(t, 2, strings.Count(out["github"], "\n"))
	})
}
