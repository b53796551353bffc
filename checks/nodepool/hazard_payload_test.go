package nodepool

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool/payload"
)

func TestBearerStale(t *testing.T) {
	manifest := func(userData, token string) string {
		return strings.Replace(sampleSettled, userDataHead, token+userDataHead, 1) + userData
	}
	rotated := "  data: {token: bmV3ZXN0, old_token: ZXhhbXBsZS10b2tlbg==}\n"
	stale := []string{"error user-data-workers-c3481e6f"}
	testRule(t, bearerStale, []hazardCase{
		{name: "current", manifest: manifest(freshUserData, sampleToken)},
		{name: "one rotation behind", manifest: manifest(freshUserData, rotated), want: []string{"warning user-data-workers-c3481e6f"}},
		{name: "two rotations behind", manifest: manifest(staleUserData, rotated), want: stale},
		{name: "never rotated", manifest: manifest(staleUserData, sampleToken), want: stale},
		{name: "elided token", manifest: manifest(staleUserData, "  stringData: {token: 36 bytes long}\n")},
		{name: "elided token, payloads asked for", manifest: manifest(staleUserData, "  stringData: {token: 36 bytes long}\n"), payloads: true, want: []string{"skip payloads"}},
		{name: "no data", manifest: sampleSettled},
		{name: "no data, payloads asked for", manifest: sampleSettled, payloads: true, want: []string{"skip payloads"}},
		{name: "broken user-data", manifest: manifest("  stringData: {value: '{'}\n", sampleToken), payloads: true, want: []string{"skip payloads"}},
		{name: "being deleted", manifest: manifest(staleUserData, sampleToken), edits: deleted},
	})
}

func TestUserDataWithoutProxy(t *testing.T) {
	proxied := []string{"  platform: {type: Azure}\n---\n", proxiedCluster}
	with := "  stringData:\n    value: '{\"ignition\":{\"config\":{\"merge\":[{}]},\"proxy\":{\"httpProxy\":\"http://proxy.example.com:3128\"}}}'\n"
	testRule(t, userDataWithoutProxy, []hazardCase{
		{name: "no proxy", manifest: sampleCluster + sampleSettled + freshUserData},
		{name: "proxy in the cluster alone", manifest: sampleCluster + sampleSettled + freshUserData, edits: proxied, want: []string{"warning user-data-workers-c3481e6f"}},
		{name: "proxy in both", manifest: sampleCluster + sampleSettled + with, edits: proxied},
		{name: "noProxy alone is no proxy", manifest: sampleCluster + sampleSettled + freshUserData, edits: []string{"  platform: {type: Azure}\n---\n", "  platform: {type: Azure}\n  configuration: {proxy: {noProxy: x}}\n---\n"}},
		{name: "not readable", manifest: sampleCluster + sampleSettled, edits: proxied},
		{name: "not readable, payloads asked for", manifest: sampleCluster + sampleSettled, edits: proxied, payloads: true, want: []string{"skip payloads"}},
		{name: "no cluster, payloads asked for", manifest: sampleSettled + freshUserData, payloads: true, want: []string{"skip hosted-cluster"}},
	})
}

