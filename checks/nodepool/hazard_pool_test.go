package nodepool

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestUndeterminedAndInconsistent(t *testing.T) {
	testRule(t, undetermined, []hazardCase{
		{name: "certain", manifest: samplePool + sampleWorkload},
		{name: "no current conditions", manifest: samplePool + sampleWorkload, edits: []string{"generation: 4", "generation: 5"}, want: []string{"info"}},
	})
	testRule(t, inconsistentInputs, []hazardCase{
		{name: "consistent", manifest: samplePool + sampleWorkload},
		{
			name: "two conditions that exclude each other", manifest: samplePool + sampleWorkload, want: []string{"warning"},
			edits: append(slices.Clone(drift), "UpdatingConfig, status: \"False\"", "UpdatingConfig, status: \"True\", message: \"Target config: 35c29f14\""),
		},
	})
}

func TestBlockedAndStale(t *testing.T) {
	failed := addCondition("ValidMachineConfig", "False", "ValidationFailed", "expected 3 core ignition configs, found 2")
	testRule(t, blocked, []hazardCase{
		{name: "nothing", manifest: samplePool},
		{name: "one", manifest: samplePool, edits: failed, want: []string{"error ValidMachineConfig"}},
		{
			name: "the first in the operator's order", manifest: samplePool, want: []string{"error ValidReleaseImage"},
			edits: []string{"  conditions:\n", "  conditions:\n" + condition("ValidMachineConfig", "False", "X", "") + condition("ValidReleaseImage", "False", "X", "")},
		},
		{name: "Unknown is not False", manifest: samplePool, edits: addCondition("ValidMachineConfig", "Unknown", "X", "")},
		{name: "a condition that stops nothing", manifest: samplePool, edits: addCondition("AllNodesHealthy", "False", "X", "")},
		{name: "a pause is no block", manifest: samplePool, edits: append(addCondition("ReconciliationActive", "False", "ReconciliationPaused", ""), pausedNow...)},
		{name: "being deleted", manifest: samplePool, edits: append(slices.Clone(failed), deleted...)},
	})
	testRule(t, staleConditions, []hazardCase{
		{name: "current", manifest: samplePool},
		{name: "older generation", manifest: samplePool, edits: []string{"generation: 4\n", "generation: 5\n"}, want: []string{"info"}},
		{name: "a stopping condition", manifest: samplePool, edits: failed, want: []string{"info"}},
		{name: "no generation recorded", manifest: samplePool, edits: []string{", observedGeneration: 4", ""}},
	})
}

func TestPaused(t *testing.T) {
	until := func(value string) []string {
		return []string{"  clusterName: demo", "  clusterName: demo\n  pausedUntil: \"" + value + "\""}
	}
	testRule(t, paused, []hazardCase{
		{name: "no", manifest: samplePool + sampleWorkload},
		{name: "true", manifest: samplePool + sampleWorkload, edits: until("true"), want: []string{"warning"}},
		{name: "True", manifest: samplePool + sampleWorkload, edits: until("True"), want: []string{"warning"}},
		{name: "until later", manifest: samplePool + sampleWorkload, edits: until("2026-09-20T10:30:01Z"), want: []string{"warning"}},
		{name: "until now", manifest: samplePool + sampleWorkload, edits: until("2026-09-20T10:30:00Z")},
		{name: "false", manifest: samplePool + sampleWorkload, edits: until("false")},
		{name: "unreadable", manifest: samplePool + sampleWorkload, edits: until("next week")},
		{name: "generation A with a change pending", manifest: samplePool + sampleWorkload, edits: until("true"), generation: GenerationA, assume: "hash=8d3fc104 version=4.18.5", want: []string{"error"}},
		{name: "generation A, the target is deployed", manifest: samplePool + sampleWorkload, edits: append(until("true"), deployedB...), generation: GenerationA, assume: "hash=8d3fc104 version=4.18.5", want: []string{"warning"}},
		{name: "generation A without a change", manifest: samplePool + sampleWorkload, edits: until("true"), generation: GenerationA, assume: "hash=c3481e6f version=4.18.5", want: []string{"warning"}},
		{name: "generation A where the janitor does not work", manifest: samplePool + sampleWorkload, edits: append(until("true"), "{type: Azure}", "{type: KubeVirt}"), generation: GenerationA, assume: "hash=8d3fc104 version=4.18.5", want: []string{"warning"}},
		{name: "generation C with a change pending", manifest: samplePool + sampleWorkload, edits: until("true"), assume: editAssumed, want: []string{"warning"}},
		{name: "being deleted", manifest: samplePool + sampleWorkload, edits: append(until("true"), deleted...)},
	})
}

