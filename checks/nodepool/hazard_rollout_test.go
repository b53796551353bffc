package nodepool

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWorkloadMissing(t *testing.T) {
	testRule(t, workloadMissing, []hazardCase{
		{name: "there", manifest: samplePool + sampleWorkload},
		{name: "not in the input", manifest: samplePool, want: []string{"skip workload"}},
		{name: "not in the list", manifest: samplePool + otherWorkload, want: []string{"warning"}},
		{name: "a list of another namespace", manifest: samplePool + otherWorkload, edits: []string{"namespace: clusters-demo", "namespace: clusters-other"}, want: []string{"skip workload"}},
		{name: "a pool that never had one", manifest: samplePool + otherWorkload, edits: []string{
			"    hypershift.openshift.io/nodePoolCurrentConfigVersion: c3481e6f\n    hypershift.openshift.io/nodePoolCurrentRolloutConfig: 38c2a3cd\n", "    x: y\n", "  version: 4.18.5\n", "",
		}},
		{name: "platform without machines", manifest: samplePool + otherWorkload, edits: []string{"{type: Azure}", "{type: None}"}},
		{name: "being deleted", manifest: samplePool + otherWorkload, edits: deleted},
		{name: "in place", manifest: samplePool + sampleWorkload, edits: inPlace},
	})
}

func TestCompletionNotRecorded(t *testing.T) {
	rollingB := append(slices.Clone(deployedB), rolling...)
	testRule(t, completionNotRecorded, []hazardCase{
		{name: "recorded", manifest: samplePool + sampleWorkload},
		{name: "the hash is not", manifest: samplePool + sampleWorkload, edits: deployedB, assume: editAssumed, want: []string{"warning"}},
		{name: "the version is not", manifest: samplePool + sampleWorkload, edits: []string{"  version: 4.18.5\n  conditions", "  version: 4.18.4\n  conditions"}, assume: sameAssumed, want: []string{"warning"}},
		{name: "still rolling", manifest: samplePool + sampleWorkload, edits: rollingB, assume: editAssumed},
		{name: "status of an older spec", manifest: samplePool + sampleWorkload, edits: append(slices.Clone(deployedB), "observedGeneration: 7", "observedGeneration: 6"), assume: editAssumed},
		{name: "a counter is not reported", manifest: samplePool + sampleWorkload, edits: append(slices.Clone(deployedB), ", upToDateReplicas: 2", ""), assume: editAssumed, want: []string{"skip workload"}},
		{name: "no workload in the input", manifest: samplePool, want: []string{"skip workload"}},
		{name: "in place, both annotations agree", manifest: samplePool + sampleWorkload, edits: append(slices.Clone(deployedB), inPlace...), assume: editAssumed, want: []string{"warning"}},
		{
			name: "in place, still updating", manifest: samplePool + sampleWorkload, assume: editAssumed,
			edits: slices.Concat(deployedB, inPlace, []string{
				"hypershift.openshift.io/nodePoolTargetRolloutConfig: 9db67280",
				"hypershift.openshift.io/nodePoolTargetConfigVersion: 8d3fc104\n    hypershift.openshift.io/nodePoolCurrentConfigVersion: c3481e6f",
			}),
		},
		{
			name: "an old conversion annotation says something else", manifest: samplePool + sampleWorkload,
			edits: []string{"hypershift.openshift.io/nodePoolTargetRolloutConfig: 9db67280", "cluster.x-k8s.io/conversion-data: '{\"status\":{\"updatedReplicas\":0}}'"},
		},
	})
}

