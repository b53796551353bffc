package payload_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool/payload"
)

func TestCalibrateFindsTheFormulaAndPredicts(t *testing.T) {
	cluster := payload.NewCluster(object(t, `spec:
  pullSecret: {name: pull}
  additionalTrustBundle: {name: bundle}
  networking: {apiServer: {port: 443, advertiseAddress: 172.20.0.1}}
  platform: {type: AWS, aws: {endpointAccess: Private, region: eu-west-1}}
  configuration: {proxy: {httpProxy: "http://p"}}
`))
	in, err := cluster.Rollout("4.23.1", "rhel-10")
	require.NoError(t, err)
	assert.NotContains(t, in.Suffix.GlobalConfig, "169.254.169.254", "computed proxy status is no input")
	settled := read(t, join(proxyDocument(haproxy(1)), userDocument("a")))
	drifted := read(t, join(proxyDocument(haproxy(2)), userDocument("a")))

	config, other := settled.HashWithoutProxy(), payload.Sum("an edited payload")
	for _, f := range payload.RolloutFormulas() {
		baseline, target := f.HashWithoutVersion(config, in), f.Hash(config, in)
		found := payload.Calibrate(config, in, baseline, &target)
		require.NotEmpty(t, found, f.ID)
		got, ok := found.HashWithoutVersion(drifted.HashWithoutProxy(), in)
		require.True(t, ok, f.ID)
		assert.Equal(t, baseline, got, "a management change keeps the rollout hash")
		got, ok = found.Hash(other, in)
		require.True(t, ok, f.ID)
		assert.Equal(t, f.Hash(other, in), got, f.ID)
	}
	_, ok := payload.Calibrate(config, in, payload.Sum("unrelated"), nil).Hash(config, in)
	assert.False(t, ok, "no formula fits")
}

func TestCalibrationKeepsDisagreementUnknown(t *testing.T) {
	in, err := payload.NewCluster(object(t, "spec: {pullSecret: {name: pull}}")).Rollout("4.18.5", "")
	require.NoError(t, err)
	config := payload.Sum("text")
	baseline := payload.RolloutFormulas()[0].HashWithoutVersion(config, in)
	found := payload.Calibrate(config, in, baseline, nil)
	require.Greater(t, len(found), 1, "without an endpoint text two orders differ in the version only")
	got, ok := found.HashWithoutVersion(config, in)
	require.True(t, ok)
	assert.Equal(t, baseline, got)

	target := found[0].Hash(config, in)
	found = payload.Calibrate(config, in, baseline, &target)
	got, ok = found.Hash(payload.Sum("other"), in)
	require.True(t, ok)
	assert.Equal(t, found[0].Hash(payload.Sum("other"), in), got)
}
