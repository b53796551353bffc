package plugin

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rollout-pin/kubectl-rollout-pin/internal/realtest"
)

// complete runs the plugin under a name and returns what it prints.
func complete(t *testing.T, argv0 string, args ...string) string {
	t.Helper()
	var out, errOut strings.Builder
	code := Main(context.Background(), append([]string{argv0}, args...), strings.NewReader(""), &out, &errOut)
	require.Zero(t, code, errOut.String())
	return out.String()
}

func TestCompletionByName(t *testing.T) {
	t.Setenv("KUBECONFIG", filepath.Join(t.TempDir(), "none"))
	out := complete(t, "/some/bin/kubectl_complete-rollout_pin", "ex")
	require.Contains(t, out, "explain\t")
	require.Contains(t, out, ":4")
	require.Contains(t, complete(t, "kubectl_complete-rollout_pin", "rules", "explain", "render/m"), "render/missing-bump")
	require.Contains(t, complete(t, "kubectl_complete-rollout_pin", "explain", "--operator-"), "--operator-generation")
}

func TestCompletionOfPoolsAndContexts(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("KUBECONFIG", filepath.Join(dir, "config"))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "config"), []byte("apiVersion: v1\nkind: Config\ncontexts:\n- {name: blue, context: {}}\n- {name: green, context: {}}\n"), 0o600))
	pools := filepath.Join(dir, "pools.yaml")
	require.NoError(t, os.WriteFile(pools, []byte("apiVersion: hypershift.openshift.io/v1beta1\nkind: NodePool\nmetadata: {name: workers, namespace: clusters}\n---\napiVersion: v1\nkind: Secret\nmetadata: {name: other}\n"), 0o600))
	require.Equal(t, "workers", strings.Fields(complete(t, "x", "__complete", "explain", "-f", pools, ""))[0])
	require.Equal(t, []string{"blue", "green"}, strings.Fields(complete(t, "x", "__complete", "explain", "--context", ""))[:2])
	// No cluster answers: nothing is offered, and nothing is said.
	require.Equal(t, []string{":4"}, strings.Fields(complete(t, "x", "__complete", "explain", "-n", ""))[:1])
}

func TestCompletionThroughKubectl(t *testing.T) {
	kubectl := realtest.Kubectl(t)
	dir := t.TempDir()
	require.NoError(t, exec.Command("go", "build", "-o", filepath.Join(dir, "kubectl-rollout_pin"), "../cmd/kubectl-rollout_pin").Run())
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv("KUBECONFIG", filepath.Join(dir, "none"))

	var out, errOut strings.Builder
	install := []string{"kubectl-rollout_pin", "completion", "install"}
	require.Zero(t, Main(context.Background(), install, nil, &out, &errOut), errOut.String())
	require.Contains(t, out.String(), "wrote "+filepath.Join(dir, completionName))
	require.Zero(t, Main(context.Background(), install, nil, &out, &errOut))
	require.Contains(t, out.String(), "is up to date")

	got, err := exec.Command(kubectl, "__complete", "rollout-pin", "ren").CombinedOutput()
	require.NoError(t, err, string(got))
	require.Contains(t, string(got), "render-version\t")
	got, err = exec.Command(kubectl, "__complete", "rollout-").CombinedOutput()
	require.NoError(t, err, string(got))
	require.Contains(t, string(got), "rollout-pin")
}

func TestCompletionNeverTouchesAForeignFile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, completionName)
	require.NoError(t, os.WriteFile(name, []byte("#!/bin/sh\necho mine\n"), 0o755))
	var out, errOut strings.Builder
	require.Equal(t, exitFailed, Main(context.Background(), []string{"x", "completion", "install", "--dir", dir}, nil, &out, &errOut))
	require.Contains(t, errOut.String(), "was not written by this command")
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, "#!/bin/sh\necho mine\n", string(data))
}

func TestHelpFollowsTheName(t *testing.T) {
	for argv0, want := range map[string]string{
		"/x/kubectl-rollout_pin": "kubectl rollout-pin [command]", "/x/flux-rollout-pin": "flux rollout-pin [command]",
		"flux-rollout_pin.exe": "flux rollout-pin [command]", "/x/rp": "rp [command]",
	} {
		var out, errOut strings.Builder
		require.Zero(t, Main(context.Background(), []string{argv0, "--help"}, nil, &out, &errOut))
		require.Contains(t, out.String(), want)
	}
}
