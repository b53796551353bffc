package plugin

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// planted makes a secret value that nothing else contains.
func planted(what string) string { return "PLANTED/" + what + "?7f3a9c!" }

// traces are the forms in which a planted value could leak: as it is, hex, and
// base64 at each of the three alignments, once and twice.
func traces(value string) []string {
	out := []string{value, hex.EncodeToString([]byte(value))}
	for range 2 {
		var next []string
		for _, v := range out {
			for pad := range 3 {
				enc := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("x", pad) + v))
				next = append(next, enc[4:len(enc)-8])
			}
		}
		out = append(out, next...)
	}
	return out
}

// plant is everything that a test put into its input.
type plant struct{ values []string }

func (p *plant) value(what string) string {
	v := planted(what)
	p.values = append(p.values, v)
	return v
}

func (p *plant) data(what string) string { return b64(p.value(what)) }

func (p *plant) absentFrom(t *testing.T, text, where string) {
	t.Helper()
	for _, v := range p.values {
		for _, trace := range traces(v) {
			if strings.Contains(text, trace) {
				assert.Failf(t, "a secret value leaks", "%s shows %s", where, v)
			}
		}
	}
}

func b64(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }

func zipped(s string) string {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, _ = w.Write([]byte(s))
	_ = w.Close()
	return b64(out.String())
}

// lastApplied is the annotation in which kubectl keeps a copy of an object.
func (p *plant) lastApplied(what string) string {
	return "    kubectl.kubernetes.io/last-applied-configuration: '{\"data\":{\"x\":\"" + p.data("last-applied "+what) + "\"}}'\n"
}

// fleet is a pool in the middle of a rollout with everything that can be secret
// holding a planted value. readable says whether the payloads can be decoded.
func (p *plant) fleet(readable bool) string {
	config := func(user string) string {
		text := "kind: MachineConfig\nmetadata: {name: user-" + user + "}\nspec: {kernelArguments: ['" + p.value("payload "+user) + "']}\n"
		if readable {
			return b64(zipped(text))
		}
		return b64(text)
	}
	token := func(hash, user string) string {
		return "- metadata:\n    name: token-workers-" + hash + "\n    namespace: clusters-demo\n    annotations:\n" +
			"      hypershift.openshift.io/nodePool: clusters/workers\n  " + p.lastApplied("token "+hash) +
			"  data:\n    token: " + p.data("token "+hash) + "\n    old_token: " + p.data("old token "+hash) +
			"\n    config: " + config(user) + "\n    payload: " + p.data("ignition "+hash) + "\n    release: " + p.data("release "+hash) +
			"\n    release-version: " + p.data("version "+hash) + "\n    pull-secret-hash: " + p.data("pull hash "+hash) +
			"\n    additional-trust-bundle-hash: " + p.data("bundle hash "+hash) + "\n    hc-configuration-hash: " + p.data("configuration hash "+hash) +
			"\n    message: " + p.data("message "+hash) + "\n    unheard-of: " + p.data("unheard of "+hash) + "\n"
	}
	userData := func(hash string) string {
		value := `{"ignition":{"config":{"merge":[{"source":"https://` + p.value("source "+hash) + `","httpHeaders":[{"name":"Authorization","value":"Bearer ` +
			p.data("bearer "+hash) + `"},{"name":"NodePool","value":"` + p.value("pool header "+hash) + `"},{"name":"TargetConfigVersionHash","value":"` +
			p.value("hash header "+hash) + `"}]}]},"proxy":{"httpProxy":"http://user:` + p.value("proxy "+hash) + `@p"}}}`
		return "- metadata:\n    name: user-data-workers-" + hash + "\n    namespace: clusters-demo\n    annotations:\n" +
			"      hypershift.openshift.io/nodePool: clusters/workers\n  " + p.lastApplied("user data "+hash) +
			"  data: {value: " + b64(value) + ", disableTemplating: " + p.data("templating "+hash) + "}\n" +
			"  stringData: {other: \"" + p.value("string data "+hash) + "\"}\n"
	}
	return `apiVersion: hypershift.openshift.io/v1beta1
kind: HostedCluster
metadata:
  name: demo
  namespace: clusters
  annotations:
` + p.lastApplied("cluster") + `spec:
  pullSecret: {name: demo-pull-secret}
  additionalTrustBundle: {name: user-ca}
  platform: {type: Azure}
  configuration: {proxy: {httpProxy: "http://user:` + p.value("proxy password") + `@proxy.example.com"}}
---
apiVersion: hypershift.openshift.io/v1beta1
kind: NodePool
metadata:
  name: workers
  namespace: clusters
  generation: 4
  annotations:
    hypershift.openshift.io/nodePoolCurrentConfigVersion: c3481e6f
    hypershift.openshift.io/nodePoolCurrentRolloutConfig: 38c2a3cd
` + p.lastApplied("pool") + `spec:
  clusterName: demo
  platform: {type: Azure}
  release: {image: registry.example.com/ocp-release:4.18.5-x86_64}
status:
  version: 4.18.5
---
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachineDeployment
metadata:
  name: workers
  namespace: clusters-demo
  annotations:
    hypershift.openshift.io/nodePool: clusters/workers
` + p.lastApplied("workload") + `spec:
  replicas: 2
  template: {spec: {version: 4.18.5, bootstrap: {dataSecretName: user-data-workers-c3481e6f}}}
---
apiVersion: v1
kind: SecretList
items:
` + token("c3481e6f", "a") + userData("c3481e6f") + token("8d3fc104", "b") + userData("8d3fc104") +
		token("334d04d7", "c") + userData("334d04d7") + `---
apiVersion: v1
kind: Secret
metadata:
  name: demo-pull-secret
  namespace: clusters
  annotations:
` + p.lastApplied("pull secret") + `type: kubernetes.io/dockerconfigjson
data: {.dockerconfigjson: ` + p.data("pull secret") + `}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: user-ca, namespace: clusters}
data: {ca-bundle.crt: "` + p.value("trust bundle") + `"}
---
apiVersion: v1
kind: Secret
metadata: {name: admin-kubeconfig, namespace: clusters-demo}
data: {kubeconfig: ` + p.data("kubeconfig") + `}
stringData: {note: "` + p.value("note") + `"}
`
}

