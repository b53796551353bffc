package gitops

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	batchv1 "k8s.io/api/batch/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// TestPreflight runs both ways one after the other: they use the same names.
func TestPreflight(t *testing.T) {
	p := startPlane(t)
	t.Run("argocd", func(t *testing.T) { testArgoCD(t, p) })
	p.run(t, "", p.kubectl, "delete", "--wait", "-n", namespace, "job/rollout-pin-preflight",
		"serviceaccount/rollout-pin-preflight", "configmap/rollout-pin-desired")
	p.run(t, "", p.kubectl, "delete", "clusterrolebinding/rollout-pin-preflight")
	p.reset(t)
	t.Run("flux", func(t *testing.T) { testFlux(t, p) })
}

// testFlux applies the folder as the controller does, and says how its Job ends,
// which is what the controller waits for.
func testFlux(t *testing.T, p *plane) {
	require.Equal(t, batchv1.JobFailed, p.preflight(t, ""))
	require.Contains(t, p.kubelet.jobLog(t, "rollout-pin-preflight"), "desired-1.yaml")

	require.Equal(t, batchv1.JobFailed, p.preflight(t, "v1.34.0"))
	require.Contains(t, p.kubelet.jobLog(t, "rollout-pin-preflight"), "topology/version-ceiling")
	require.Equal(t, batchv1.JobComplete, p.preflight(t, "v1.32.1"), p.kubelet.jobLog(t, "rollout-pin-preflight"))
	require.NotContains(t, p.kubelet.jobLog(t, "rollout-pin-preflight"), "refuses")
}

// preflight builds ./preflight of a repository for a version, replaces the Job
// by the new one and waits for its end. Without a version CI has rendered nothing.
func (p *plane) preflight(t *testing.T, version string) batchv1.JobConditionType {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "preflight")
	require.NoError(t, os.CopyFS(dir, os.DirFS(filepath.Join(repository, "gitops", "flux", "preflight"))))
	if version != "" {
		desired := p.run(t, "", p.program, "snapshot", "-f", p.desired(t, version), "--configmap-namespace", namespace)
		require.NoError(t, os.WriteFile(filepath.Join(dir, "rollout-pin-desired.yaml"), []byte(desired), 0o644))
	}
	built := p.run(t, "", p.kubectl, "kustomize", dir)
	p.run(t, "", p.kubectl, "delete", "--wait", "--ignore-not-found", "-n", namespace, "job/rollout-pin-preflight")
	p.run(t, built, p.kubectl, "apply", "-f", "-")
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(200 * time.Millisecond) {
		job, err := p.client.BatchV1().Jobs(namespace).Get(t.Context(), "rollout-pin-preflight", metav1.GetOptions{})
		require.NoError(t, err)
		for _, c := range job.Status.Conditions {
			if c.Type == batchv1.JobComplete || c.Type == batchv1.JobFailed {
				return c.Type
			}
		}
	}
	require.Fail(t, "the Job does not end")
	return ""
}