func TestPayloadNotGenerated(t *testing.T) {
	token := func(reason string) string {
		return strings.Replace(sampleSettled, userDataHead, "  stringData: {reason: "+reason+", message: why}\n"+userDataHead, 1)
	}
	want := []string{"error token-workers-c3481e6f"}
	testRule(t, payloadNotGenerated, []hazardCase{
		{name: "as expected", manifest: token("AsExpected")},
		{name: "invalid", manifest: token("InvalidConfig"), want: want},
		{name: "waiting", manifest: token("CloudConfigPending"), want: want},
		{name: "the secret knows better than the condition", manifest: token("AsExpected"), edits: addCondition("ValidGeneratedPayload", "False", "InvalidConfig", "")},
		{name: "condition False", manifest: sampleSettled, edits: addCondition("ValidGeneratedPayload", "False", "InvalidConfig", ""), want: want},
		{name: "condition with an empty status", manifest: sampleSettled, edits: addCondition("ValidGeneratedPayload", "", "InvalidConfig", ""), want: want},
		{name: "condition True", manifest: sampleSettled, edits: addCondition("ValidGeneratedPayload", "True", "AsExpected", "")},
		{name: "during drift the condition is about another payload", manifest: sampleSettled, edits: append(addCondition("ValidGeneratedPayload", "False", "NotFound", ""), drift...)},
		{name: "during drift the secret counts", manifest: token("InvalidConfig"), edits: drift, want: want},
		{name: "a secret that is still to be made", manifest: sampleSettled, assume: editAssumed, edits: addCondition("ValidGeneratedPayload", "False", "NotFound", "")},
		{name: "stale", manifest: sampleSettled, assume: sameAssumed, edits: append(addCondition("ValidGeneratedPayload", "False", "InvalidConfig", ""), "generation: 4\n", "generation: 5\n"), want: []string{"skip conditions"}},
		{name: "written while paused", manifest: sampleSettled, assume: sameAssumed, edits: append(addCondition("ValidGeneratedPayload", "False", "InvalidConfig", ""), pausedNow...), want: want},
		{name: "the operator does not report it", manifest: sampleSettled},
	})
}

func TestContentRules(t *testing.T) {
	pull := func(content string) string {
		return contentExample(pullSecretHead + "stringData: {.dockerconfigjson: '" + content + "'}\n").Files
	}
	bundle := func(content string) string {
		return contentExample(trustBundleHead + "data: {ca-bundle.crt: \"" + content + "\"}\n").Files
	}
	body := func(files string) string { return strings.TrimPrefix(files, "-- pool.yaml --\n") }
	const same = `{"auths":{"example.com":{}}}`
	want := []string{"warning token-workers-c3481e6f"}
	testRule(t, pullSecretContentChanged, []hazardCase{
		{name: "same", manifest: body(pull(same))},
		{name: "edited", manifest: body(pull(same + " ")), want: want},
		{name: "elided", manifest: body(pull("42 bytes long"))},
		{name: "elided, payloads asked for", manifest: body(pull("42 bytes long")), payloads: true, want: []string{"skip payloads"}},
		{name: "hash elided", manifest: body(pull(same + " ")), edits: []string{"pull-secret-hash: \"b6059933\"", "pull-secret-hash: 8 bytes long"}},
		{name: "hash absent", manifest: body(pull(same + " ")), edits: []string{"pull-secret-hash", "x"}},
		{name: "another payload is effective", manifest: body(pull(same + " ")), assume: editAssumed},
		{name: "no cluster, payloads asked for", manifest: sampleSettled, payloads: true, want: []string{"skip hosted-cluster"}},
	})
	testRule(t, trustBundleContentChanged, []hazardCase{
		{name: "same", manifest: body(bundle("test-ca-bundle"))},
		{name: "edited", manifest: body(bundle("test-ca-bundle\\n")), want: want},
		{name: "no bundle configured", manifest: body(bundle("x")), edits: []string{"  additionalTrustBundle: {name: user-ca}\n", ""}},
		{name: "bundle not in the input", manifest: body(bundle("x")), edits: []string{"name: user-ca, namespace", "name: other, namespace"}, payloads: true, want: []string{"skip payloads"}},
	})
}

