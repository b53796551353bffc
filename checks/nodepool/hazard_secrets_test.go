package nodepool

import (
	"slices"
	"strings"
	"testing"
)

func TestUserDataMissing(t *testing.T) {
	const here, gone = "user-data-workers-c3481e6f", "user-data-workers-7419af7f"
	machine := func(reference, status string) string {
		return samplePool + sampleWorkload + machineList + machineItem("workers-1", reference, status) + "---\n" + sampleSecrets
	}
	joined := "  status: {nodeRef: {name: workers-1}}\n"
	withoutOld := []string{
		"name: token-workers-c3481e6f", "name: token-workers-8d3fc104", "name: user-data-workers-c3481e6f\n", "name: user-data-workers-8d3fc104\n",
		"dataSecretName: user-data-workers-c3481e6f}\n      infra", "dataSecretName: user-data-workers-8d3fc104}\n      infra",
	}
	testRule(t, userDataMissing, []hazardCase{
		{name: "all there", manifest: machine(here, "")},
		{name: "named by a machine", manifest: machine(gone, joined), want: []string{"error " + gone}},
		{name: "no machine in the input", manifest: sampleSettled, want: []string{"skip machines"}},
		{
			name: "list of secrets not complete", manifest: machine(gone, joined),
			edits: []string{"kind: SecretList\nitems:\n- metadata:\n    name: token", "kind: Secret\nmetadata: {name: x, namespace: clusters-demo}\nx:\n- metadata:\n    name: token"},
			want:  []string{"skip secrets"},
		},
		{name: "normal clean-up of the completed payload", manifest: machine(here, joined), edits: withoutOld, assume: editAssumed},
		{name: "the old revision of a rollout is scaled down", manifest: machine(here, joined) + "---\n" + scaledDown(here), edits: withoutOld, assume: editAssumed},
		{name: "the old revision wants a machine", manifest: machine(here, joined) + "---\n" + strings.Replace(scaledDown(here), "status: {replicas: 2}", "status: {replicas: 1}", 1), edits: withoutOld, assume: editAssumed, want: []string{"error " + here}},
		{name: "a machine that has not booted yet", manifest: machine(here, ""), edits: withoutOld, assume: editAssumed, want: []string{"error " + here}},
		{
			name: "KubeVirt machines keep their boot data", manifest: machine(here, joined), assume: editAssumed,
			edits: append(slices.Clone(withoutOld), "{type: Azure}", "{type: KubeVirt}"), want: []string{"error " + here},
		},
		{name: "nothing was asked for", manifest: machine(here, joined), edits: withoutOld, assume: "hash=8d3fc104 rolloutHash=9db67280 rolloutHashWithoutVersion=38c2a3cd version=4.18.5", want: []string{"error " + here}},
		{name: "being deleted", manifest: machine(gone, joined), edits: deleted},
		{name: "revision in use", manifest: samplePool + sampleWorkload + revision("3") + noMachines + sampleSecrets, want: []string{"error " + gone}},
		{name: "revision of the past", manifest: samplePool + sampleWorkload + revision("0") + noMachines + sampleSecrets},
		{name: "platform without machines", manifest: samplePool + sampleSecrets, edits: []string{"{type: Azure}", "{type: None}"}},
	})
}

// scaledDown is a revision that names a secret and has all the machines that
// it wants.
func scaledDown(reference string) string {
	return `apiVersion: cluster.x-k8s.io/v1beta2
kind: MachineSet
metadata:
  name: workers-old
  namespace: clusters-demo
  annotations: {hypershift.openshift.io/nodePool: clusters/workers}
  ownerReferences: [{apiVersion: cluster.x-k8s.io/v1beta2, kind: MachineDeployment, name: workers}]
spec: {replicas: 2, template: {spec: {bootstrap: {dataSecretName: ` + reference + `}}}}
status: {replicas: 2}
`
}

