package livetest

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/rollout-pin/kubectl-rollout-pin/internal/realtest"
)

func kind(group, version, name string) schema.GroupVersionKind {
	return schema.GroupVersionKind{Group: group, Version: version, Kind: name}
}

var explainKinds = []schema.GroupVersionKind{
	kind("hypershift.openshift.io", "v1beta1", "NodePool"), kind("hypershift.openshift.io", "v1beta1", "HostedCluster"),
	kind("cluster.x-k8s.io", "v1beta2", "MachineDeployment"), kind("cluster.x-k8s.io", "v1beta2", "MachineSet"),
	kind("cluster.x-k8s.io", "v1beta2", "Machine"), kind("", "v1", "Secret"),
}

// places are the fields that files have and clusters have not, and the reverse.
var places = []string{"file", "line", "column", "context", "read", "basis", "related", "edits"}

// withoutPlaces is a report without places, and without what hangs on secrets'
// content, which a cluster is not asked for.
func withoutPlaces(t *testing.T, r ran) map[string]any {
	t.Helper()
	var doc map[string]any
	require.NoError(t, json.Unmarshal([]byte(r.out), &doc), "%s%s", r.out, r.errOut)
	forget(doc)
	return doc
}

func forget(v any) {
	switch v := v.(type) {
	case map[string]any:
		for _, key := range places {
			delete(v, key)
		}
		for _, child := range v {
			forget(child)
		}
	case []any:
		for _, child := range v {
			forget(child)
		}
	}
}

func explain(args ...string) []string {
	return append([]string{"explain", "-A", "-o", "json", "--fail-on", "never", "--now", demoTime}, args...)
}

// TestExplainLikeFiles: the lists of a cluster are explained as the same lists
// in files.
func TestExplainLikeFiles(t *testing.T) {
	p := start(t)
	live := run(t, explain("--kubeconfig", p.admin)...)
	require.Zero(t, live.code, live.errOut)
	files := run(t, explain("-f", dump(t, p, "", explainKinds...))...)
	require.Zero(t, files.code, files.errOut)
	got, want := withoutPlaces(t, live), withoutPlaces(t, files)
	require.Greater(t, len(want["items"].([]any)), 15)
	states := want["summary"].(map[string]any)["byState"].(map[string]any)
	assert.Greater(t, len(states), 5, "the sample is worth the comparison")
	// A namespace without Machines proves nothing in a file, and everything live.
	for i, item := range want["items"].([]any) {
		w, g := item.(map[string]any), got["items"].([]any)[i].(map[string]any)
		for _, field := range []string{"nodePool", "state", "candidates", "effectiveHash", "hashes", "versions", "operatorGeneration", "gates", "rollout"} {
			assert.Equal(t, w[field], g[field], "%v %s", w["nodePool"], field)
		}
	}
	assert.Equal(t, states, got["summary"].(map[string]any)["byState"])
}

// TestExplainWithTheRole: the role of gitops/rbac is enough for everything.
func TestExplainWithTheRole(t *testing.T) {
	p := start(t)
	want := run(t, explain("--kubeconfig", p.admin, "--payloads")...)
	got := run(t, explain("--kubeconfig", user(t, p, "explain.yaml"), "--payloads")...)
	require.Zero(t, got.code, got.errOut)
	assert.Equal(t, withoutPlaces(t, want), withoutPlaces(t, got))
}

func TestExplainWithoutSecrets(t *testing.T) {
	p := start(t)
	got := run(t, explain("--kubeconfig", user(t, p, "explain.yaml", "secrets"))...)
	require.Zero(t, got.code, got.errOut)
	missing := withoutPlaces(t, got)["notEvaluated"].([]any)
	require.Len(t, missing, 1)
	assert.Equal(t, "secrets", missing[0].(map[string]any)["id"])
}

func TestExplainWithoutAnyRight(t *testing.T) {
	p := start(t)
	got := run(t, explain("--kubeconfig", kubeconfig(t, p, "nobody"))...)
	assert.Equal(t, 2, got.code)
	assert.Contains(t, got.errOut, "nodepools")
	assert.Contains(t, got.errOut, "gitops/rbac")
}

