package payload_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool/payload"
)

func TestSumOfTextAndOfBytes(t *testing.T) {
	for _, c := range []struct{ input, text, bytes string }{
		{"test-ca-bundle", "196fecff", "39d48b04"},
		{`{"auths":{"example.com":{"auth":"dGVzdDp0ZXN0"}}}`, "2b863f74", "2e24ad6f"},
		{"", "811c9dc5", "741638a5"},
		{"null", "77074ba4", ""},
	} {
		assert.Equal(t, c.text, payload.Sum(c.input).String(), c.input)
		if c.bytes != "" {
			assert.Equal(t, c.bytes, payload.SumList([]byte(c.input)).String(), c.input)
		}
	}
}

func TestStripUndoesAppend(t *testing.T) {
	start := payload.Sum("apiVersion: v1\n")
	for _, suffix := range []string{"", "4.18.5", "pull-secret", "ümlaut\n", string([]byte{0, 255, 128})} {
		assert.Equal(t, start, start.Append(suffix).Strip(suffix), "%q", suffix)
		assert.Equal(t, payload.Sum("apiVersion: v1\n"+suffix), start.Append(suffix), "%q", suffix)
	}
}

func TestParseHash(t *testing.T) {
	h, ok := payload.ParseHash("0db5756d")
	require.True(t, ok)
	assert.Equal(t, "0db5756d", h.String())
	for _, bad := range []string{"", "c3481e6", "C3481E6F", "c3481e6f0", "userdata", "c3481e6g"} {
		_, ok := payload.ParseHash(bad)
		assert.False(t, ok, bad)
	}
}
