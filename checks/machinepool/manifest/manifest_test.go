package manifest

import (
	"bytes"
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
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata")

// TestArchives evaluates new.yaml against base.yaml of each archive and
// compares the findings with its file "want". A line "now: TIME" of the comment
// is the clock.
func TestArchives(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			require.NoError(t, err)
			got := describe(Evaluate(archiveInput(t, archive, "new.yaml", "base.yaml")))
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
			require.Contains(t, findings(t, rule, rule.Fails), rule.ID)
			require.NotContains(t, findings(t, rule, rule.Passes), rule.ID)
		})
	}
}

func findings(t *testing.T, rule checks.Rule[*Input], example checks.Example) string {
	t.Helper()
	archive := txtar.Parse([]byte(example.Files))
	name, base := argument(example.Args, "-f"), argument(example.Args, "--base")
	archive.Comment = []byte("now: " + argument(example.Args, "--now") + "\n")
	return describe(Evaluate(archiveInput(t, archive, name, base)))
}

func argument(args, flag string) string {
	match := regexp.MustCompile(`(^| )` + flag + ` (\S+)`).FindStringSubmatch(args)
	if match == nil {
		return ""
	}
	return match[2]
}

func archiveInput(t *testing.T, archive *txtar.Archive, name, base string) *Input {
	t.Helper()
	data := file(archive, name)
	require.NotNil(t, data, "no %s", name)
	in := &Input{New: snapshot(t, name, data)}
	if data := file(archive, base); data != nil {
		in.Base = snapshot(t, base, data)
	}
	if match := regexp.MustCompile(`(?m)^now: (\S+)$`).FindSubmatch(archive.Comment); match != nil {
		clock, err := time.Parse(time.RFC3339, string(match[1]))
		require.NoError(t, err)
		in.Clock, in.ClockKnown = clock, true
	}
	return in
}

// snapshot reads a stream as sources do, with the default namespace.
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
			o.Namespace = "default"
		}
		b.Add(o)
	}
}

func describe(result checks.Result) string {
	var out strings.Builder
	for _, f := range result.Findings {
		fmt.Fprintf(&out, "%s %s %s/%s %s line %d\n", f.Severity, f.Rule, f.Object.Kind, f.Object.Name, f.Subject, f.Line)
		fmt.Fprintf(&out, "  %s: %s\n", f.Field, f.Message)
	}
	for _, n := range result.NotEvaluated {
		fmt.Fprintf(&out, "not evaluated %s %v: %s\n", n.ID, n.Rules, n.Because)
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

func TestProviderIDListIsLimited(t *testing.T) {
	for count, want := range map[int]int{maxProviderIDs: 0, maxProviderIDs + 1: 1} {
		ids := strings.Repeat("  - a:///1\n", count)
		text := "apiVersion: infrastructure.cluster.x-k8s.io/v1alpha1\nkind: TerraformMachinePool\nmetadata: {name: a}\nspec:\n  providerIDList:\n" + ids
		require.Len(t, Evaluate(&Input{New: snapshot(t, "a.yaml", []byte(text))}).Findings, want)
	}
}

func TestKubeletMaySet(t *testing.T) {
	for key, want := range map[string]bool{
		"tier": true, "example.com/a": true, "cluster.x-k8s.io/a": true, "node.cluster.x-k8s.io/a": true,
		"kubernetes.io/os": true, "kubernetes.io/role": false, "k8s.io/a": false, "a.k8s.io/b": false,
		"node.kubernetes.io/a": true, "sub.node.kubernetes.io/a": true, "mynode.kubernetes.io/a": false,
		"kubelet.kubernetes.io/a": true, "node-role.kubernetes.io/worker": false,
		"node-restriction.kubernetes.io/a": false, "topology.kubernetes.io/rack": false,
		"beta.kubernetes.io/arch": true, "failure-domain.beta.kubernetes.io/zone": true,
	} {
		require.Equal(t, want, kubeletMaySet(key), key)
	}
}

// TestRulesRunSideBySide would race, or lose findings, if the first reading of
// the input was not shared.
func TestRulesRunSideBySide(t *testing.T) {
	rule := Rules()[0]
	archive := txtar.Parse([]byte(rule.Fails.Files))
	in := archiveInput(t, archive, "pool.yaml", "")
	counts := make(chan int)
	for range 8 {
		go func() { counts <- len(checks.Run(Rules()[:1], in).Findings) }()
	}
	for range 8 {
		require.Equal(t, 1, <-counts)
	}
}