func TestPayloadHashMismatch(t *testing.T) {
	good := strings.TrimPrefix(payloadExample(userHash, userPayload).Files, "-- pool.yaml --\n")
	want := []string{"warning token-workers-" + userHash}
	testRule(t, payloadHashMismatch, []hazardCase{
		{name: "fits", manifest: good},
		{name: "edited payload", manifest: good, edits: []string{userPayload, haproxyPayload1}, want: want},
		{name: "another pull secret", manifest: good, edits: []string{"name: demo-pull-secret", "name: new-pull-secret"}, want: want},
		{
			name: "the old pull secret is still there", manifest: good + "---\n" + pullSecretHead + "type: kubernetes.io/dockerconfigjson\n",
			edits: []string{"pullSecret: {name: demo-pull-secret}", "pullSecret: {name: new-pull-secret}"},
		},
		{name: "a trust bundle was added since", manifest: good, edits: []string{"  pullSecret:", "  additionalTrustBundle: {name: new}\n  pullSecret:"}},
		{name: "a proxy was added since", manifest: good, edits: []string{"  platform: {type: Azure}\n---\n", proxiedCluster}},
		{name: "no cluster", manifest: strings.TrimPrefix(good, sampleCluster)},
		{name: "no cluster, payloads asked for", manifest: strings.TrimPrefix(good, sampleCluster), payloads: true, want: []string{"skip hosted-cluster"}},
		{name: "elided, payloads asked for", manifest: good, edits: []string{userPayload, "900 bytes long"}, payloads: true, want: []string{"skip payloads"}},
		{name: "not readable", manifest: good, edits: []string{userPayload, "H4sIAAAA"}},
		{name: "the pool is being deleted", manifest: good, edits: append([]string{userPayload, haproxyPayload1}, deleted...)},
	})
}

func TestFormulaOnlyDrift(t *testing.T) {
	manifest := strings.ReplaceAll(sampleCluster+samplePool+sampleWorkload, "4.18.5", "4.23.1")
	testRule(t, formulaOnlyDrift, []hazardCase{
		{name: "the TLS profile came into the hash", manifest: manifest, edits: drift, assume: "hash=ce3b0a98", want: []string{"info"}},
		{name: "another hash", manifest: manifest, edits: drift, assume: "hash=ce3b0a99"},
		{name: "no drift", manifest: manifest, assume: "hash=c3481e6f"},
		{name: "hash not known", manifest: manifest, edits: drift},
		{name: "hash not known, payloads asked for", manifest: manifest, edits: drift, payloads: true, want: []string{"skip current-hash"}},
		{name: "another release asked for", manifest: manifest, edits: []string{"ocp-release:4.23.1", "ocp-release:4.23.2"}, assume: "hash=ce3b0a98"},
		{name: "no cluster", manifest: strings.TrimPrefix(manifest, sampleCluster), edits: drift, assume: "hash=ce3b0a98", want: []string{"skip hosted-cluster"}},
	})
}

func TestManagementRules(t *testing.T) {
	body := func(e checks.Example) string { return strings.TrimPrefix(e.Files, "-- pool.yaml --\n") }
	proxy := body(managementExample("A", haproxyHash1, haproxyPayload1, haproxyHash2, haproxyPayload2))
	control := body(managementExample("A", cpoHash1, cpoPayload1, cpoHash2, cpoPayload2))
	edited := body(managementExample("A", haproxyHash1, haproxyPayload1, userHash, userPayload))
	next := "hash=" + haproxyHash2
	testRule(t, managementOnlyRollout, []hazardCase{
		{name: "about to roll", manifest: proxy, generation: GenerationA, assume: next, want: []string{"warning"}},
		{name: "rolling", manifest: proxy, generation: GenerationA, assume: next, edits: []string{"dataSecretName: user-data-workers-" + haproxyHash1, "dataSecretName: user-data-workers-" + haproxyHash2, "upToDateReplicas: 2", "upToDateReplicas: 1"}, want: []string{"warning"}},
		{name: "settled", manifest: proxy, generation: GenerationA, assume: "hash=" + haproxyHash1},
		{name: "generation C holds it back", manifest: proxy, generation: GenerationC, assume: next},
		{name: "a user's change too", manifest: edited, generation: GenerationA, assume: "hash=" + userHash},
		{name: "not readable", manifest: proxy, generation: GenerationA, assume: next, edits: []string{haproxyPayload2, "900 bytes long"}},
		{name: "not readable, payloads asked for", manifest: proxy, generation: GenerationA, assume: next, edits: []string{haproxyPayload2, "900 bytes long"}, payloads: true, want: []string{"skip payloads"}},
	})
	testRule(t, controlPlaneImageRollout, []hazardCase{
		{name: "after a control plane update", manifest: control, generation: GenerationA, assume: "hash=" + cpoHash2, want: []string{"warning"}},
		{name: "the proxy's own image", manifest: proxy, generation: GenerationA, assume: next},
		{name: "the cluster never had another release", manifest: control, generation: GenerationA, assume: "hash=" + cpoHash2, edits: []string{"    - {state: Completed, version: 4.18.6}\n", ""}},
		{name: "the pool's release changes too", manifest: control, generation: GenerationA, assume: "hash=" + cpoHash2, edits: []string{"ocp-release:4.18.5", "ocp-release:4.18.6"}},
		{name: "generation C holds it back", manifest: control, generation: GenerationC, assume: "hash=" + cpoHash2 + " rolloutHash=9db67280 rolloutHashWithoutVersion=38c2a3cd"},
	})
}

