package plugin

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/internal/sarifschema"
)

var ruleID = regexp.MustCompile(`^(nodepool|topology|pin|render|input|output|pool|module|machinepool|config)/[a-z0-9]+(-[a-z0-9]+)*$`)

func TestCatalogIsWellFormed(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range catalog() {
		assert.Regexp(t, ruleID, m.ID)
		assert.False(t, seen[m.ID], "%s is there twice", m.ID)
		seen[m.ID] = true
		assert.Contains(t, []checks.Severity{checks.Error, checks.Warning, checks.Info}, m.Severity, m.ID)
		for what, text := range map[string]string{
			"title": m.Title, "why": m.Why, "fix": m.Fix, "source": m.Source,
			"failing example": m.Fails.Args, "passing example": m.Passes.Args,
		} {
			assert.NotEmpty(t, strings.TrimSpace(text), "%s of %s", what, m.ID)
		}
		assert.NotContains(t, m.Title, "\n", m.ID)
	}
}

// TestExamples runs the examples of every rule: Fails yields a finding of the
// rule, Passes does not, and both evaluate.
func TestExamples(t *testing.T) {
	for _, m := range catalog() {
		t.Run(m.ID+"/fails", func(t *testing.T) {
			out, isJSON := runExample(t, m.Fails)
			if isJSON {
				assert.Contains(t, ruleIDs(t, out), m.ID)
			} else {
				assert.Contains(t, string(out), m.ID)
			}
		})
		t.Run(m.ID+"/passes", func(t *testing.T) {
			out, isJSON := runExample(t, m.Passes)
			if isJSON {
				assert.NotContains(t, ruleIDs(t, out), m.ID)
			} else {
				assert.NotContains(t, string(out), m.ID)
			}
		})
	}
}

// TestExamplesAsSARIF holds the SARIF of every failing example to the schema.
func TestExamplesAsSARIF(t *testing.T) {
	schema := sarifschema.Published(t)
	for _, m := range catalog() {
		if strings.Contains(m.Fails.Args, " -o") || strings.HasPrefix(m.Fails.Args, "fn") || strings.Contains(m.Fails.Args, "--json") {
			continue
		}
		t.Run(m.ID, func(t *testing.T) {
			e := m.Fails
			e.Args += " -o sarif"
			out, _ := runExample(t, e)
			doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(out))
			require.NoError(t, err)
			require.NoError(t, schema.Validate(doc))
			require.Contains(t, string(out), m.ID)
		})
	}
}

// runExample runs an example in a directory of its own, away from clusters,
// and returns what it printed. A file named "stdin" becomes standard input.
// Without -o in its arguments the output is JSON.
func runExample(t *testing.T, e checks.Example) (out []byte, isJSON bool) {
	t.Helper()
	args, err := splitArgs(e.Args)
	require.NoError(t, err)
	dir := t.TempDir()
	stdin := unpack(t, dir, e.Files)
	t.Chdir(dir)
	t.Setenv("HOME", dir)
	t.Setenv("KUBECONFIG", filepath.Join(dir, "no-kubeconfig"))
	isJSON = !slices.ContainsFunc(args, func(a string) bool {
		return a == "--json" || strings.HasPrefix(a, "-o") || strings.HasPrefix(a, "--output")
	}) && args[0] != "fn"
	if isJSON {
		args = append(args, "-o", "json")
	}
	var stdout, stderr bytes.Buffer
	code := Main(context.Background(), append([]string{"kubectl-rollout_pin"}, args...), bytes.NewReader(stdin), &stdout, &stderr)
	require.Contains(t, []int{exitOK, exitFindings, exitIncomplete}, code,
		"the example is not evaluated:\n%s\n%s", stderr.String(), stdout.String())
	return stdout.Bytes(), isJSON
}

func unpack(t *testing.T, dir, files string) (stdin []byte) {
	t.Helper()
	for _, f := range txtar.Parse([]byte(files)).Files {
		if f.Name == "stdin" {
			stdin = f.Data
			continue
		}
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, f.Data, 0o644))
	}
	return stdin
}

// ruleIDs lists the rules that have a finding in a JSON report, suppressed or
// not.
func ruleIDs(t *testing.T, out []byte) []string {
	t.Helper()
	type findings []struct{ Rule string }
	var doc struct {
		Kind     string
		Findings findings
		Items    []struct{ Findings findings }
	}
	require.NoError(t, json.Unmarshal(out, &doc), "%s", out)
	require.NotEmpty(t, doc.Kind, "no report: %s", out)
	all := doc.Findings
	for _, item := range doc.Items {
		all = append(all, item.Findings...)
	}
	ids := []string{}
	for _, f := range all {
		ids = append(ids, f.Rule)
	}
	return ids
}

// splitArgs cuts a command line at spaces; single and double quotes keep
// spaces, as in a shell. There are no escapes.
func splitArgs(line string) ([]string, error) {
	var quote rune
	fields := strings.FieldsFunc(line, func(r rune) bool {
		switch {
		case quote == 0 && (r == '\'' || r == '"'):
			quote = r
		case r == quote:
			quote = 0
		}
		return quote == 0 && r == ' '
	})
	if quote != 0 {
		return nil, fmt.Errorf("unclosed %c in %s", quote, line)
	}
	for i, f := range fields {
		fields[i] = strings.NewReplacer(`'`, "", `"`, "").Replace(f)
	}
	return fields, nil
}

func TestSplitArgs(t *testing.T) {
	args, err := splitArgs(`check -f new.yaml --why 'two words' --x="a b"`)
	require.NoError(t, err)
	assert.Equal(t, []string{"check", "-f", "new.yaml", "--why", "two words", "--x=a b"}, args)
	_, err = splitArgs(`check 'open`)
	assert.Error(t, err)
}
