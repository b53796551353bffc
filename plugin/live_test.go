package plugin

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rollout-pin/kubectl-rollout-pin/internal/fakekube"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/report"
)

// ran is what a run of the program gave.
type ran struct {
	code        int
	out, errOut string
}

// runLive runs the program against a fake cluster, away from the home of
// whoever runs the test.
func runLive(t *testing.T, kubeconfig string, args ...string) ran {
	t.Helper()
	return runLiveContext(t.Context(), t, kubeconfig, args...)
}

func runLiveContext(ctx context.Context, t *testing.T, kubeconfig string, args ...string) ran {
	t.Helper()
	var out, errOut bytes.Buffer
	argv := append([]string{"kubectl-rollout_pin"}, args...)
	argv = append(argv, "--kubeconfig", kubeconfig, "--cache-dir", t.TempDir())
	code := Main(ctx, argv, strings.NewReader(""), &out, &errOut)
	return ran{code, out.String(), errOut.String()}
}

type liveItem struct {
	NodePool     struct{ Namespace, Name string }
	Context      string
	State        string
	NotEvaluated []struct{ ID string }
}

type liveReport struct {
	Items        []liveItem
	NotEvaluated []struct{ ID, Because, How string }
	Summary      struct{ Read struct{ Documents int } }
}

func (r ran) report(t *testing.T) liveReport {
	t.Helper()
	var doc liveReport
	require.NoError(t, json.Unmarshal([]byte(r.out), &doc), "%s%s", r.out, r.errOut)
	return doc
}

func demoServer(t *testing.T) *fakekube.Server {
	t.Helper()
	s := fakekube.New(t)
	s.Add(t, string(demoFleet))
	return s
}

var demoArgs = []string{"explain", "-A", "-o", "json", "--fail-on", "never", "--now", demoTime}

func assumed(args []string) []string {
	args = slices.Clone(args)
	for _, text := range demoAssumptions() {
		args = append(args, "--assume", text)
	}
	return args
}

// TestLiveEqualsFiles: what a cluster holds is explained as what files hold.
func TestLiveEqualsFiles(t *testing.T) {
	s := demoServer(t)
	got := runLive(t, s.Kubeconfig(t, "", "east"), assumed(demoArgs)...)
	require.Zero(t, got.code, got.errOut)
	doc := got.report(t)
	states := map[string]string{}
	for _, p := range demoReport(t).Pools {
		states[p.ID()] = string(p.State)
	}
	require.Len(t, doc.Items, len(states))
	for _, item := range doc.Items {
		id := item.NodePool.Namespace + "/" + item.NodePool.Name
		// Lists of a cluster are complete, so they may decide what a file leaves open.
		if states[id] != "Undetermined" {
			assert.Equal(t, states[id], item.State, id)
		}
		assert.Equal(t, "east", item.Context)
	}
	assert.Positive(t, doc.Summary.Read.Documents)
}

func TestLiveRefusals(t *testing.T) {
	for resource, want := range map[string]string{
		"hostedclusters": "hosted-cluster", "machinedeployments": "workload", "machinesets": "workload",
		"machines": "machines", "secrets": "secrets",
	} {
		t.Run(resource, func(t *testing.T) {
			s := demoServer(t)
			s.Fail = func(r, _ string, _ *http.Request) int {
				if r == resource {
					return http.StatusForbidden
				}
				return 0
			}
			got := runLive(t, s.Kubeconfig(t, "", "east"), demoArgs...)
			require.Zero(t, got.code, got.errOut)
			doc := got.report(t)
			require.NotEmpty(t, doc.NotEvaluated)
			assert.Equal(t, want, doc.NotEvaluated[0].ID)
			assert.Contains(t, doc.NotEvaluated[0].Because, "refuses to list "+resource)
			assert.Contains(t, doc.NotEvaluated[0].How, "verb list")
			assert.Equal(t, 3, runLive(t, s.Kubeconfig(t, "", "east"), append(demoArgs, "--require-complete")...).code)
		})
	}
}

func TestLiveWithoutPrimaryKind(t *testing.T) {
	for code, text := range map[int]string{http.StatusForbidden: "gitops/rbac", http.StatusInternalServerError: "list nodepools"} {
		s := demoServer(t)
		s.Fail = func(r, _ string, _ *http.Request) int {
			if r == "nodepools" {
				return code
			}
			return 0
		}
		got := runLive(t, s.Kubeconfig(t, "", "east"), demoArgs...)
		assert.Equal(t, 2, got.code)
		assert.Empty(t, got.out)
		assert.Contains(t, got.errOut, text)
	}
}