func TestPayloadVerified(t *testing.T) {
	good := strings.TrimPrefix(payloadExample(userHash, userPayload).Files, "-- pool.yaml --\n")
	for name, c := range map[string]struct {
		edits []string
		want  Answer
		basis string
	}{
		"yes":           {nil, Yes, "gives the hash in its name"},
		"with a note":   {[]string{"  platform: {type: Azure}\n---\n", proxiedCluster}, Yes, "with no proxy, image or TLS configuration"},
		"no":            {[]string{userPayload, haproxyPayload1}, No, "no older form"},
		"elided":        {[]string{userPayload, "900 bytes long"}, Unknown, "is elided"},
		"broken":        {[]string{userPayload, "H4sIAAAA"}, Unknown, "is malformed"},
		"cluster field": {[]string{"  platform: {type: Azure}\n---\n", "  configuration: {proxy: [x]}\n---\n"}, Unknown, "spec.configuration.proxy"},
	} {
		p := hazardCase{manifest: good, edits: c.edits}.pool(t)
		assert.Equal(t, c.want, p.Payload.Verified, name)
		assert.Contains(t, p.Payload.Basis, c.basis, name)
	}
	p := hazardCase{manifest: good, edits: []string{"dataSecretName: user-data-workers-" + userHash, "dataSecretName: user-data-workers-8d3fc104"}, assume: "hash=8d3fc104"}.pool(t)
	assert.Equal(t, Unknown, p.Payload.Verified, "the completed payload alone verifies nothing")

	p = hazardCase{manifest: samplePool}.pool(t)
	assert.Equal(t, Unknown, p.Payload.Verified)
	assert.Equal(t, []payload.Change{}, p.Payload.Difference)
}

func TestNextSaysWhatChangesOnTheNodes(t *testing.T) {
	e := managementExample("A", haproxyHash1, haproxyPayload1, haproxyHash2, haproxyPayload2)
	p := hazardCase{manifest: strings.TrimPrefix(e.Files, "-- pool.yaml --\n"), generation: GenerationA, assume: "hash=" + haproxyHash2}.pool(t)
	assert.Equal(t, haproxyHash1, p.Payload.From)
	assert.Equal(t, haproxyHash2, p.Payload.To)
	last := p.Next[len(p.Next)-1]
	assert.Contains(t, last, "image of container haproxy from registry.example.com/haproxy:1 to registry.example.com/haproxy:2")
}

