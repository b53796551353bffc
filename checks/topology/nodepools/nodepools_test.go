package nodepools

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
	"golang.org/x/tools/txtar"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool"
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata")

// TestArchives evaluates new.yaml against base.yaml of each archive and compares
// the changes and findings with its file "want".
func TestArchives(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			require.NoError(t, err)
			got := describe(t, archiveInput(t, archive, "new.yaml", "base.yaml"))
			if *update {
				setFile(archive, "want", got)
				require.NoError(t, os.WriteFile(name, txtar.Format(archive), 0o644))
			}
			require.Equal(t, string(file(archive, "want")), got)
		})
	}
}

// TestExamples holds every rule to its own documentation.
func TestExamples(t *testing.T) {
	for _, rule := range Rules() {
		t.Run(rule.ID, func(t *testing.T) {
			require.NotEmpty(t, rule.Title)
			require.NotEmpty(t, rule.Why)
			require.NotEmpty(t, rule.Fix)
			require.NotEmpty(t, rule.Source)
			require.Contains(t, example(t, rule.Fails), rule.ID)
			require.NotContains(t, example(t, rule.Passes), rule.ID)
		})
	}
}

func example(t *testing.T, e checks.Example) string {
	t.Helper()
	base := ""
	if match := regexp.MustCompile(`--base (\S+)`).FindStringSubmatch(e.Args); match != nil {
		base = match[1]
	}
	return describe(t, archiveInput(t, txtar.Parse([]byte(e.Files)), "new.yaml", base))
}

func archiveInput(t *testing.T, archive *txtar.Archive, name, base string) *Input {
	t.Helper()
	data := file(archive, name)
	require.NotNil(t, data, "no %s", name)
	in := &Input{New: snapshot(t, name, data), Parameters: nodepool.Parameters{Now: time.Date(2026, 9, 20, 12, 0, 0, 0, time.UTC)}}
	if data := file(archive, base); data != nil {
		in.Base = snapshot(t, base, data)
	}
	return in
}

func snapshot(t *testing.T, name string, data []byte) *checks.Snapshot {
	t.Helper()
	b := checks.NewBuilder()
	dec := yaml.NewDecoder(bytes.NewReader(data))
	for doc := 0; ; doc++ {
		var node yaml.Node
		err := dec.Decode(&node)
		if errors.Is(err, io.EOF) {
			return b.Snapshot()
		}
		require.NoError(t, err)
		o := checks.NewObject(&node, checks.Origin{File: name, Document: doc})
		if o.Namespace == "" {
			o.Namespace = "clusters"
		}
		b.Add(o)
	}
}

func describe(t *testing.T, in *Input) string {
	t.Helper()
	changes, result := Evaluate(in)
	var out strings.Builder
	for _, c := range changes {
		fmt.Fprintf(&out, "%s/%s %s rolls %s how %s\n", c.Namespace, c.Name, c.Change, c.Rolls, c.How)
		for _, r := range c.Reasons {
			fmt.Fprintf(&out, "  %s\n", r)
		}
	}
	for _, f := range result.Findings {
		fmt.Fprintf(&out, "%s %s %s/%s line %d\n  %s: %s\n", f.Severity, f.Rule, f.Object.Kind, f.Object.Name, f.Line, f.Field, f.Message)
	}
	for _, n := range result.NotEvaluated {
		fmt.Fprintf(&out, "not evaluated %s %s: %s\n", n.ID, strings.Join(n.Rules, ", "), n.Because)
	}
	return out.String()
}

func file(archive *txtar.Archive, name string) []byte {
	for _, f := range archive.Files {
		if f.Name == name {
			return f.Data
		}
	}
	return nil
}

func setFile(archive *txtar.Archive, name, text string) {
	for i, f := range archive.Files {
		if f.Name == name {
			archive.Files[i].Data = []byte(text)
			return
		}
	}
	archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(text)})
}

func TestChangeJSON(t *testing.T) {
	data, err := json.Marshal(Change{Namespace: "clusters", Name: "workers", Change: "update", Rolls: nodepool.Yes, How: replace, Reasons: []string{"x"}})
	require.NoError(t, err)
	require.Equal(t, `{"namespace":"clusters","name":"workers","change":"update","rolls":"yes","how":"Replace","reasons":["x"]}`, string(data))
}

// A pull secret is compared, and nothing of it may come out.
func TestPullSecretIsNeverShown(t *testing.T) {
	const text = `
apiVersion: hypershift.openshift.io/v1beta1
kind: NodePool
metadata: {name: workers}
spec: {clusterName: demo, management: {upgradeType: Replace}}
---
apiVersion: hypershift.openshift.io/v1beta1
kind: HostedCluster
metadata: {name: demo}
spec: {pullSecret: {name: pull}}
---
apiVersion: v1
kind: Secret
metadata: {name: pull}
stringData: {.dockerconfigjson: %s}
`
	in := &Input{New: snapshot(t, "new.yaml", fmt.Appendf(nil, text, "tops3cret")), Base: snapshot(t, "base.yaml", fmt.Appendf(nil, text, "bottoms3cret"))}
	got := describe(t, in)
	require.Contains(t, got, "pin/nodepool-content-only")
	require.NotContains(t, got, "s3cret")
}

func TestLevels(t *testing.T) {
	for _, x := range []struct {
		pool, cluster string
		behind        int
		above         bool
	}{
		{"4.18.5", "4.18.5", 0, false},
		{"4.18.6", "4.18.5", 0, true},
		{"4.18.5", "4.18.5-rc.1", 0, true},
		{"4.18.5-rc.1", "4.18.5", 0, false},
		{"4.18.5-rc.2", "4.18.5-rc.10", 0, false},
		{"4.15.0", "4.18.5", 3, false},
		{"4.14.30", "4.18.5", 4, false},
		{"4.23.0", "5.0.0", 0, false},
		{"4.22.9", "5.2.0", 3, false},
		{"5.0.1", "4.23.0", 0, true},
		{"5.1.0", "4.23.9", -1, true},
	} {
		d := between(observed(x.pool), observed(x.cluster))
		require.Equal(t, x.behind, d.behind, "%s in %s", x.pool, x.cluster)
		require.Equal(t, x.above, d.above, "%s in %s", x.pool, x.cluster)
	}
}