func revision(replicas string) string {
	return `apiVersion: cluster.x-k8s.io/v1beta2
kind: MachineSet
metadata:
  name: workers-x
  namespace: clusters-demo
  annotations: {hypershift.openshift.io/nodePool: clusters/workers}
  ownerReferences: [{kind: MachineDeployment, name: workers}]
spec:
  replicas: ` + replicas + `
  template: {spec: {bootstrap: {dataSecretName: user-data-workers-7419af7f}}}
---
`
}

func TestTokenMissing(t *testing.T) {
	noToken := []string{"name: token-workers-c3481e6f", "name: token-workers-00000000"}
	testRule(t, tokenMissing, []hazardCase{
		{name: "there", manifest: sampleSettled},
		{name: "of the deployed payload", manifest: sampleSettled, edits: noToken, want: []string{"error token-workers-c3481e6f"}},
		{name: "no list", manifest: samplePool + sampleWorkload, want: []string{"skip secrets"}},
		{name: "of a payload that is about to be made", manifest: sampleSettled, assume: editAssumed},
		{
			name: "of the effective payload, but the pass is blocked", manifest: sampleSettled, assume: editAssumed,
			edits: addCondition("ValidReleaseImage", "False", "ValidationFailed", ""), want: []string{"error token-workers-8d3fc104"},
		},
		{name: "being deleted", manifest: sampleSettled, edits: append(slices.Clone(noToken), deleted...)},
	})
}

func TestRotationHazard(t *testing.T) {
	rollingB := append(slices.Clone(deployedB), rolling...)
	testRule(t, rotationHazard, []hazardCase{
		{name: "deployed is effective", manifest: sampleSettled},
		{name: "the new payload is rolling", manifest: sampleSettled, edits: rollingB, assume: editAssumed},
		{
			name: "superseded while rolling", manifest: sampleSettled, edits: rollingB, want: []string{"warning"},
			assume: "hash=7419af7f rolloutHash=11111111 rolloutHashWithoutVersion=22222222 version=4.18.5",
		},
		{name: "a change waits, nothing rolls", manifest: sampleSettled, assume: editAssumed},
		{
			name: "completed drift with another deployed payload", manifest: sampleSettled, edits: deployedB, want: []string{"warning"},
			assume: "hash=8d3fc104 rolloutHash=9db67280 rolloutHashWithoutVersion=38c2a3cd version=4.18.5",
		},
		{name: "which payload is effective is not known", manifest: sampleSettled, edits: append(slices.Clone(deployedB), drift...), want: []string{"skip current-hash"}},
		{name: "no workload in the input", manifest: samplePool + sampleSecrets, want: []string{"skip workload"}},
		{name: "no workload at all", manifest: samplePool + otherWorkload},
	})
}

func TestRotationOverdue(t *testing.T) {
	rotated := func(at string) []string { return []string{"2026-09-20T08:00:00Z", at} }
	testRule(t, rotationOverdue, []hazardCase{
		{name: "fresh", manifest: sampleSettled},
		{name: "eleven hours to the second", manifest: sampleSettled, edits: rotated("2026-09-19T23:30:00Z")},
		{name: "a second more", manifest: sampleSettled, edits: rotated("2026-09-19T23:29:59Z"), want: []string{"warning token-workers-c3481e6f"}},
		{name: "fractions of a second", manifest: sampleSettled, edits: rotated("2026-09-19T23:29:59.999999999Z"), want: []string{"warning token-workers-c3481e6f"}},
		{name: "not recorded", manifest: sampleSettled, edits: rotated("\"\"")},
		{name: "of a retired payload", manifest: sampleSettled + secretItem("token-workers-334d04d7", "2026-08-01T09:00:00Z", "last-token-generation-time: 2026-08-01T09:00:00Z")},
		{name: "no secrets", manifest: samplePool + sampleWorkload, want: []string{"skip secrets"}},
		{name: "no certain payload", manifest: sampleSettled, edits: append(slices.Clone(deployedB), drift...), want: []string{"skip current-hash"}},
	})
}

