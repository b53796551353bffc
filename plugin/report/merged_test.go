package report

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMerge(t *testing.T) {
	json := render(t, "json", fullReport(), testContext())
	once, twice := &Merged{}, &Merged{}
	require.NoError(t, once.Merge(json, "a.json"))
	require.NoError(t, twice.Merge(json, "a.json"))
	require.NoError(t, twice.Merge(render(t, "yaml", fullReport(), testContext()), "b.yaml"))
	once.Seal()
	twice.Seal()
	want := fullReport()
	assert.Equal(t, want.Summary, once.Summary)
	assert.Len(t, once.Findings(), len(want.Findings()))
	assert.Equal(t, once.Result, twice.Result, "what is equal in every field is one finding")
	assert.Equal(t, 6, twice.Summary.Objects)
}

func TestMergeKeepsEqualNamesOfDifferentClusters(t *testing.T) {
	report := func(message string) []byte {
		return []byte(`{apiVersion: rollout-pin.dev/v1alpha1, kind: ExplainReport, items: [{nodePool: {namespace: a, name: p},
			findings: [{rule: nodepool/paused, severity: warning, message: ` + message + `, object: {kind: NodePool, name: p}}],
			notEvaluated: [{id: secrets, because: x}]}]}`)
	}
	m := &Merged{}
	require.NoError(t, m.Merge(report("in the east"), "east"))
	require.NoError(t, m.Merge(report("in the west"), "west"))
	m.Seal()
	assert.Equal(t, 2, m.Summary.Warnings)
	require.Len(t, m.Result.NotEvaluated, 1)
	assert.Equal(t, "p", m.Result.NotEvaluated[0].Object.Name)
}

func TestMergeRefusesWhatIsNoReport(t *testing.T) {
	for _, text := range []string{"", "{", "[]", "kind: Report", "apiVersion: v1\nkind: Report", "apiVersion: rollout-pin.dev/v1alpha1\nkind: Baseline"} {
		assert.ErrorContains(t, (&Merged{}).Merge([]byte(text), "f.json"), "f.json: ", text)
	}
}