func TestLiveOtherErrorsEndTheRun(t *testing.T) {
	s := demoServer(t)
	s.Fail = func(r, _ string, _ *http.Request) int {
		if r == "machines" {
			return http.StatusInternalServerError
		}
		return 0
	}
	got := runLive(t, s.Kubeconfig(t, "", "east"), demoArgs...)
	assert.Equal(t, 2, got.code)
	assert.Contains(t, got.errOut, "list machines.cluster.x-k8s.io")
}

func TestLiveMissingAPIs(t *testing.T) {
	without := func(resource string) ran {
		s := demoServer(t)
		s.Kinds = slices.DeleteFunc(s.Kinds, func(k fakekube.Kind) bool { return k.Resource == resource })
		return runLive(t, s.Kubeconfig(t, "", "east"), demoArgs...)
	}
	got := without("nodepools")
	assert.Equal(t, 2, got.code)
	assert.Contains(t, got.errOut, "no nodepools.hypershift.openshift.io")

	got = without("machinedeployments")
	require.Zero(t, got.code, got.errOut)
	doc := got.report(t)
	require.Len(t, doc.NotEvaluated, 1)
	assert.Equal(t, "workload", doc.NotEvaluated[0].ID)
	assert.Contains(t, doc.NotEvaluated[0].Because, "not installed")
}

func TestLiveTimeout(t *testing.T) {
	s := demoServer(t)
	s.Fail = func(r, _ string, req *http.Request) int {
		if r == "machines" {
			<-req.Context().Done()
		}
		return 0
	}
	got := runLive(t, s.Kubeconfig(t, "", "east"), append(demoArgs, "--request-timeout", "1s")...)
	assert.Equal(t, 2, got.code)
	assert.Contains(t, got.errOut, "list machines.cluster.x-k8s.io")
}

// TestLiveExpiredPages: a list that expires on its way is read again in one
// piece, and nothing is counted twice.
func TestLiveExpiredPages(t *testing.T) {
	s := demoServer(t)
	for i := range 1200 {
		s.Put("secrets", fakekube.Object{"metadata": fakekube.Object{"namespace": "other", "name": fmt.Sprintf("s%d", i)}})
	}
	want := runLive(t, s.Kubeconfig(t, "", "east"), demoArgs...)
	s.Fail = func(r, _ string, req *http.Request) int {
		if r == "secrets" && req.URL.Query().Get("continue") != "" {
			return http.StatusGone
		}
		return 0
	}
	got := runLive(t, s.Kubeconfig(t, "", "east"), demoArgs...)
	require.Zero(t, got.code, got.errOut)
	assert.Equal(t, want.out, got.out)
	assert.True(t, slices.ContainsFunc(s.Requests(), func(r string) bool { return r == "GET /api/v1/secrets" }))
}

// TestLiveRequests: the number of requests does not depend on the number of
// pools, but for the pages of lists, and no secret is read whole.
func TestLiveRequests(t *testing.T) {
	s := fakekube.New(t)
	fleet(s, 5280, 20)
	got := runLive(t, s.Kubeconfig(t, "", "east"), demoArgs...)
	require.Zero(t, got.code, got.errOut)
	assert.Len(t, got.report(t).Items, 5280)
	pages := func(n int) int { return (n + 499) / 500 }
	const single = 3 // hostedcontrolplanes, machinesets, machines
	assert.Len(t, s.Requests(), 2*pages(5280)+pages(264)+pages(21120)+single)
	for _, r := range s.Requests() {
		assert.True(t, strings.HasPrefix(r, "GET "), r)
		assert.NotContains(t, r, "/namespaces/", "one list for all")
	}
}