// The hashes of these notes are the worked vectors of the payload package.
func TestHashNotes(t *testing.T) {
	const config = "    hypershift.openshift.io/nodePoolCurrentConfigVersion: c3481e6f\n"
	withConfig := func(value string) []string {
		return []string{config, config + "    hypershift.openshift.io/nodePoolCurrentConfig: \"" + value + "\"\n"}
	}
	manifest := sampleCluster + samplePool + sampleWorkload
	notes := func(c hazardCase) string { return strings.Join(c.pool(t).Payload.Notes, "\n") }

	assert.Contains(t, notes(hazardCase{manifest: manifest, edits: withConfig("434e6e79")}), "are consistent with one payload")
	assert.Empty(t, notes(hazardCase{manifest: manifest, edits: withConfig("795743c1")}), "a formula that does not fit proves nothing")

	newer := []string{"dataSecretName: user-data-workers-c3481e6f", "dataSecretName: user-data-workers-317f5f20", "      version: 4.18.5", "      version: 4.18.6"}
	assert.Contains(t, notes(hazardCase{manifest: manifest, edits: newer}), "consistent with the same machine configuration; release 4.18.6 against 4.18.5")
	assert.Empty(t, notes(hazardCase{manifest: manifest, edits: deployedB}))
	assert.Contains(t, notes(hazardCase{manifest: manifest, edits: append(withConfig("434e6e79"), deployedB...)}), "are not consistent with the same machine")

	asked := hazardCase{manifest: manifest + sampleSecrets + secretItem("token-workers-317f5f20", "2026-09-20T10:20:00Z"), edits: []string{"ocp-release:4.18.5", "ocp-release:4.18.6"}}
	assert.Contains(t, notes(asked), "token-workers-317f5f20 fits the completed machine configuration in release 4.18.6")

	other := strings.ReplaceAll(freshUserData, `"name":"Authorization"`, `"name":"TargetConfigVersionHash","value":"8d3fc104"},{"name":"NodePool","value":"clusters/other"},{"name":"Authorization"`)
	assert.Contains(t, notes(hazardCase{manifest: sampleSettled + other}), "asks the ignition server for payload 8d3fc104")
	assert.Contains(t, notes(hazardCase{manifest: sampleSettled + other}), "does not name clusters/workers as its pool")
}

func TestRolloutHashIsComputedOnceCalibrated(t *testing.T) {
	const doc, edited = "kind: MachineConfig\nmetadata: {name: user-a}\n", "kind: MachineConfig\nmetadata: {name: user-b}\n"
	in, err := payload.NewCluster(manifestSnapshot(t, sampleCluster).List(HostedClusterKind, "")[0]).Rollout("4.18.5", "")
	require.NoError(t, err)
	formula := payload.RolloutFormulas()[1]
	baseline := formula.HashWithoutVersion(payload.Sum(doc), in).String()
	settled := strings.NewReplacer("38c2a3cd", baseline, userDataHead, "  stringData: {config: "+packed(t, doc)+"}\n"+userDataHead).
		Replace(sampleCluster + sampleSettled)

	p := hazardCase{manifest: settled}.pool(t)
	assert.Equal(t, formula.Hash(payload.Sum(doc), in).String(), p.Hashes.Rollout.Value)
	assert.Contains(t, p.Hashes.Rollout.Basis, "token-workers-c3481e6f")

	wanted := formula.HashWithoutVersion(payload.Sum(edited), in).String()
	updating := []string{"UpdatingConfig, status: \"False\"", fmt.Sprintf("UpdatingConfig, status: \"True\", message: \"Target config: %s\"", wanted)}
	next := secretItem("token-workers-8d3fc104", "2026-09-20T10:20:00Z") + "  stringData: {config: " + packed(t, edited) + "}\n"
	p = hazardCase{manifest: settled + next, edits: updating}.pool(t)
	assert.Equal(t, formula.Hash(payload.Sum(edited), in).String(), p.Hashes.Rollout.Value)

	p = hazardCase{manifest: settled + next, edits: slices.Concat(updating, []string{baseline, "00000000"})}.pool(t)
	assert.NotContains(t, p.Hashes.Rollout.Basis, "computed", "no formula fits another baseline")
	p = hazardCase{manifest: settled, assume: "rolloutHash=11111111"}.pool(t)
	assert.Equal(t, "11111111", p.Hashes.Rollout.Value, "an assumption outranks")
}

func packed(t *testing.T, text string) string {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, err := w.Write([]byte(text))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return base64.StdEncoding.EncodeToString(out.Bytes())
}
