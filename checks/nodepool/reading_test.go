package nodepool

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestReferenceHash(t *testing.T) {
	for name, want := range map[string]string{
		"user-data-np-hash123": "hash123", "user-data-my-test-nodepool-xyz789": "xyz789", "user-data-nodepool": "",
		"user-data": "", "": "", "bootstrap": "", "token-secret-my-nodepool-def456": "def456",
		"custom-name-with-dashes-zzz": "zzz", "user-data-a-b-c-c3481e6f": "c3481e6f",
	} {
		assert.Equal(t, want, ReferenceHash(name), name)
	}
}

func FuzzReferenceHash(f *testing.F) {
	f.Add("user-data-workers-c3481e6f")
	f.Add("---")
	f.Fuzz(func(t *testing.T, name string) {
		hash := ReferenceHash(name)
		require.NotContains(t, hash, "-")
		require.True(t, strings.HasSuffix(name, hash))
	})
}

func TestParseAssumption(t *testing.T) {
	for text, want := range map[string]Assumption{
		"hash=c3481e6f":                          {"", KeyHash, "c3481e6f"},
		"workers:rolloutHash=9db67280":           {"workers", KeyRollout, "9db67280"},
		"clusters/workers:version=4.18.5":        {"clusters/workers", KeyVersion, "4.18.5"},
		"version=4.19.0-rc.1":                    {"", KeyVersion, "4.19.0-rc.1"},
		"w:rolloutHashWithoutVersion=00000000":   {"w", KeyRolloutWithout, "00000000"},
		"version=4.19.0-0.nightly-2026-09-01-00": {"", KeyVersion, "4.19.0-0.nightly-2026-09-01-00"},
	} {
		got, err := ParseAssumption(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got)
	}
	for _, text := range []string{"", "hash", "hash=", "hash=C3481E6F", "hash=c3481e6", "colour=blue", ":hash=c3481e6f", "version=4.18", "version=latest", "=x"} {
		_, err := ParseAssumption(text)
		assert.Error(t, err, text)
	}
}

func FuzzParseAssumption(f *testing.F) {
	f.Add("workers:hash=c3481e6f")
	f.Add("version=4.18.5")
	f.Fuzz(func(t *testing.T, text string) {
		a, err := ParseAssumption(text)
		if err == nil {
			again, err := ParseAssumption(strings.TrimPrefix(a.Pool+":", ":") + string(a.Key) + "=" + a.Value)
			require.NoError(t, err)
			require.Equal(t, a, again)
		}
	})
}

func TestVersionOfReleaseTag(t *testing.T) {
	for image, want := range map[string]string{
		"quay.io/x/release:4.18.5-x86_64":                          "4.18.5",
		"quay.io/x/release:4.18.5-multi":                           "4.18.5",
		"quay.io/x/release:4.18.5":                                 "4.18.5",
		"registry:5000/x/release:4.19.0-rc.1-aarch64":              "4.19.0-rc.1",
		"registry.ci/x/release:4.19.0-0.nightly-2026-09-01-000000": "4.19.0-0.nightly-2026-09-01-000000",
		"quay.io/x/release@sha256:0a1b":                            "",
		"quay.io/x/release:4.18.5@sha256:0a1b":                     "",
		"registry:5000/x/release":                                  "",
		"quay.io/x/release:latest":                                 "",
		"quay.io/x/release:4.18":                                   "",
		"":                                                         "",
	} {
		assert.Equal(t, want, tagVersion(image), image)
	}
}

func TestAWSJanitorStartsWith416(t *testing.T) {
	for version, want := range map[string]Answer{
		"4.15.30": No, "4.16.0-rc.3": No, "4.16.0": Yes, "4.16.1-x": Yes, "4.16.1": Yes, "4.18.5": Yes, "5.0.0": Yes, "3.11.0": No,
	} {
		p := &Pool{ClusterPlatform: "AWS", HostedCluster: manifestSnapshot(t, `apiVersion: hypershift.openshift.io/v1beta1
kind: HostedCluster
metadata: {name: demo, namespace: clusters}
status: {version: {history: [{state: Completed, version: `+version+`}]}}
`).List(HostedClusterKind, "")[0]}
		assert.Equal(t, want, janitorWorks(p), version)
	}
	assert.Equal(t, Unknown, janitorWorks(&Pool{ClusterPlatform: "AWS"}), "without the cluster")
	assert.Equal(t, No, janitorWorks(&Pool{ClusterPlatform: "KubeVirt"}))
	assert.Equal(t, Yes, janitorWorks(&Pool{ClusterPlatform: "Azure"}))
}

func TestControlPlaneNamespace(t *testing.T) {
	assert.Equal(t, "clusters-demo", ControlPlaneNamespace("clusters", "demo"))
	assert.Equal(t, "clusters-a-b", ControlPlaneNamespace("clusters", "a.b"))
}

// TestCompletion covers both API shapes of the completion formula.
func TestCompletion(t *testing.T) {
	n := func(v int) *int { return &v }
	full := Counters{Desired: n(2), Total: n(2), Updated: n(2), Available: n(2), Generation: 3, Observed: 3}
	tests := []struct {
		name   string
		change func(*Counters)
		want   Answer
	}{
		{"all equal", func(*Counters) {}, Yes},
		{"an old machine is left", func(c *Counters) { c.Total = n(3) }, No},
		{"one not updated", func(c *Counters) { c.Updated = n(1) }, No},
		{"one not available", func(c *Counters) { c.Available = n(1) }, No},
		{"the goal moved", func(c *Counters) { c.Desired = n(3) }, No},
		{"status behind", func(c *Counters) { c.Observed = 2 }, No},
		{"scaled to zero", func(c *Counters) { c.Desired, c.Total, c.Updated, c.Available = n(0), n(0), n(0), n(0) }, Yes},
		{"not reported", func(c *Counters) { c.Updated = nil }, Unknown},
		{"not reported, but another one differs", func(c *Counters) { c.Updated, c.Available = nil, n(1) }, No},
		{"replicas not set", func(c *Counters) { c.Desired = nil }, Unknown},
		{"native counters agree", func(c *Counters) { c.HasNative, c.NativeUpdated, c.NativeAvailable = true, n(2), n(2) }, Yes},
		{"native counters disagree", func(c *Counters) { c.HasNative, c.NativeUpdated, c.NativeAvailable = true, n(1), n(2) }, No},
		{"native counters not reported", func(c *Counters) { c.HasNative, c.NativeUpdated = true, n(2) }, Unknown},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := full
			tt.change(&c)
			got, because := replaceComplete(c)
			assert.Equal(t, tt.want, got)
			assert.NotEmpty(t, because)
		})
	}
}