func runExplain(t *testing.T, input string, args ...string) (code int, output string) {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("KUBECONFIG", filepath.Join(dir, "none"))
	t.Setenv("HOME", dir)
	file := filepath.Join(dir, "input.yaml")
	require.NoError(t, os.WriteFile(file, []byte(input), 0o600))
	var out bytes.Buffer
	argv := append([]string{"kubectl-rollout_pin", "explain", "-f", file, "--now", "2026-09-20T10:30:00Z"}, args...)
	code = Main(context.Background(), argv, strings.NewReader(""), &out, &out)
	return code, out.String()
}

// TestNoSecretValueIsShown plants a value in every place that can hold a secret
// and looks for it, however encoded, in every format and at every verbosity.
func TestNoSecretValueIsShown(t *testing.T) {
	for _, readable := range []bool{true, false} {
		var p plant
		input := p.fleet(readable)
		for _, format := range formatNames("explain") {
			for _, more := range [][]string{nil, {"--payloads", "-v=9"}, {"--assume", "hash=8d3fc104", "--operator-generation", "A", "--payloads", "workers"}} {
				args := append([]string{"-o", format}, more...)
				code, out := runExplain(t, input, args...)
				require.Contains(t, []int{exitOK, exitFindings}, code, out)
				require.NotEmpty(t, out)
				p.absentFrom(t, out, fmt.Sprintf("readable=%t %s", readable, strings.Join(args, " ")))
			}
		}
	}
}

// TestPlantedValuesAreUsed makes sure that the test above looks at reports that
// did compare secret values.
func TestPlantedValuesAreUsed(t *testing.T) {
	var p plant
	_, out := runExplain(t, p.fleet(true), "-o", "json", "--payloads", "--assume", "hash=8d3fc104", "--operator-generation", "A")
	for _, want := range []string{"nodepool/bearer-stale", "nodepool/payload-hash-mismatch", "MachineConfig/user-b", "nodepool/payload-on-replace"} {
		assert.Contains(t, out, want)
	}
}

func TestErrorsQuoteNothing(t *testing.T) {
	for name, broken := range map[string]func(string) string{
		"cut off in a value":    func(s string) string { return s[:strings.LastIndex(s, "stringData")+30] },
		"unclosed quote":        func(s string) string { return s + "\n  \"" },
		"bad indentation":       func(s string) string { return strings.Replace(s, "  data:\n    token", "  data:\n  token", 1) },
		"a tab":                 func(s string) string { return strings.Replace(s, "    token: ", "\t\ttoken: ", 1) },
		"unknown alias":         func(s string) string { return strings.Replace(s, "token: ", "token: *", 1) },
		"no UTF-8":              func(s string) string { return strings.Replace(s, "token: ", "token: \xff", 1) },
		"a mapping for a value": func(s string) string { return strings.Replace(s, "token: ", "token: : ", 1) },
		"JSON that is cut off":  func(s string) string { return `{"kind":"Secret","data":{"token":"` + s[len(s)-60:] },
	} {
		t.Run(name, func(t *testing.T) {
			var p plant
			_, out := runExplain(t, broken(p.fleet(true)), "-v=9")
			p.absentFrom(t, out, name)
		})
	}
}

func TestTracesFindEncodedValues(t *testing.T) {
	p := plant{values: []string{planted("x")}}
	for _, hidden := range []string{p.values[0], b64("a" + p.values[0] + "b"), b64(b64("ab" + p.values[0] + "c")), hex.EncodeToString([]byte(p.values[0]))} {
		found := false
		for _, trace := range traces(p.values[0]) {
			found = found || strings.Contains("before "+hidden+" after", trace)
		}
		assert.True(t, found, hidden)
	}
}