func TestCountersDisagree(t *testing.T) {
	old := func(updated, native string) []string {
		return []string{
			"cluster.x-k8s.io/v1beta2", "cluster.x-k8s.io/v1beta1",
			"availableReplicas: 2, upToDateReplicas: 2}", "availableReplicas: 2, updatedReplicas: " + updated + ", v1beta2: {" + native + "}}",
		}
	}
	warning := []string{"warning MachineDeployment/workers"}
	testRule(t, countersDisagree, []hazardCase{
		{name: "both complete", manifest: samplePool + sampleWorkload, edits: old("2", "upToDateReplicas: 2, availableReplicas: 2")},
		{name: "both rolling", manifest: samplePool + sampleWorkload, edits: old("1", "upToDateReplicas: 1, availableReplicas: 2")},
		{name: "only the old ones complete", manifest: samplePool + sampleWorkload, edits: old("2", "upToDateReplicas: 1, availableReplicas: 2"), want: warning},
		{name: "native ones not set", manifest: samplePool + sampleWorkload, edits: old("2", "conditions: []"), want: warning},
		{name: "only the native ones complete", manifest: samplePool + sampleWorkload, edits: old("1", "upToDateReplicas: 2, availableReplicas: 2"), want: warning},
		{name: "old ones alone", manifest: samplePool + sampleWorkload, edits: []string{"cluster.x-k8s.io/v1beta2", "cluster.x-k8s.io/v1beta1", "upToDateReplicas: 2}", "updatedReplicas: 2}"}},
		{
			name: "native object, old copy behind", manifest: samplePool + sampleWorkload, want: warning,
			edits: []string{"upToDateReplicas: 2}", "upToDateReplicas: 2, deprecated: {v1beta1: {updatedReplicas: 1, availableReplicas: 2}}}"},
		},
		{
			name: "native object, old copy equal", manifest: samplePool + sampleWorkload,
			edits: []string{"upToDateReplicas: 2}", "upToDateReplicas: 2, deprecated: {v1beta1: {updatedReplicas: 2, availableReplicas: 2}}}"},
		},
		{name: "in place does not count", manifest: samplePool + sampleWorkload, edits: append(old("2", "upToDateReplicas: 1"), inPlace...)},
		{name: "no workload in the input", manifest: samplePool, want: []string{"skip workload"}},
	})
}

func TestSilentRollout(t *testing.T) {
	updating := []string{"UpdatingConfig, status: \"False\"", "UpdatingConfig, status: \"True\""}
	testRule(t, silentRollout, []hazardCase{
		{name: "nothing rolls", manifest: samplePool + sampleWorkload},
		{name: "rolling back", manifest: samplePool + sampleWorkload, edits: rolling, want: []string{"info"}},
		{name: "rolling, and the condition says so", manifest: samplePool + sampleWorkload, edits: append(slices.Clone(rolling), updating...), assume: editAssumed},
		{name: "scaling up is no rollout", manifest: samplePool + sampleWorkload, edits: []string{"  replicas: 2\n", "  replicas: 3\n"}},
		{name: "no conditions", manifest: samplePool + sampleWorkload, edits: []string{"UpdatingConfig", "Other"}, want: []string{"skip conditions"}},
		{name: "stale conditions", manifest: samplePool + sampleWorkload, edits: []string{"generation: 4", "generation: 5"}, want: []string{"skip conditions"}},
		{name: "no workload in the input", manifest: samplePool, want: []string{"skip workload"}},
		{name: "in place", manifest: samplePool + sampleWorkload, edits: append(slices.Clone(inPlace), "nodePoolTargetRolloutConfig: 9db67280", "nodePoolTargetConfigVersion: 8d3fc104"), want: []string{"info"}},
	})
}

func TestSilentReasons(t *testing.T) {
	for reason, c := range map[string]hazardCase{
		"proxy or image change":        {manifest: samplePool + sampleWorkload, edits: append(slices.Clone(rolling), deployedB...), generation: GenerationA, assume: "hash=8d3fc104 version=4.18.5"},
		"a change was taken back":      {manifest: samplePool + sampleWorkload, edits: append(slices.Clone(rolling), "nodePoolCurrentConfigVersion: c3481e6f", "nodePoolCurrentConfigVersion: c3481e6f\n    hypershift.openshift.io/nodePoolInProgressRolloutConfig: 9db67280")},
		"machine template":             {manifest: samplePool + sampleWorkload, edits: append(slices.Clone(rolling), "  - {type: UpdatingVersion", templateTrue+"  - {type: UpdatingVersion")},
		"absorbed":                     {manifest: samplePool + sampleWorkload, edits: append(slices.Clone(rolling), deployedB...), assume: "hash=8d3fc104 rolloutHash=9db67280 rolloutHashWithoutVersion=38c2a3cd version=4.18.5"},
		"an in-place upgrade failed":   {manifest: samplePool + sampleWorkload, edits: slices.Concat(inPlace, []string{"nodePoolTargetRolloutConfig: 9db67280", "nodePoolTargetConfigVersion: 8d3fc104", "UpdatingConfig, status: \"False\"", "UpdatingConfig, status: \"False\", reason: InplaceUpgradeFailed"})},
		"the workload itself was chan": {manifest: samplePool + sampleWorkload, edits: rolling},
	} {
		p := c.pool(t)
		i := slices.IndexFunc(p.Findings, func(f findingOf) bool { return f.Rule == silentRollout.ID })
		require.GreaterOrEqual(t, i, 0, reason)
		assert.Contains(t, p.Findings[i].Message, reason)
	}
}