func TestExpiryPushed(t *testing.T) {
	retired := func(name, created, expires string) string {
		return secretItem("token-workers-"+name, created, "ignition-token-expiration-timestamp: "+expires)
	}
	old, soon := "2026-08-01T09:00:00Z", "2026-09-20T12:30:00Z"
	testRule(t, expiryPushed, []hazardCase{
		{name: "two old ones", manifest: sampleSettled + retired("334d04d7", old, soon) + retired("7419af7f", old, "2026-09-20T12:31:00Z"), want: []string{"warning"}},
		{name: "one was just retired", manifest: sampleSettled + retired("334d04d7", old, soon)},
		{name: "one is more than a minute off", manifest: sampleSettled + retired("334d04d7", old, soon) + retired("7419af7f", old, "2026-09-20T12:31:01Z")},
		{name: "one is new", manifest: sampleSettled + retired("334d04d7", old, soon) + retired("7419af7f", "2026-09-20T09:00:00Z", soon)},
		{
			name: "one is of the effective payload", manifest: sampleSettled + retired("334d04d7", old, soon),
			edits: []string{"last-token-generation-time: 2026-09-20T08:00:00Z", "ignition-token-expiration-timestamp: " + soon},
		},
		{name: "unreadable marks", manifest: sampleSettled + retired("334d04d7", old, "soon") + retired("7419af7f", old, "soon")},
		{name: "no list", manifest: samplePool + sampleWorkload, want: []string{"skip secrets"}},
	})
}

func TestExpiryOnEffective(t *testing.T) {
	mark := []string{"last-token-generation-time: 2026-09-20T08:00:00Z", "ignition-token-expiration-timestamp: 2026-09-20T12:00:00Z"}
	testRule(t, expiryOnEffective, []hazardCase{
		{name: "no mark", manifest: sampleSettled},
		{name: "marked", manifest: sampleSettled, edits: mark, want: []string{"warning token-workers-c3481e6f"}},
		{name: "marked and paused", manifest: sampleSettled, edits: append(slices.Clone(mark), pausedNow...), assume: sameAssumed, want: []string{"warning token-workers-c3481e6f"}},
		{name: "another payload became effective", manifest: sampleSettled, edits: mark, assume: editAssumed},
		{name: "being deleted", manifest: sampleSettled, edits: append(slices.Clone(mark), deleted...)},
	})
}

func TestExpiredLingering(t *testing.T) {
	retired := func(expires string) string {
		return sampleSettled + secretItem("token-workers-334d04d7", "2026-08-01T09:00:00Z", "ignition-token-expiration-timestamp: "+expires)
	}
	testRule(t, expiredLingering, []hazardCase{
		{name: "not over", manifest: retired("2026-09-20T10:30:01Z")},
		{name: "over this second", manifest: retired("2026-09-20T10:30:00Z"), want: []string{"info token-workers-334d04d7"}},
		{name: "twelve hours", manifest: retired("2026-09-19T22:30:00Z"), want: []string{"info token-workers-334d04d7"}},
		{name: "more", manifest: retired("2026-09-19T22:29:59Z"), want: []string{"warning token-workers-334d04d7"}},
		{name: "unreadable counts as over", manifest: retired("tomorrow"), want: []string{"info token-workers-334d04d7"}},
		{
			name: "of the effective payload", manifest: sampleSettled,
			edits: []string{"last-token-generation-time: 2026-09-20T08:00:00Z", "ignition-token-expiration-timestamp: 2026-09-18T12:00:00Z"},
		},
	})
}

