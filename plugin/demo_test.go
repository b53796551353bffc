package plugin

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"k8s.io/cli-runtime/pkg/genericclioptions"
	"k8s.io/cli-runtime/pkg/genericiooptions"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/report"
)

// demoReport explains the sample, or the pools of it that are named.
func demoReport(t *testing.T, names ...string) *report.Explain {
	t.Helper()
	sh := &shared{
		IOStreams: genericiooptions.IOStreams{In: strings.NewReader(""), Out: io.Discard, ErrOut: io.Discard},
		config:    genericclioptions.NewConfigFlags(true),
	}
	o := &explainOptions{inputOptions: inputOptions{shared: sh}, generation: "auto", demo: true}
	require.NoError(t, o.Complete(names))
	v, err := o.look(context.Background(), nil)
	require.NoError(t, err)
	require.Empty(t, v.missing)
	doc := &report.Explain{Pools: v.pools}
	doc.Seal()
	return doc
}

// TestDemoShowsEverything: the sample has every state, generation and kind of
// trouble that the command can explain, so that it is worth a look.
func TestDemoShowsEverything(t *testing.T) {
	states, generations, upgrades, clusters := map[nodepool.State]bool{}, map[nodepool.Generation]bool{}, map[string]bool{}, map[string]bool{}
	var paused, errors bool
	for _, p := range demoReport(t).Pools {
		states[p.State], generations[p.Operator.Value], upgrades[p.UpgradeType], clusters[p.ClusterName] = true, true, true, true
		paused = paused || p.Paused()
		for _, f := range p.Findings {
			errors = errors || f.Severity == "error"
		}
	}
	assert.Subset(t, slices.Collect(maps.Keys(states)), []nodepool.State{
		nodepool.Steady, nodepool.ManagementDrift, nodepool.CompletedDrift, nodepool.NewRollout, nodepool.AdoptedRollout,
		nodepool.ContinuedRollout, nodepool.SupersededRollout, nodepool.Settled, nodepool.Rolling, nodepool.WillRoll,
		nodepool.Undetermined, nodepool.Deleting,
	})
	assert.Subset(t, slices.Collect(maps.Keys(generations)), []nodepool.Generation{nodepool.GenerationA, nodepool.GenerationBC, nodepool.GenerationC})
	assert.Len(t, upgrades, 2)
	assert.Greater(t, len(clusters), 3)
	assert.True(t, paused, "a paused pool")
	assert.True(t, errors, "a pool in trouble")
}

// TestExplainText compares pages and tables with golden files, at the widths of
// narrow and wide terminals and without one, with and without colour.
func TestExplainText(t *testing.T) {
	for _, c := range []struct {
		name  string
		pools []string
		style report.Style
	}{
		{"fleet", nil, report.Style{}},
		{"fleet-80", nil, report.Style{Width: 80}},
		{"fleet-160", nil, report.Style{Width: 160}},
		{"fleet-wide", nil, report.Style{Wide: true}},
		{"drained-80", []string{"drained"}, report.Style{Width: 80}},
		{"drained-160-color", []string{"drained"}, report.Style{Width: 160, Color: true}},
		{"infra-80", []string{"infra"}, report.Style{Width: 80}},
		{"mystery-80", []string{"mystery"}, report.Style{Width: 80}},
		{"frozen-80", []string{"frozen"}, report.Style{Width: 80}},
		{"retired-80", []string{"retired"}, report.Style{Width: 80}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			require.NoError(t, demoReport(t, c.pools...).Text(&out, c.style))
			golden(t, filepath.Join("testdata", "explain", c.name+".txt"), out.Bytes())
			if c.style.Width > 0 && !c.style.Color {
				requireWidth(t, out.String(), c.style.Width)
			}
		})
	}
}

// requireWidth demands that lines fit, except for words that cannot be broken.
func requireWidth(t *testing.T, text string, width int) {
	t.Helper()
	for _, line := range strings.Split(text, "\n") {
		if len([]rune(line)) > width {
			assert.Less(t, len(strings.Fields(line)), 3, "line is too wide: %s", line)
		}
	}
}

// golden compares with a file, or writes it with -update.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, got, 0o644))
		return
	}
	want, err := os.ReadFile(name)
	require.NoError(t, err, "run go test ./plugin/ -update")
	assert.Equal(t, string(want), string(got), fmt.Sprintf("%s; run with -update if this is meant", name))
}