func TestGenerationRules(t *testing.T) {
	noBaseline := []string{"    hypershift.openshift.io/nodePoolCurrentRolloutConfig: 38c2a3cd\n", ""}
	noTarget := []string{"    hypershift.openshift.io/nodePoolTargetRolloutConfig: 9db67280\n", ""}
	stale := []string{"ConfigUpdatePending, status: \"False\", observedGeneration: 4", "ConfigUpdatePending, status: \"False\", observedGeneration: 3"}
	testRule(t, downgradeLeftovers, []hazardCase{
		{name: "generation C", manifest: samplePool + sampleWorkload},
		{name: "the operator stopped writing its condition", manifest: samplePool + sampleWorkload, edits: stale, want: []string{"warning"}},
		{name: "generation given", manifest: samplePool, generation: GenerationA, want: []string{"warning"}},
		{name: "nothing left behind", manifest: samplePool + sampleWorkload, edits: append(slices.Clone(noBaseline), noTarget...), generation: GenerationA},
	})
	testRule(t, baselineRemoved, []hazardCase{
		{name: "there", manifest: samplePool + sampleWorkload},
		{name: "removed", manifest: samplePool + sampleWorkload, edits: noBaseline, want: []string{"warning"}},
		{name: "never there", manifest: samplePool + sampleWorkload, edits: append(slices.Clone(noBaseline), noTarget...), generation: GenerationC},
		{name: "another release asked for", manifest: samplePool + sampleWorkload, edits: append(slices.Clone(noBaseline), "ocp-release:4.18.5", "ocp-release:4.18.6")},
		{
			name: "a release that does not tell its version", manifest: samplePool + sampleWorkload, want: []string{"skip release-version"},
			edits: append(slices.Clone(noBaseline), "ocp-release:4.18.5-x86_64", "ocp-release@sha256:1111", "status: \"False\", ", "status: \"Unknown\", "),
		},
		{name: "no workload in the input", manifest: samplePool, edits: noBaseline, generation: GenerationC, want: []string{"skip workload"}},
		{name: "generation A has none", manifest: samplePool + sampleWorkload, edits: noBaseline, generation: GenerationA},
	})
	ignitionPayload := "apiVersion: hypershift.openshift.io/v1beta1\nkind: IgnitionPayload\nmetadata: {name: x, namespace: clusters-demo}\n"
	testRule(t, unsupportedGeneration, []hazardCase{
		{name: "this namespace", manifest: samplePool + ignitionPayload, want: []string{"warning"}},
		{name: "another namespace", manifest: samplePool + ignitionPayload, edits: []string{"namespace: clusters-demo", "namespace: clusters-other"}},
	})
}

func TestNames(t *testing.T) {
	testRule(t, nameTooLong, []hazardCase{
		{name: "63", manifest: samplePool, edits: []string{"name: workers", "name: wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww"}},
		{name: "64", manifest: samplePool, edits: []string{"name: workers", "name: wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww"}, want: []string{"warning"}},
	})
	second := "apiVersion: hypershift.openshift.io/v1beta1\nkind: HostedCluster\nmetadata: {name: NAME, namespace: NS}\n---\n"
	testRule(t, ambiguousNamespace, []hazardCase{
		{name: "dots become dashes", manifest: second + samplePool, edits: []string{"NAME", "a-b", "NS", "clusters", "clusterName: demo", "clusterName: a.b"}, want: []string{"warning"}},
		{name: "the dash between moves", manifest: second + samplePool, edits: []string{"NAME", "b-demo", "NS", "a", "clusterName: demo", "clusterName: demo", "namespace: clusters", "namespace: a-b"}, want: []string{"warning"}},
		{name: "another cluster", manifest: second + samplePool, edits: []string{"NAME", "demo2", "NS", "clusters"}},
		{name: "the cluster itself", manifest: second + samplePool, edits: []string{"NAME", "demo", "NS", "clusters"}},
	})
}

