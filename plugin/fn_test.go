package plugin

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const fnCluster = `  # kept
- apiVersion: cluster.x-k8s.io/v1beta2
  kind: Cluster
  metadata:
    name: prod
    namespace: clusters # with its comment
    annotations:
      config.kubernetes.io/origin: |
        path: clusters/prod.yaml
  spec:
    topology:
      classRef: {name: standard}
      version: VERSION
      workers:
        machineDeployments:
        - {class: w, name: md-0}
`

func resourceList(version, config string) string {
	return "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\n" + config + "items:\n" + strings.Replace(fnCluster, "VERSION", version, 1)
}

const (
	fnNone  = "functionConfig:\n  apiVersion: rollout-pin.dev/v1alpha1\n  kind: RolloutPin\n  metadata: {name: x}\n  spec: {emit: none}\n"
	fnStamp = "functionConfig:\n  apiVersion: rollout-pin.dev/v1alpha1\n  kind: RolloutPin\n  metadata: {name: x}\n  spec: {stamp: true}\n"
	fnFlat  = "functionConfig:\n  apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: x}\n  data: {failOn: never}\n"
)

func callFn(t *testing.T, in string, args ...string) (code int, out, errOut string) {
	t.Helper()
	t.Setenv("KUBECONFIG", t.TempDir()+"/none")
	t.Chdir(t.TempDir())
	var stdout, stderr strings.Builder
	code = Main(context.Background(), append([]string{"kubectl-rollout_pin", "fn"}, args...), strings.NewReader(in), &stdout, &stderr)
	return code, stdout.String(), stderr.String()
}

func TestFnEchoesItems(t *testing.T) {
	code, out, errOut := callFn(t, resourceList("v1.32.1", ""))
	require.Equal(t, exitOK, code, errOut)
	require.Contains(t, out, "kind: ResourceList")
	require.Contains(t, out, "# with its comment")
	require.Contains(t, out, "classRef: {name: standard}")
	require.NotContains(t, out, "config.kubernetes.io/index")
	code, again, errOut := callFn(t, out)
	require.Equal(t, exitOK, code, errOut)
	require.Equal(t, out, again, "running twice changes nothing")
}

func TestFnFindsErrors(t *testing.T) {
	code, out, errOut := callFn(t, resourceList("1.32", ""))
	require.Equal(t, exitFindings, code)
	require.Regexp(t, `(?m)^error topology/version-syntax Cluster clusters/prod \(clusters/prod.yaml\) spec.topology.version: `, errOut)
	for _, want := range []string{"severity: error", "rule: topology/version-syntax", "path: clusters/prod.yaml", "path: spec.topology.version", "name: prod"} {
		require.Contains(t, out, want)
	}
	code, _, _ = callFn(t, resourceList("1.32", fnFlat))
	require.Equal(t, exitOK, code, "failOn: never")
}

func TestFnEmitNone(t *testing.T) {
	code, out, errOut := callFn(t, resourceList("v1.32.1", fnNone))
	require.Equal(t, exitOK, code, errOut)
	require.Contains(t, out, "items: []")
	named := strings.Replace(resourceList("v1.32.1", fnNone), "annotations:", "annotations:\n      internal.config.kubernetes.io/path: prod.yaml", 1)
	code, out, errOut = callFn(t, named)
	require.Equal(t, exitFailed, code)
	require.Empty(t, out)
	require.Contains(t, errOut, "would make the orchestrator delete prod.yaml")
	code, _, errOut = callFn(t, named, "--force")
	require.Equal(t, exitOK, code, errOut)
}

func TestFnStamps(t *testing.T) {
	code, out, errOut := callFn(t, resourceList("v1.32.1", fnStamp))
	require.Equal(t, exitOK, code, errOut)
	require.Contains(t, out, stampKey+": 'passed'")
	code, again, _ := callFn(t, out)
	require.Equal(t, exitOK, code)
	require.Equal(t, out, again)
	_, out, _ = callFn(t, resourceList("1.32", fnStamp))
	require.NotContains(t, out, stampKey, "what fails is not stamped")
}

func TestFnRefuses(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"a plain stream":    {"kind: ConfigMap\napiVersion: v1\n", "no ResourceList"},
		"a misspelt key":    {resourceList("v1.32.1", strings.Replace(fnNone, "emit", "emitt", 1)), `unknown key "emitt"`},
		"another config":    {resourceList("v1.32.1", "functionConfig: {kind: Other}\n"), "functionConfig must be"},
		"an alias bomb":     {"kind: ResourceList\na: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]\n", "aliases"},
		"text that is none": {"a: [", "<stdin>"},
	} {
		t.Run(name, func(t *testing.T) {
			code, out, errOut := callFn(t, c.in)
			require.Equal(t, exitFailed, code)
			require.Empty(t, out, "never half a list, never prose")
			require.Contains(t, errOut, c.want)
		})
	}
}

func TestFnPin(t *testing.T) {
	pin := "functionConfig:\n  apiVersion: rollout-pin.dev/v1alpha1\n  kind: RenderPin\n  metadata: {name: x}\n  spec: {versionFrom: {value: 7}, cases: [{name: all}]}\n"
	code, _, errOut := callFn(t, resourceList("v1.32.1", pin))
	require.Equal(t, exitOK, code, errOut)
	require.Contains(t, errOut, "info render/unpinned")
	pin = strings.Replace(pin, "  spec: ", "  pinned: {version: 7, fingerprint: 'sha256:00'}\n  spec: ", 1)
	code, _, errOut = callFn(t, resourceList("v1.32.1", pin))
	require.Equal(t, exitFindings, code)
	require.Contains(t, errOut, "error render/missing-bump")
}
