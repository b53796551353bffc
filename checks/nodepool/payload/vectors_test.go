package payload_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool/payload"
)

const head = `apiVersion: machineconfiguration.openshift.io/v1
kind: MachineConfig
metadata:
  creationTimestamp: null
  labels:
    machineconfiguration.openshift.io/role: worker
  name: %s
spec:
`

// userDocument is a MachineConfig that a user wrote.
func userDocument(letter string) string {
	return fmt.Sprintf(head, "user-"+letter) + "  kernelArguments:\n  - user-" + letter + "\n"
}

// proxyDocument is the document of the API server proxy with the given files.
func proxyDocument(files ...string) string {
	return fmt.Sprintf(head, "20-apiserver-haproxy") + `  config:
    ignition:
      version: 3.2.0
    storage:
      files:
` + strings.Join(files, "")
}

const podFile = "/etc/kubernetes/manifests/kube-apiserver-proxy.yaml"

func proxyFile(path, content string) string {
	return `      - contents:
          source: data:text/plain;charset=utf-8;base64,` + base64.StdEncoding.EncodeToString([]byte(content)) + `
        mode: 420
        overwrite: true
        path: ` + path + "\n"
}

func pod(image string) string {
	return "kind: Pod\nspec:\n  containers:\n  - image: " + image + "\n    name: haproxy\n"
}

func haproxy(n int) string {
	return proxyFile(podFile, pod("quay.io/x/haproxy@sha256:"+strings.Repeat(fmt.Sprint(n), 4)))
}

func join(docs ...string) string { return strings.Join(docs, "\n---\n") }

func compressed(t testing.TB, text string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, err := w.Write([]byte(text))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return out.Bytes()
}

// object parses a manifest.
func object(t testing.TB, manifest string) *checks.Object {
	t.Helper()
	var node yaml.Node
	require.NoError(t, yaml.Unmarshal([]byte(manifest), &node))
	return checks.NewObject(&node, checks.Origin{})
}

// read makes a token secret of the text and reads it back.
func read(t testing.TB, text string) *payload.Payload {
	t.Helper()
	encoded := base64.StdEncoding.EncodeToString(compressed(t, text))
	p, state := payload.Read(secret(t, "config", encoded))
	require.Equal(t, payload.Readable, state)
	return p
}

// secret makes a Secret with one key of data.
func secret(t testing.TB, key, value string) *checks.Object {
	t.Helper()
	return object(t, "kind: Secret\ndata:\n  "+key+": "+base64.StdEncoding.EncodeToString([]byte(value))+"\n")
}

const plainGlobal = `{"metadata":{"name":"cluster","creationTimestamp":null},"spec":{"trustedCA":{"name":""}},"status":{}}` + "\n" +
	`{"metadata":{"name":"cluster","creationTimestamp":null},"spec":{"additionalTrustedCA":{"name":""},"registrySources":{}},"status":{}}` + "\n"

func TestWorkedVectors(t *testing.T) {
	for _, c := range []struct {
		user                                    string
		image                                   int
		version                                 string
		full, withoutVersion, mco, withoutProxy string
	}{
		{"a", 1, "4.18.5", "c3481e6f", "434e6e79", "c2c40665", "1f96fcf3"},
		{"a", 1, "4.18.6", "317f5f20", "434e6e79", "c2c40665", "1f96fcf3"},
		{"a", 1, "4.18.7", "19b893bd", "434e6e79", "c2c40665", "1f96fcf3"},
		{"a", 2, "4.18.5", "1319b33c", "bd0606b8", "de68019c", "1f96fcf3"},
		{"a", 2, "4.18.6", "9622d86b", "bd0606b8", "de68019c", "1f96fcf3"},
		{"a", 2, "4.18.7", "1992c3b6", "bd0606b8", "de68019c", "1f96fcf3"},
		{"b", 1, "4.18.5", "334d04d7", "795743c1", "f941508d", "e24af14b"},
		{"b", 1, "4.18.6", "6b36b128", "795743c1", "f941508d", "e24af14b"},
		{"b", 2, "4.18.5", "8d3fc104", "d3faaea0", "6ec5d9c4", "e24af14b"},
		{"b", 2, "4.18.6", "9d6f8b13", "d3faaea0", "6ec5d9c4", "e24af14b"},
		{"c", 1, "4.18.5", "7419af7f", "161bd909", "8755c915", "b7665483"},
		{"c", 2, "4.18.5", "c026595c", "5c6dad58", "c690cf3c", "b7665483"},
	} {
		t.Run(fmt.Sprintf("user-%s img%d %s", c.user, c.image, c.version), func(t *testing.T) {
			p := read(t, join(proxyDocument(haproxy(c.image)), userDocument(c.user)))
			s := payload.Suffix{Version: c.version, PullSecret: "demo-pull-secret", GlobalConfig: plainGlobal}
			assert.Equal(t, c.mco, p.Hash().String())
			assert.Equal(t, c.withoutProxy, p.HashWithoutProxy().String())
			assert.Equal(t, c.full, s.Full(p.Hash()).String())
			assert.Equal(t, c.withoutVersion, s.WithoutVersion(p.Hash()).String())
			assert.Equal(t, p.Hash(), s.Config(s.Full(p.Hash())))
			assert.Equal(t, p.Hash(), s.ConfigOfWithoutVersion(s.WithoutVersion(p.Hash())))
		})
	}
}

// The values of this test were published with the operator's own unit tests.
func TestPublishedValues(t *testing.T) {
	empty := payload.Sum("")
	s := payload.Suffix{Version: "4.18.0", PullSecret: "pull-secret", GlobalConfig: plainGlobal}
	assert.Equal(t, "83935368", s.Full(empty).String())
	assert.Equal(t, "0db5756d", s.WithoutVersion(empty).String())

	full, _ := payload.ParseHash("af67f27c")
	short, _ := payload.ParseHash("fef02451")
	assert.Equal(t, "160980d9", s.Config(full).String())
	assert.Equal(t, "160980d9", s.ConfigOfWithoutVersion(short).String())
	assert.Equal(t, "a4576757", payload.Predict(full, s, s.WithVersion("4.18.5")).String())

	newer := s.WithVersion("4.23.0")
	newer.GlobalConfig += "null\n"
	assert.Equal(t, "e43da723", newer.Full(empty).String())
}

func TestSameConfigAcrossVersionsOnly(t *testing.T) {
	s := payload.Suffix{Version: "4.18.5", PullSecret: "demo-pull-secret", GlobalConfig: plainGlobal}
	hash := func(text string) payload.Hash { h, ok := payload.ParseHash(text); require.True(t, ok); return h }
	assert.True(t, payload.SameConfig(hash("c3481e6f"), s, hash("317f5f20"), s.WithVersion("4.18.6")))
	assert.False(t, payload.SameConfig(hash("c3481e6f"), s, hash("1319b33c"), s))
	assert.False(t, payload.SameConfig(hash("c3481e6f"), s, hash("317f5f20"), s), "the suffix must be that of each hash")
}

// parse reads any manifest that is YAML.
func parse(manifest string) (*checks.Object, bool) {
	var node yaml.Node
	if err := yaml.Unmarshal([]byte(manifest), &node); err != nil {
		return nil, false
	}
	return checks.NewObject(&node, checks.Origin{}), true
}