func TestDeleting(t *testing.T) {
	machines := machineList + machineItem("workers-1", "user-data-workers-c3481e6f", "") + "---\n"
	otherSecrets := "apiVersion: v1\nkind: SecretList\nitems:\n- metadata: {name: other, namespace: clusters}\n---\n"
	clusterGoes := []string{"  name: demo\n", "  name: demo\n" + deletionLine}
	testRule(t, deleting, []hazardCase{
		{name: "no", manifest: sampleCluster + samplePool},
		{name: "pool", manifest: sampleCluster + samplePool, edits: deleted, want: []string{"info"}},
		{name: "cluster", manifest: sampleCluster + samplePool, edits: clusterGoes, want: []string{"info"}},
	})
	testRule(t, deletionBlocked, []hazardCase{
		{name: "not deleting", manifest: samplePool + machines},
		{name: "a machine is left", manifest: samplePool + machines, edits: deleted, want: []string{"warning"}},
		{name: "no machine is left", manifest: samplePool + noMachines, edits: deleted},
		{name: "machines unknown", manifest: samplePool, edits: deleted, want: []string{"skip machines"}},
		{name: "pull secret gone", manifest: sampleCluster + samplePool + noMachines + otherSecrets + sampleSecrets, edits: deleted, want: []string{"warning"}},
		{name: "pull secret gone, nothing to clean up", manifest: sampleCluster + samplePool + noMachines + otherSecrets, edits: deleted},
		{name: "pull secret there", manifest: sampleCluster + samplePool + noMachines + otherSecrets + sampleSecrets, edits: append(slices.Clone(deleted), "{name: other, namespace: clusters}", "{name: demo-pull-secret, namespace: clusters}")},
		{name: "pull secret perhaps there", manifest: sampleCluster + samplePool + noMachines + sampleSecrets, edits: deleted},
	})
}

func TestIgnitionReachedLost(t *testing.T) {
	restored := []string{"  name: demo\n", "  name: demo\n  annotations: {hypershift.openshift.io/restored-from-backup: \"\"}\n"}
	lost := addCondition("ReachedIgnitionEndpoint", "False", "ignitionNotReached", "")
	testRule(t, ignitionReachedLost, []hazardCase{
		{name: "restored", manifest: sampleCluster + samplePool + sampleWorkload, edits: append(slices.Clone(lost), restored...), want: []string{"warning"}},
		{name: "finished rollout", manifest: sampleCluster + samplePool + sampleWorkload, edits: lost, want: []string{"warning"}},
		{name: "a new payload that nobody has fetched yet", manifest: sampleCluster + samplePool + sampleWorkload, edits: append(slices.Clone(lost), rolling...), assume: editAssumed},
		{name: "no node is ready", manifest: sampleCluster + samplePool + sampleWorkload, edits: slices.Concat(lost, restored, []string{"availableReplicas: 2", "availableReplicas: 0"})},
		{name: "another reason", manifest: sampleCluster + samplePool + sampleWorkload, edits: append(addCondition("ReachedIgnitionEndpoint", "False", "NotFound", ""), restored...)},
		{name: "reached", manifest: sampleCluster + samplePool + sampleWorkload, edits: append(addCondition("ReachedIgnitionEndpoint", "True", "AsExpected", ""), restored...)},
		{name: "no cluster in the input", manifest: samplePool + sampleWorkload, edits: lost, want: []string{"skip hosted-cluster"}},
	})
}

func TestControllerAnnotationInGit(t *testing.T) {
	owned := func(key string) []string {
		return []string{"  namespace: clusters\n", "  namespace: clusters\n  annotations: {hypershift.openshift.io/" + key + ": x}\n"}
	}
	cases := []hazardCase{
		{name: "clean", manifest: renderedPool},
		{name: "user's annotation", manifest: renderedPool, edits: owned("haproxy-image")},
		{name: "dumped", manifest: samplePool},
		{name: "live", manifest: renderedPool, edits: []string{"  namespace: clusters\n", "  namespace: clusters\n  resourceVersion: \"1\"\n  annotations: {hypershift.openshift.io/nodePoolCurrentConfig: x}\n"}},
		{
			name: "rendered workload", manifest: renderedPool + "---\n" + sampleWorkload, want: []string{"warning MachineDeployment/workers"},
			edits: []string{"status: {observedGeneration: 7, replicas: 2, availableReplicas: 2, upToDateReplicas: 2}\n", ""},
		},
		{name: "dumped workload", manifest: renderedPool + "---\n" + sampleWorkload},
	}
	for _, key := range []string{"nodePoolCurrentConfig", "nodePoolCurrentConfigVersion", "nodePoolCurrentRolloutConfig", "nodePoolInProgressRolloutConfig", "nodePoolPlatformMachineTemplate"} {
		cases = append(cases, hazardCase{name: key, manifest: renderedPool, edits: owned(key), want: []string{"warning"}})
	}
	testRule(t, controllerAnnotationInGit, cases)
}

func TestAssumedFindingsSaySo(t *testing.T) {
	p := hazardCase{manifest: sampleSettled + secretItem("token-workers-334d04d7", "2026-08-01T09:00:00Z"), assume: "workers:hash=c3481e6f"}.pool(t)
	i := slices.IndexFunc(p.Findings, func(f findingOf) bool { return f.Rule == orphanSecret.ID })
	require.GreaterOrEqual(t, i, 0)
	assert.True(t, p.Findings[i].Assumed)
	assert.Contains(t, p.Findings[i].Message, "hash")
}