const persisted = `apiVersion: cluster.x-k8s.io/v1beta2
kind: ClusterClass
metadata: {name: small, namespace: topo}
spec:
  kubernetesVersions: [v1.31.4, v1.32.1]
  workers: {machineDeployments: [{class: default}]}
---
apiVersion: cluster.x-k8s.io/v1beta2
kind: Cluster
metadata: {name: c1, namespace: topo}
spec:
  controlPlaneRef: {apiGroup: controlplane.cluster.x-k8s.io, kind: KubeadmControlPlane, name: c1-cp}
  topology:
    classRef: {name: small}
    version: v1.31.4
    workers: {machineDeployments: [{class: default, name: md-0}]}
status: {phase: Provisioned}
---
apiVersion: controlplane.cluster.x-k8s.io/v1beta2
kind: KubeadmControlPlane
metadata: {name: c1-cp, namespace: topo, labels: {cluster.x-k8s.io/cluster-name: c1}}
spec: {replicas: 1, version: v1.31.4}
status: {replicas: 1, version: v1.31.4}
---
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachineDeployment
metadata:
  name: c1-md-0
  namespace: topo
  labels: {cluster.x-k8s.io/cluster-name: c1, topology.cluster.x-k8s.io/owned: "", topology.cluster.x-k8s.io/deployment-name: md-0}
spec: {clusterName: c1, replicas: 1, template: {spec: {version: v1.31.4}}}
status: {replicas: 1}
---
apiVersion: cluster.x-k8s.io/v1beta2
kind: Machine
metadata:
  name: c1-md-0-x
  namespace: topo
  labels: {cluster.x-k8s.io/cluster-name: c1, topology.cluster.x-k8s.io/deployment-name: md-0}
spec: {clusterName: c1, version: v1.31.4}
`

const wanted = `apiVersion: cluster.x-k8s.io/v1beta2
kind: Cluster
metadata: {name: c1, namespace: topo}
spec:
  topology:
    classRef: {name: small}
    version: v1.32.1
    workers: {machineDeployments: [{class: default, name: md-0}]}
`

var checkKinds = []schema.GroupVersionKind{
	kind("cluster.x-k8s.io", "v1beta2", "Cluster"), kind("cluster.x-k8s.io", "v1beta2", "ClusterClass"),
	kind("cluster.x-k8s.io", "v1beta2", "MachineDeployment"), kind("cluster.x-k8s.io", "v1beta2", "Machine"),
	kind("controlplane.cluster.x-k8s.io", "v1beta2", "KubeadmControlPlane"),
}

// TestCheckLikeFiles: the cluster as base is the same as its objects in files;
// the role of gitops/rbac is enough.
func TestCheckLikeFiles(t *testing.T) {
	p := start(t)
	require.NoError(t, p.apply(persisted))
	file := filepath.Join(t.TempDir(), "new.yaml")
	require.NoError(t, os.WriteFile(file, []byte(wanted), 0o600))
	args := []string{"check", "-f", file, "-o", "json", "--fail-on", "never", "--kubeconfig"}
	live := run(t, append(args, user(t, p, "check.yaml"))...)
	require.Zero(t, live.code, live.errOut)

	base := dump(t, p, "topo", checkKinds...)
	crd := &unstructured.Unstructured{}
	crd.SetGroupVersionKind(kind("apiextensions.k8s.io", "v1", "CustomResourceDefinition"))
	require.NoError(t, p.client.Get(t.Context(), objectKey("clusters.cluster.x-k8s.io"), crd))
	text, err := json.Marshal(crd)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(base, "crd.json"), text, 0o600))
	files := run(t, append(args, "/dev/null", "--base", base)...)
	require.Zero(t, files.code, files.errOut)
	got, want := withoutPlaces(t, live), withoutPlaces(t, files)
	assert.NotEmpty(t, want["clusters"].([]any)[0].(map[string]any)["plan"])
	assert.Equal(t, want["clusters"], got["clusters"])
	assert.Equal(t, want["findings"], got["findings"])
	assert.Equal(t, want["notEvaluated"], got["notEvaluated"])
}

// TestThroughKubectl: kubectl finds and runs the plugin.
func TestThroughKubectl(t *testing.T) {
	p := start(t)
	dir := t.TempDir()
	build := exec.Command("go", "build", "-o", filepath.Join(dir, "kubectl-rollout_pin"), "../../cmd/kubectl-rollout_pin")
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
	cmd := exec.Command(realtest.Kubectl(t), "rollout-pin", "explain", "workers", "-n", "clusters", "--now", demoTime, "--fail-on", "never")
	cmd.Env = append(os.Environ(), "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"), "KUBECONFIG="+p.admin, "HOME="+dir)
	out, err = cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	assert.True(t, strings.HasPrefix(string(out), "NodePool clusters/workers"), string(out))
}
