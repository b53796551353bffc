package payload_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool/payload"
)

func TestFitNamesWhatDeparts(t *testing.T) {
	cluster := payload.NewCluster(object(t, `spec:
  pullSecret: {name: pull}
  additionalTrustBundle: {name: bundle}
  configuration: {proxy: {httpProxy: "http://p"}}
`))
	inputs := payload.Inputs{
		Cluster: cluster, Version: "4.23.1", OtherVersions: []string{"4.22.0"}, Stream: "rhel-10",
		OtherPullSecrets: []string{"old-pull"},
	}
	variants, err := payload.Variants(inputs)
	require.NoError(t, err)
	require.True(t, variants[0].Present())
	config := payload.Sum("text")
	present := variants[0].Suffix

	for _, c := range []struct {
		name  string
		edit  func(*payload.Suffix)
		notes string
	}{
		{"present", func(*payload.Suffix) {}, ""},
		{"no stream", func(s *payload.Suffix) { s.Stream = "" }, "no RHEL stream in the hash"},
		{"no bundle", func(s *payload.Suffix) { s.TrustBundle = "" }, "trust bundle (none)"},
		{"other pull secret", func(s *payload.Suffix) { s.PullSecret = "old-pull" }, "pull secret old-pull"},
		{"no proxy yet", func(s *payload.Suffix) { s.GlobalConfig = plainGlobal + "null\n" }, "no proxy, image or TLS configuration"},
		{"other version", func(s *payload.Suffix) {
			s.Version = "4.22.0"
			s.GlobalConfig, err = cluster.GlobalConfig(payload.ElementsOf("4.22.0"))
			require.NoError(t, err)
		}, "version 4.22.0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := present
			c.edit(&s)
			fit, ok := payload.Fit(s.Full(config), config, variants)
			require.True(t, ok)
			assert.Equal(t, c.notes, fit.Notes())
		})
	}
	_, ok := payload.Fit(present.Full(payload.Sum("other text")), config, variants)
	assert.False(t, ok, "another text fits nothing")
}

func TestFormulaOnly(t *testing.T) {
	inputs := payload.Inputs{Cluster: payload.NewCluster(object(t, "spec: {pullSecret: {name: pull}}")), Version: "4.23.1"}
	variants, err := payload.FormulaVariants(inputs)
	require.NoError(t, err)
	config := payload.Sum("text")
	newer := variants[0].Suffix.Full(config)
	older := payload.Suffix{Version: "4.23.1", PullSecret: "pull", GlobalConfig: plainGlobal}.Full(config)

	fit, ok := payload.FormulaOnly(older, newer, variants)
	require.True(t, ok)
	assert.Equal(t, "no TLS profile in the hash", fit.Notes())

	_, ok = payload.FormulaOnly(older, variants[0].Suffix.Full(payload.Sum("edited")), variants)
	assert.False(t, ok, "another text is no change of the formula")
	_, ok = payload.FormulaOnly(older, older, variants)
	assert.False(t, ok, "one hash has one formula")
}

func TestFormulaVariantsKeepTheInputs(t *testing.T) {
	variants, err := payload.FormulaVariants(payload.Inputs{
		Cluster: payload.NewCluster(object(t, "spec: {pullSecret: {name: pull}, additionalTrustBundle: {name: b}}")),
		Version: "4.18.5", OtherVersions: []string{"4.18.6"}, Stream: "rhel-10", OtherPullSecrets: []string{"x"},
	})
	require.NoError(t, err)
	for _, v := range variants {
		assert.Empty(t, v.Inputs)
		assert.Equal(t, "pull", v.Suffix.PullSecret)
		assert.Equal(t, "b", v.Suffix.TrustBundle)
		assert.Equal(t, "4.18.5", v.Suffix.Version)
	}
}