// fleet is made of pools in clusters of some pools each, with four secrets a pool.
func fleet(s *fakekube.Server, pools, each int) {
	for i := range pools {
		cluster, pool := fmt.Sprintf("hc%d", i/each), fmt.Sprintf("p%d", i)
		space := "clusters-" + cluster
		if i%each == 0 {
			s.Put("hostedclusters", fakekube.Object{
				"metadata": fakekube.Object{"namespace": "clusters", "name": cluster},
				"spec":     fakekube.Object{"platform": fakekube.Object{"type": "AWS"}},
			})
		}
		s.Put("nodepools", fakekube.Object{
			"metadata": fakekube.Object{
				"namespace": "clusters", "name": pool, "generation": 1,
				"annotations": fakekube.Object{"hypershift.openshift.io/nodePoolCurrentConfigVersion": "c3481e6f"},
			},
			"spec": fakekube.Object{
				"clusterName": cluster, "replicas": 2, "platform": fakekube.Object{"type": "AWS"},
				"management": fakekube.Object{"upgradeType": "Replace"},
				"release":    fakekube.Object{"image": "quay.io/openshift-release-dev/ocp-release:4.18.5-x86_64"},
			},
			"status": fakekube.Object{"version": "4.18.5"},
		})
		link := fakekube.Object{"hypershift.openshift.io/nodePool": "clusters/" + pool}
		s.Put("machinedeployments", fakekube.Object{
			"metadata": fakekube.Object{"namespace": space, "name": pool, "annotations": link},
			"spec": fakekube.Object{"replicas": 2, "template": fakekube.Object{"spec": fakekube.Object{
				"version": "4.18.5", "bootstrap": fakekube.Object{"dataSecretName": "user-data-" + pool + "-c3481e6f"},
			}}},
		})
		for _, name := range []string{"token-" + pool + "-c3481e6f", "user-data-" + pool + "-c3481e6f", "token-" + pool + "-00000001", "user-data-" + pool + "-00000001"} {
			s.Put("secrets", fakekube.Object{
				"metadata": fakekube.Object{"namespace": space, "name": name, "annotations": link, "uid": name},
				"data":     fakekube.Object{"token": "c2VjcmV0"},
			})
		}
	}
}

// TestLiveNamespace: the one control plane of a namespace is read by itself.
func TestLiveNamespace(t *testing.T) {
	s := fakekube.New(t)
	fleet(s, 20, 20)
	got := runLive(t, s.Kubeconfig(t, "clusters", "east"), "explain", "-o", "json", "--fail-on", "never")
	require.Zero(t, got.code, got.errOut)
	assert.Len(t, got.report(t).Items, 20)
	for _, r := range s.Requests() {
		assert.Contains(t, r, "/namespaces/clusters", "namespace of the context, or its control plane")
	}

	got = runLive(t, s.Kubeconfig(t, "", "east"), "explain", "-o", "json")
	assert.Zero(t, got.code)
	assert.Contains(t, got.errOut, "No NodePools found in namespace default.")
	got = runLive(t, s.Kubeconfig(t, "", "east"), "explain", "p1", "-n", "clusters", "-o", "name", "--fail-on", "never")
	assert.Contains(t, got.out, "/p1")
	got = runLive(t, s.Kubeconfig(t, "", "east"), "explain", "nope", "-n", "clusters")
	assert.Equal(t, 2, got.code)
	assert.Contains(t, got.errOut, `"nope" not found`)
}

// TestLiveFallsBackToNamespaces: who may not list the whole cluster may list
// the namespaces of the pools.
func TestLiveFallsBackToNamespaces(t *testing.T) {
	s := fakekube.New(t)
	fleet(s, 40, 20)
	s.Fail = func(_, namespace string, _ *http.Request) int {
		if namespace == "" {
			return http.StatusForbidden
		}
		return 0
	}
	got := runLive(t, s.Kubeconfig(t, "clusters", "east"), "explain", "-o", "json", "--fail-on", "never")
	require.Zero(t, got.code, got.errOut)
	doc := got.report(t)
	assert.Len(t, doc.Items, 40)
	assert.Empty(t, doc.NotEvaluated)
}

// TestLivePayloads: only the secrets in use are read whole, and their values
// are in no output and in no log.
func TestLivePayloads(t *testing.T) {
	s := fakekube.New(t)
	fleet(s, 2, 2)
	got := runLive(t, s.Kubeconfig(t, "clusters", "east"), "explain", "-o", "json", "--fail-on", "never", "--payloads", "-v", "9")
	require.Zero(t, got.code, got.errOut)
	var read []string
	for _, r := range s.Requests() {
		if strings.Contains(r, "/secrets/") {
			read = append(read, r[strings.LastIndex(r, "/")+1:])
		}
	}
	slices.Sort(read)
	assert.Equal(t, []string{"token-p0-c3481e6f", "token-p1-c3481e6f", "user-data-p0-c3481e6f", "user-data-p1-c3481e6f"}, read)
	assert.NotContains(t, got.out+got.errOut, "c2VjcmV0")
}

func TestLiveContexts(t *testing.T) {
	s := demoServer(t)
	kubeconfig := s.Kubeconfig(t, "", "east", "west")
	args := append(slices.Clone(demoArgs), "--contexts", "west,east")
	got := runLive(t, kubeconfig, args...)
	require.Zero(t, got.code, got.errOut)
	items := got.report(t).Items
	require.Len(t, items, 2*len(demoReport(t).Pools))
	assert.Equal(t, []string{"east", "west"}, []string{items[0].Context, items[1].Context})
	assert.Equal(t, items[0].NodePool, items[1].NodePool)

	got = runLive(t, kubeconfig, "explain", "-A", "--fail-on", "never", "--contexts", "east,nowhere")
	assert.Equal(t, 2, got.code)
	assert.Contains(t, got.out, "CONTEXT")
	assert.Contains(t, got.errOut, "context nowhere")
}

