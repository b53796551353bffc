package report

import (
	"bytes"
	"encoding/json"
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// update rewrites the golden files: go test ./plugin/report/ -update.
var update = flag.Bool("update", false, "rewrite golden files")

// testReport is a document as commands make them.
type testReport struct{ Base }

func (d *testReport) Text(w io.Writer, style Style) error {
	return WriteFindings(w, d.Findings(), d.NotEvaluated(), style)
}

func (d *testReport) Names() []string {
	return []string{"cluster.cluster.x-k8s.io/c1", "hostile\x1b[31m\nname"}
}

func (d *testReport) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]any{
		"apiVersion": APIVersion, "kind": "Report", "command": d.Name, "summary": d.Summary,
		"findings": NonNil(d.Result.Findings), "notEvaluated": NonNil(d.Result.NotEvaluated),
	})
}

// hostile breaks every format that writes it unescaped.
const hostile = "a|b`c`*d* <img src=x> ]]> %0A::error::x \x1b[2J\x1b]0;t\a \u202egnp \u009b31m \r\n::set-output, @team #1 $x$"

func emptyReport() *testReport {
	d := &testReport{Base{Name: "check"}}
	d.Seal()
	return d
}

// fullReport has one of everything that a format has to cope with.
func fullReport() *testReport {
	cluster := &checks.ObjectRef{APIVersion: "cluster.x-k8s.io/v1beta2", Kind: "Cluster", Namespace: "team-a", Name: "c1"}
	d := &testReport{Base{Name: "check", Summary: Summary{Objects: 3, Read: &checks.ReadStats{Files: 2, Documents: 4}}}}
	d.Result.Findings = []checks.Finding{
		{
			Rule: "pin/ceiling", Severity: checks.Error, Object: cluster, Subject: "MachineDeployment/md-0",
			Message:  "md-0 is pinned to v1.33.0, which is newer than the topology version v1.32.1, and the webhook refuses a pool that is ahead of its control plane",
			Field:    "spec.topology.workers.machineDeployments[0].version",
			Position: checks.Position{File: "clusters/team a/c1.yaml", Line: 23, Column: 18},
			Related: []checks.Related{{
				Subject: "Cluster/c1", Position: checks.Position{File: "clusters/team a/c1.yaml", Line: 9, Column: 14}, Message: "the topology version",
			}},
			Fix: &checks.Fix{Description: "lower the pin to v1.32.1, or raise the topology version in a change before this one"},
		},
		{
			Rule: "pool/bootstrap-rolls", Severity: checks.Error, Subject: "aws_autoscaling_group.g",
			Message:  "the bootstrap input reaches the launch template and starts an instance refresh",
			Position: checks.Position{File: "modules/pool/main.tf", Line: 41, Column: 3},
			Path:     []string{"var.node_bootstrap", "local.user_data", "aws_launch_template.lt.user_data", "instance refresh"},
			Related: []checks.Related{
				{Position: checks.Position{File: "modules/pool/variables.tf", Line: 3, Column: 1}},
				{Position: checks.Position{File: "modules/pool/locals.tf", Line: 2}},
				{Position: checks.Position{File: "modules/pool/main.tf", Line: 12, Column: 3}},
				{},
				{Subject: "aws_autoscaling_group.g", Rule: "pool/unexpected-roll", Message: "has the same cause"},
			},
			Fix: &checks.Fix{Description: "ignore changes of user_data in the refresh", Edits: []checks.Edit{
				{File: "modules/pool/main.tf", Line: 44, Column: 5, EndLine: 44, EndColumn: 30, NewText: "triggers = []"},
				{File: "modules/pool/main.tf", Line: 50, Column: 1, EndLine: 50, EndColumn: 1, NewText: "# kept\n"},
			}},
		},
		{
			Rule: "topology/class-missing", Severity: checks.Warning, Object: cluster, Assumed: true,
			Message: "the class quick-start is assumed to be there, because the base holds no ClusterClass",
		},
		{
			Rule: "pin/headroom", Severity: checks.Info, Object: cluster,
			Message:  "one more minor version fits before the pin of md-0 blocks the control plane",
			Position: checks.Position{File: "clusters/team a/c1.yaml", Line: 23},
		},
		{
			Rule: "pin/max-minor-skew", Severity: checks.Error, Object: cluster, Subject: "MachineDeployment/md-1",
			Message:    "md-1 trails by three minor versions",
			Position:   checks.Position{File: "clusters/team a/c1.yaml", Line: 30, Column: 18},
			Suppressed: &checks.Suppression{Reason: "moves on Friday", Until: "2026-12-31", By: "config"},
		},
		{
			Rule: "nodepool/paused", Severity: checks.Warning,
			Object:     &checks.ObjectRef{APIVersion: "hypershift.openshift.io/v1beta1", Kind: "NodePool", Namespace: "clusters", Name: "workers"},
			Message:    "the pool is paused",
			Suppressed: &checks.Suppression{Reason: "maintenance", By: "annotation"},
		},
		{
			Rule: "future/unknown", Severity: checks.Warning,
			Object:  &checks.ObjectRef{APIVersion: "v1", Kind: "Secret", Namespace: "Not A Namespace", Name: hostile},
			Subject: "Secret/" + hostile, Field: "data[" + hostile + "]", Message: "hostile " + hostile,
			Position: checks.Position{File: "-rf:weird,100%|`.yaml\x1b[0m", Line: 1, Column: 1},
			Fix:      &checks.Fix{Description: hostile},
			Related:  []checks.Related{{Message: hostile}},
		},
		{
			Rule: "config/suppression-unused", Severity: checks.Warning, Subject: "ignore[0]",
			Message:  "the entry matched nothing",
			Position: checks.Position{File: "/repo/.rollout-pin.yaml", Line: 4, Column: 3},
		},
	}
	d.Result.NotEvaluated = []checks.NotEvaluated{
		{ID: "cluster-stability", Rules: []string{"pin/cluster-not-stable", "pin/ceiling"}, Because: "the base has no status", How: "compare with --base live", Object: cluster},
		{ID: "release-version", Rules: []string{"nodepool/downgrade-leftovers"}, Because: "the release image has a digest only: " + hostile},
	}
	d.Seal()
	return d
}

