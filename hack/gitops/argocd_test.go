package gitops

import (
	"context"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/argoproj/argo-cd/gitops-engine/pkg/cache"
	"github.com/argoproj/argo-cd/gitops-engine/pkg/sync"
	"github.com/argoproj/argo-cd/gitops-engine/pkg/sync/common"
	"github.com/argoproj/argo-cd/gitops-engine/pkg/utils/kube"
	"github.com/argoproj/argo-cd/gitops-engine/pkg/utils/tracing"
	"github.com/go-logr/logr"
	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// tracking marks the objects of the application.
const tracking = "argocd.argoproj.io/tracking-id"

// application is what the application controller keeps of one application.
type application struct {
	*plane
	cache cache.ClusterCache
}

// operation is how a sync ended.
type operation struct {
	phase   common.OperationPhase
	message string
	results []common.ResourceSyncResult
}

func newApplication(t *testing.T, p *plane) *application {
	t.Helper()
	info := func(un *unstructured.Unstructured, _ bool) (any, bool) {
		id := un.GetAnnotations()[tracking]
		return id, id != ""
	}
	a := &application{plane: p, cache: cache.NewClusterCache(p.cfg,
		cache.SetLogr(logr.Discard()), cache.SetPopulateResourceInfoHandler(info))}
	require.NoError(t, a.cache.EnsureSynced())
	t.Cleanup(func() { a.cache.Invalidate() }) // ends the watches
	return a
}

// targets is the application with the Cluster in the given version: the folder
// of the hook, the ConfigMap made as its comment says, and the Cluster.
func (a *application) targets(t *testing.T, version string) []*unstructured.Unstructured {
	t.Helper()
	file := a.desired(t, version)
	hook := a.run(t, "", a.kubectl, "kustomize", repository+"/gitops/argocd/presync")
	desired := a.run(t, "", a.program, "snapshot", "-f", file,
		"--annotation", "argocd.argoproj.io/hook=PreSync",
		"--annotation", "argocd.argoproj.io/sync-wave=-2",
		"--annotation", "argocd.argoproj.io/hook-delete-policy=BeforeHookCreation")
	cluster, err := os.ReadFile(file)
	require.NoError(t, err)
	out, err := kube.SplitYAML([]byte(strings.Join([]string{hook, desired, string(cluster)}, "\n---\n")))
	require.NoError(t, err)
	for _, un := range out {
		namespaced, err := a.cache.IsNamespaced(un.GroupVersionKind().GroupKind())
		require.NoError(t, err)
		if namespaced && un.GetNamespace() == "" {
			un.SetNamespace(namespace) // the destination of the application
		}
		notes := maps.Clone(un.GetAnnotations())
		if notes == nil {
			notes = map[string]string{}
		}
		notes[tracking] = "clusters:" + un.GetKind() + ":" + un.GetName()
		un.SetAnnotations(notes)
	}
	return out
}

// sync drives the engine as the application controller does: a new context each
// round, with the state of the last one, until the operation is complete.
func (a *application) sync(t *testing.T, version string) operation {
	t.Helper()
	targets := a.targets(t, version)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	op := operation{phase: common.OperationRunning}
	started := metav1.Now()
	for {
		a.round(t, version, targets, started, &op)
		if op.phase.Completed() {
			return op
		}
		select {
		case <-ctx.Done():
			require.Fail(t, "the sync hangs", "%s: %+v", op.message, op.results)
		case <-time.After(300 * time.Millisecond):
		}
	}
}

func (a *application) round(t *testing.T, revision string, targets []*unstructured.Unstructured, started metav1.Time, op *operation) {
	t.Helper()
	var copies []*unstructured.Unstructured
	for _, un := range targets {
		copies = append(copies, un.DeepCopy())
	}
	managed := func(r *cache.Resource) bool { return r.Info != nil && r.Info != "" }
	live, err := a.cache.GetManagedLiveObjs(copies, managed)
	require.NoError(t, err)
	kubectl := &kube.KubectlCmd{Log: logr.Discard(), Tracer: tracing.NopTracer{}}
	s, cleanup, err := sync.NewSyncContext(revision, sync.Reconcile(copies, live, namespace, a.cache),
		a.cfg, a.cfg, kubectl, namespace, sync.WithLogr(logr.Discard()),
		sync.WithInitialState(op.phase, op.message, op.results, started))
	require.NoError(t, err)
	defer cleanup()
	s.Sync()
	op.phase, op.message, op.results = s.GetState()
}

// kinds are the kinds that were applied, in their order.
func (op operation) kinds() []string {
	results := slices.Clone(op.results)
	slices.SortStableFunc(results, func(a, b common.ResourceSyncResult) int { return a.Order - b.Order })
	var out []string
	for _, r := range results {
		out = append(out, r.ResourceKey.Kind)
	}
	return out
}

// hookUID identifies the Job of the hook.
func (p *plane) hookUID(t *testing.T) string {
	t.Helper()
	return p.run(t, "", p.kubectl, "get", "job", "rollout-pin-preflight", "-n", namespace, "-o", "jsonpath={.metadata.uid}")
}

func testArgoCD(t *testing.T, p *plane) {
	a := newApplication(t, p)
	hooks := []string{"ConfigMap", "ServiceAccount", "ClusterRoleBinding", "Job"}

	// Nobody has applied the role yet, so nothing can be read: no sync.
	op := a.sync(t, "v1.32.1")
	require.Equal(t, common.OperationFailed, op.phase, op.message)
	require.Contains(t, p.kubelet.jobLog(t, "rollout-pin-preflight"), "list clusters.cluster.x-k8s.io")
	require.Equal(t, "v1.31.4", p.liveVersion(t))
	first := p.hookUID(t)

	p.run(t, "", p.kubectl, "apply", "-f", repository+"/gitops/rbac/check.yaml")
	op = a.sync(t, "v1.34.0")
	require.Equal(t, common.OperationFailed, op.phase, op.message)
	require.ElementsMatch(t, hooks, op.kinds(), "nothing after the hooks was applied")
	require.Contains(t, p.kubelet.jobLog(t, "rollout-pin-preflight"), "topology/version-ceiling")
	require.Equal(t, "v1.31.4", p.liveVersion(t))
	second := p.hookUID(t)
	require.NotEqual(t, first, second, "the Job of the last sync is replaced")

	op = a.sync(t, "v1.32.1")
	log := p.kubelet.jobLog(t, "rollout-pin-preflight")
	require.Equal(t, common.OperationSucceeded, op.phase, "%s\n%s", op.message, log)
	require.NotContains(t, log, "refuses", "the role permits all that the check reads")
	require.NotEqual(t, second, p.hookUID(t))
	require.Equal(t, "v1.32.1", p.liveVersion(t))
	kinds := op.kinds()
	require.ElementsMatch(t, append(hooks, "Cluster"), kinds)
	require.Equal(t, []string{"Job", "Cluster"}, kinds[3:])
}
