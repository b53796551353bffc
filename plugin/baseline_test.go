package plugin

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

func TestBaselineRoundTrip(t *testing.T) {
	want := []checks.BaselineEntry{
		{Rule: "pin/skew", Object: &checks.ObjectRef{APIVersion: "a/v1", Kind: "Cluster", Name: "c"}, Subject: "MachineDeployment/md", Fingerprint: "ff", Count: 2, Reason: "r", Until: "2027-01-01"},
		{Rule: "pool/size", File: "main.tf", Fingerprint: "00"},
	}
	data, err := formatBaseline(want)
	require.NoError(t, err)
	got, err := parseBaseline(data, "b.yaml")
	require.NoError(t, err)
	for i := range got {
		assert.Equal(t, "b.yaml", got[i].Position.File)
		got[i].Position = checks.Position{}
	}
	assert.Equal(t, want, got)
}

func TestParseBaselineErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":               "baseline b.yaml: EOF",
		"[":              "baseline b.yaml: ",
		"kind: Baseline": "--write-baseline",
		"entires: []":    `is it "entries"?`,
		"apiVersion: rollout-pin.dev/v1alpha1\nkind: Baseline\nentries:\n- rule: a/b\n": "b.yaml:4:3: entries[0] needs a rule and a fingerprint",
	} {
		_, err := parseBaseline([]byte(text), "b.yaml")
		assert.ErrorContains(t, err, want, text)
	}
}

func FuzzParseBaseline(f *testing.F) {
	f.Add([]byte("apiVersion: rollout-pin.dev/v1alpha1\nkind: Baseline\nentries:\n- {rule: a/b, fingerprint: x, object: {kind: K}}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		entries, err := parseBaseline(data, "b.yaml")
		if err == nil {
			_, err = formatBaseline(entries)
			require.NoError(t, err)
		}
	})
}