func testRules() []checks.Meta {
	meta := func(id string, severity checks.Severity, title string) checks.Meta {
		return checks.Meta{ID: id, Severity: severity, Title: title, Why: "Why of " + id + ".", Fix: "Fix of " + id + ".", Source: "seed"}
	}
	return []checks.Meta{
		meta("pin/ceiling", checks.Error, "A pin is not above the topology version"),
		meta("pin/headroom", checks.Info, "How far the control plane can go"),
		meta("pin/max-minor-skew", checks.Warning, "A pin does not trail too far"),
		meta("pin/cluster-not-stable", checks.Error, "Pins change in a stable cluster only"),
		meta("topology/class-missing", checks.Error, "The class exists"),
		meta("pool/bootstrap-rolls", checks.Error, "A new bootstrap token rolls no node"),
		meta("nodepool/paused", checks.Warning, "The pool is paused"),
		meta("config/suppression-unused", checks.Warning, "A suppression that suppresses nothing"),
	}
}

func testContext() Context {
	return Context{Rules: testRules(), Version: "v1.2.3", FailOn: "error", Dir: "/repo"}
}

func render(t *testing.T, format string, d Document, c Context) []byte {
	t.Helper()
	f, err := Lookup(format, d.Command())
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, f.Report(&b, d, c))
	return b.Bytes()
}

// generic lists the formats that every command has.
func generic() []Format {
	return slices.DeleteFunc(Formats(), func(f Format) bool { return len(f.Only) > 0 })
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.WriteFile(file, got, 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), string(got), "%s differs; -update rewrites it", name)
}

func TestGoldenText(t *testing.T) {
	for name, style := range map[string]Style{
		"table.txt":       {},
		"table-80.txt":    {Width: 80},
		"table-160.txt":   {Width: 160},
		"table-color.txt": {Width: 80, Color: true},
	} {
		c := testContext()
		c.Style = style
		golden(t, name, render(t, "table", fullReport(), c))
	}
	golden(t, "wide.txt", render(t, "wide", fullReport(), testContext()))
	golden(t, "name.txt", render(t, "name", fullReport(), testContext()))
	golden(t, "report.json", render(t, "json", fullReport(), testContext()))
	golden(t, "report.yaml", render(t, "yaml", fullReport(), testContext()))
}

// TestNothingHidden holds for every format: no control character beside line
// breaks and tabs, and no other character that a terminal acts on.
func TestNothingHidden(t *testing.T) {
	for _, f := range generic() {
		out := string(render(t, f.Name, fullReport(), testContext()))
		assert.NotRegexp(t, "[\x00-\x08\x0b-\x1f\x7f\u0080-\u009f]", out, f.Name)
		assert.NotContains(t, out, "\x1b", f.Name)
	}
}

func TestNothingToSay(t *testing.T) {
	assert.Empty(t, string(render(t, "table", emptyReport(), testContext())))
}

func TestClean(t *testing.T) {
	for in, want := range map[string]string{
		"plain name":     "plain name",
		"ünïcode 東京":     "ünïcode 東京",
		"a\nb\tc\r":      `a\nb\tc\r`,
		"\x1b[31mred":    `\u001b[31mred`,
		"\u202eabc":      `\u202eabc`,
		"\u009b1m":       `\u009b1m`,
		"zero\u200bwide": `zero\u200bwide`,
		"bad\xff":        "bad\ufffd",
		"\U000e0041":     `\U000e0041`,
	} {
		assert.Equal(t, want, Clean(in))
	}
}

func TestCleanTerminal(t *testing.T) {
	assert.Equal(t, "a\x1b[1;31mb\x1b[0m\n", cleanTerminal("a\x1b[1;31mb\x1b[0m\n", true))
	assert.Equal(t, `a\u001b[1mb`, cleanTerminal("a\x1b[1mb", false))
	assert.Equal(t, `\u001b[2J\u001b]0;x\u0007\u001b[`, cleanTerminal("\x1b[2J\x1b]0;x\a\x1b[", true))
}

func TestWrap(t *testing.T) {
	s := Style{Width: 20}
	assert.Equal(t, "  one two three four\n    five", s.Wrap("one two three four five", "  ", "    "))
	assert.Equal(t, "  a\n    aVeryLongWordThatStaysWhole\n    b", s.Wrap("a aVeryLongWordThatStaysWhole b", "  ", "    "))
	assert.Equal(t, "one two three four five six", Style{}.Wrap("one two three four  five six", "", ""))
}

func TestSummaryLine(t *testing.T) {
	assert.Equal(t, "2 errors, 3 warnings, 1 info, 2 suppressed, 2 not evaluated in 3 objects of 2 files", fullReport().SummaryLine())
	assert.Equal(t, "0 errors, 0 warnings, 0 infos", emptyReport().SummaryLine())
}