func TestLeftoverAndOrphan(t *testing.T) {
	old := sampleSettled + secretItem("token-workers-334d04d7", "2026-08-01T09:00:00Z") + secretItem("user-data-workers-334d04d7", "2026-08-01T09:00:00Z")
	kubeVirt := []string{"{type: Azure}", "{type: KubeVirt}"}
	aws := func(version string) string {
		return `apiVersion: hypershift.openshift.io/v1beta1
kind: HostedCluster
metadata: {name: demo, namespace: clusters}
spec: {platform: {type: AWS}}
status: {version: {history: [{state: Completed, version: ` + version + `}]}}
---
` + old
	}
	both := []string{"info token-workers-334d04d7", "info user-data-workers-334d04d7"}
	testRule(t, leftoverSecrets, []hazardCase{
		{name: "the janitor works", manifest: old},
		{name: "KubeVirt", manifest: old, edits: kubeVirt, want: []string{"info"}},
		{name: "AWS before 4.16", manifest: aws("4.15.9"), want: []string{"info"}},
		{name: "AWS from 4.16", manifest: aws("4.16.0")},
		{name: "no list", manifest: samplePool + sampleWorkload, want: []string{"skip secrets"}},
	})
	testRule(t, orphanSecret, []hazardCase{
		{name: "the janitor works", manifest: old, want: both},
		{name: "KubeVirt", manifest: old, edits: kubeVirt},
		{name: "AWS before 4.16", manifest: aws("4.15.9")},
		{name: "AWS from 4.16", manifest: aws("4.16.0"), want: both},
		{name: "retired already", manifest: sampleSettled + secretItem("token-workers-334d04d7", "2026-08-01T09:00:00Z", "ignition-token-expiration-timestamp: 2026-09-20T12:00:00Z")},
		{name: "cleaned up by the pass", manifest: sampleSettled, assume: editAssumed},
		{
			name: "another pool's", manifest: sampleSettled + secretItem("token-workers-334d04d7", "2026-08-01T09:00:00Z"),
			edits: []string{
				"name: token-workers-334d04d7\n    namespace: clusters-demo\n    creationTimestamp: 2026-08-01T09:00:00Z\n    annotations:\n      hypershift.openshift.io/nodePool: clusters/workers",
				"name: token-workers-334d04d7\n    namespace: clusters-demo\n    annotations:\n      hypershift.openshift.io/nodePool: clusters/workers-334d04d7",
			},
		},
	})
}

func TestSecretNamePattern(t *testing.T) {
	reference := func(name string) []string {
		return []string{"dataSecretName: user-data-workers-c3481e6f", "dataSecretName: " + name}
	}
	warning := []string{"warning MachineDeployment/workers"}
	testRule(t, secretNamePattern, []hazardCase{
		{name: "the operator's", manifest: sampleSettled},
		{name: "none", manifest: sampleSettled, edits: []string{"{dataSecretName: user-data-workers-c3481e6f}", "{}"}},
		{name: "short", manifest: sampleSettled, edits: reference("user-data-np"), want: warning},
		{name: "no hexadecimal digits", manifest: sampleSettled, edits: reference("user-data-workers-hash1234"), want: warning},
		{name: "upper case", manifest: sampleSettled, edits: reference("user-data-workers-C3481E6F"), want: warning},
		{name: "nine digits", manifest: sampleSettled, edits: reference("user-data-workers-c3481e6f0"), want: warning},
		{name: "another pool", manifest: sampleSettled, edits: reference("user-data-other-c3481e6f"), want: warning},
		{name: "a token", manifest: sampleSettled, edits: reference("token-workers-a-c3481e6f"), want: warning},
		{name: "workload unknown", manifest: samplePool, want: []string{"skip workload"}},
		{name: "workload missing", manifest: samplePool + otherWorkload},
	})
}

func TestPayloadOnReplace(t *testing.T) {
	with := sampleSettled + "  data: {payload: eA==}\n" + secretItem("token-workers-334d04d7", "2026-08-01T09:00:00Z") + "  data: {payload: eA==}\n"
	testRule(t, payloadOnReplace, []hazardCase{
		{name: "on a token", manifest: with, want: []string{"info"}},
		{name: "on user-data only", manifest: sampleSettled + "  data: {payload: eA==}\n"},
		{name: "in place", manifest: with, edits: inPlace},
		{name: "no list", manifest: samplePool, want: []string{"skip secrets"}},
	})
}