func TestLiveUnreachable(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "none")
	got := runLive(t, missing, "explain")
	assert.Equal(t, 2, got.code)

	s := demoServer(t)
	kubeconfig := s.Kubeconfig(t, "", "east")
	s.Close()
	got = runLive(t, kubeconfig, "explain", "-A")
	assert.Equal(t, 2, got.code)
	assert.Contains(t, got.errOut, "refused")
}

func TestFollowerSaysWhatChanged(t *testing.T) {
	var out bytes.Buffer
	f := &follower{out: &out, last: map[string]pulse{}}
	at := time.Date(2026, 9, 20, 10, 0, 0, 0, time.UTC)
	pools := demoReport(t).Pools[:2]
	v := &view{pools: pools}
	f.take(v, at)
	f.take(v, at)
	assert.Equal(t, 2, strings.Count(out.String(), "\n"), "nothing changed after the first look")
	out.Reset()
	old := *pools[0]
	old.State, old.EffectiveHash, old.Verdicts = "Steady", "00000001", nil
	v.pools = pools[1:]
	f.last[pools[1].ID()] = pulseOf(&old)
	f.take(v, at)
	assert.Contains(t, out.String(), "payload 00000001 becomes "+orUnknown(pools[1].EffectiveHash))
	assert.Contains(t, out.String(), report.Clean(pools[0].ID())+" is gone")
	assert.Contains(t, f.summary(), "3 looks, 2 changes")
}

// TestWatchEndsWithSuccess: the interrupt is its regular end.
func TestWatchEndsWithSuccess(t *testing.T) {
	s := demoServer(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	asked := make(chan struct{}, 1000)
	s.Fail = func(string, string, *http.Request) int {
		asked <- struct{}{}
		return 0
	}
	go func() {
		for range 7 * 2 { // the requests of two looks
			<-asked
		}
		cancel()
	}()
	got := runLiveContext(ctx, t, s.Kubeconfig(t, "", "east"), "explain", "-A", "--watch", "--interval", "1s")
	assert.Zero(t, got.code, got.errOut)
	assert.Contains(t, got.errOut, "looks,")
}

const desiredCluster = `apiVersion: cluster.x-k8s.io/v1beta1
kind: Cluster
metadata: {name: c1, namespace: default}
spec:
  topology: {class: quick-start, version: v1.32.1}
`

func TestCheckLive(t *testing.T) {
	file := filepath.Join(t.TempDir(), "new.yaml")
	require.NoError(t, writeFile(file, []byte(desiredCluster)))
	refuse := func(resource string, code int) ran {
		s := fakekube.New(t)
		s.Add(t, strings.ReplaceAll(desiredCluster, "v1.32.1", "v1.31.0")+"status: {phase: Provisioned}\n")
		s.Fail = func(r, _ string, _ *http.Request) int {
			if r == resource {
				return code
			}
			return 0
		}
		return runLive(t, s.Kubeconfig(t, "", "east"), "check", "-f", file, "-o", "json", "--fail-on", "never")
	}
	got := refuse("", 0)
	require.Zero(t, got.code, got.errOut)
	assert.Contains(t, got.out, `"change": "update"`)
	for resource, id := range map[string]string{
		"machines": "cluster-stability", "machinedeployments": "running-worker-version",
		"clusterclasses": "class-kubernetes-versions", "nodes": "machine-pool-kubelets",
		"customresourcedefinitions": "crd-serves-pin", "kubeadmcontrolplanes": "control-plane-version",
	} {
		got := refuse(resource, http.StatusForbidden)
		require.Zero(t, got.code, got.errOut)
		doc := got.report(t)
		assert.True(t, slices.ContainsFunc(doc.NotEvaluated, func(n struct{ ID, Because, How string }) bool {
			return n.ID == id && strings.Contains(n.Because, "refuses to list "+resource)
		}), "%s: %s", resource, got.out)
	}
	assert.Equal(t, 2, refuse("clusters", http.StatusForbidden).code)
	assert.Equal(t, 2, refuse("machines", http.StatusInternalServerError).code)
}

func TestCheckWithoutClusterSaysWhatToDo(t *testing.T) {
	file := filepath.Join(t.TempDir(), "new.yaml")
	require.NoError(t, writeFile(file, []byte(desiredCluster)))
	t.Setenv("KUBERNETES_SERVICE_HOST", "")
	got := runLive(t, "", "check", "-f", file)
	assert.Equal(t, 2, got.code)
	assert.Contains(t, got.errOut, "--base none")
}