func TestTemplateRules(t *testing.T) {
	changing := []string{"  - {type: UpdatingVersion", templateTrue + "  - {type: UpdatingVersion"}
	recorded := []string{"nodePoolCurrentConfigVersion: c3481e6f", "nodePoolCurrentConfigVersion: c3481e6f\n    hypershift.openshift.io/nodePoolPlatformMachineTemplate: workers-00000000"}
	testRule(t, templateRollsOldPayload, []hazardCase{
		{name: "drift alone", manifest: samplePool + sampleWorkload, edits: drift},
		{name: "during drift", manifest: samplePool + sampleWorkload, edits: append(slices.Clone(changing), drift...), want: []string{"warning"}},
		{name: "during drift, without the condition", manifest: samplePool + sampleWorkload, edits: append(slices.Clone(recorded), drift...), want: []string{"warning"}},
		{name: "settled", manifest: samplePool + sampleWorkload, edits: changing},
	})
	testRule(t, templateOnlyRollout, []hazardCase{
		{name: "settled", manifest: samplePool + sampleWorkload, edits: changing, want: []string{"info"}},
		{name: "nothing changes", manifest: samplePool + sampleWorkload},
		{name: "during drift", manifest: samplePool + sampleWorkload, edits: append(slices.Clone(changing), drift...)},
		{name: "with another change", manifest: samplePool + sampleWorkload, edits: changing, assume: editAssumed},
	})
}

func TestInPlaceFailed(t *testing.T) {
	text := []string{"nodePoolTargetRolloutConfig: 9db67280", "nodePoolUpgradeInProgressFalse: 'disk full'"}
	reason := []string{"UpdatingVersion, status: \"False\"", "UpdatingVersion, status: \"False\", reason: InplaceUpgradeFailed"}
	want := []string{"error MachineSet/workers"}
	testRule(t, inPlaceFailure, []hazardCase{
		{name: "annotation", manifest: samplePool + sampleWorkload, edits: append(slices.Clone(inPlace), text...), want: want},
		{name: "condition", manifest: samplePool + sampleWorkload, edits: append(slices.Clone(inPlace), reason...), want: want},
		{name: "neither", manifest: samplePool + sampleWorkload, edits: inPlace},
		{name: "a Replace pool", manifest: samplePool + sampleWorkload, edits: text},
		{name: "no workload in the input", manifest: samplePool, edits: []string{"  platform: {type: Azure}", "  platform: {type: Azure}\n  management: {upgradeType: InPlace}"}, want: []string{"skip workload"}},
	})
}

func TestDrainBlocked(t *testing.T) {
	machine := func(rest string) string {
		return sampleSettled + "---\n" + machineList + machineItem("workers-1", "user-data-workers-c3481e6f", rest)
	}
	const goes = "    deletionTimestamp: 2026-09-20T10:00:00Z\n"
	native := "  status: {conditions: [{type: Deleting, status: \"True\", reason: DrainingNode, message: 'violates PodDisruptionBudget web'}]}\n"
	testRule(t, drainBlocked, []hazardCase{
		{name: "native", manifest: machine(goes + native), want: []string{"warning"}},
		{name: "native, below v1beta2", manifest: machine(goes + "  status: {v1beta2: {conditions: [{type: Deleting, status: \"True\", reason: DrainingNode}]}}\n"), want: []string{"warning"}},
		{name: "old", manifest: machine(goes + "  status: {conditions: [{type: DrainingSucceeded, status: \"False\"}]}\n"), want: []string{"warning"}},
		{name: "old, below deprecated", manifest: machine(goes + "  status: {deprecated: {v1beta1: {conditions: [{type: DrainingSucceeded, status: \"False\"}]}}}\n"), want: []string{"warning"}},
		{name: "drained", manifest: machine(goes + "  status: {conditions: [{type: DrainingSucceeded, status: \"True\"}]}\n")},
		{name: "deleting for another reason", manifest: machine(goes + "  status: {conditions: [{type: Deleting, status: \"True\", reason: WaitingForPreTerminateHook}]}\n")},
		{name: "not deleting", manifest: machine(native)},
		{name: "no machines in the input", manifest: sampleSettled, want: []string{"skip machines"}},
	})
}

func TestDrainNamesTheBudget(t *testing.T) {
	for message, want := range map[string][]string{
		"cannot evict pod web/web-0: violates PodDisruptionBudget web":                                            {"web"},
		"Cannot evict pod as it would violate the pod's disruption budget. The disruption budget web-pdb needs 3": {"web-pdb"},
		"PodDisruptionBudget \"db\" and PodDisruptionBudget ns/web":                                               {"db", "ns/web"},
		"waiting for pods": nil,
	} {
		assert.Equal(t, want, budgetNames(message), message)
	}
}
