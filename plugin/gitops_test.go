package plugin

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/cel-go/cel"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/rollout-pin/kubectl-rollout-pin/internal/realtest"
)

func manifests(t *testing.T, parts ...string) []map[string]any {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(append([]string{"..", "gitops"}, parts...)...))
	require.NoError(t, err)
	var out []map[string]any
	dec := yaml.NewDecoder(bytes.NewReader(data))
	for {
		var doc map[string]any
		err := dec.Decode(&doc)
		if errors.Is(err, io.EOF) {
			return out
		}
		require.NoError(t, err)
		out = append(out, doc)
	}
}

// at follows keys and list indexes.
func at(v any, path ...any) any {
	for _, p := range path {
		switch key := p.(type) {
		case string:
			m, _ := v.(map[string]any)
			v = m[key]
		case int:
			list, _ := v.([]any)
			if key >= len(list) {
				return nil
			}
			v = list[key]
		}
	}
	return v
}

// TestFluxGate evaluates the expression that the clusters wait with, over what
// Flux shows of the preflight.
func TestFluxGate(t *testing.T) {
	docs := manifests(t, "flux", "kustomizations.yaml")
	expression, _ := at(docs[1], "spec", "dependsOn", 0, "readyExpr").(string)
	require.NotEmpty(t, expression)
	env, err := cel.NewEnv(cel.Variable("dep", cel.DynType), cel.Variable("self", cel.DynType))
	require.NoError(t, err)
	ast, issues := env.Compile(expression)
	require.NoError(t, issues.Err())
	program, err := env.Program(ast)
	require.NoError(t, err)

	preflight := func(digest, ready, applied string, observed, conditionGeneration int) map[string]any {
		return map[string]any{
			"metadata": map[string]any{"generation": 2, "labels": map[string]any{"rollout-pin.dev/desired-digest": digest}},
			"status": map[string]any{
				"observedGeneration": observed, "lastAppliedRevision": applied, "lastAttemptedRevision": "main@sha1:new",
				"conditions": []any{map[string]any{"type": "Ready", "status": ready, "observedGeneration": conditionGeneration}},
			},
		}
	}
	self := map[string]any{"metadata": map[string]any{"labels": map[string]any{"rollout-pin.dev/desired-digest": "new"}}}
	for name, c := range map[string]struct {
		dep  map[string]any
		want bool
	}{
		"ready from this state":                     {preflight("new", "True", "main@sha1:new", 2, 2), true},
		"ready from the last state":                 {preflight("old", "True", "main@sha1:new", 2, 2), false},
		"changed but not looked at yet":             {preflight("new", "True", "main@sha1:new", 1, 1), false},
		"the condition is older":                    {preflight("new", "True", "main@sha1:new", 2, 1), false},
		"this revision is tried, the last was good": {preflight("new", "True", "main@sha1:old", 2, 2), false},
		"failed": {preflight("new", "False", "main@sha1:new", 2, 2), false},
	} {
		t.Run(name, func(t *testing.T) {
			out, _, err := program.Eval(map[string]any{"dep": c.dep, "self": self})
			require.NoError(t, err)
			require.Equal(t, c.want, out.Value())
		})
	}
}

// TestHooksFitTogether cross-checks names that only meet in a cluster.
func TestHooksFitTogether(t *testing.T) {
	for _, dir := range [][]string{{"argocd", "presync"}, {"flux", "preflight"}} {
		file := func(name string) map[string]any { return manifests(t, dir[0], dir[1], name)[0] }
		job, account, binding := file("job.yaml"), file("serviceaccount.yaml"), file("rbac.yaml")
		pod := at(job, "spec", "template", "spec")
		require.Equal(t, at(account, "metadata", "name"), at(pod, "serviceAccountName"))
		require.Equal(t, at(account, "metadata", "name"), at(binding, "subjects", 0, "name"))
		require.Equal(t, "rollout-pin-check", at(binding, "roleRef", "name"))
		require.Equal(t, 0, at(job, "spec", "backoffLimit"))
		require.Nil(t, at(job, "spec", "ttlSecondsAfterFinished"), "the controller waits for the Job and would lose it")
		require.Equal(t, at(pod, "volumes", 0, "name"), at(pod, "containers", 0, "volumeMounts", 0, "name"))
		require.Equal(t, "rollout-pin-desired", at(pod, "volumes", 0, "configMap", "name"), "the default name of the snapshot command")
		require.Contains(t, at(pod, "containers", 0, "args"), at(pod, "containers", 0, "volumeMounts", 0, "mountPath"))
		require.Contains(t, file("kustomization.yaml")["resources"], "job.yaml")
	}
}

// TestConfigManagementPlugin runs the generate script as Argo CD does.
func TestConfigManagementPlugin(t *testing.T) {
	kustomize := realtest.Kustomize(t)
	plugin := manifests(t, "argocd", "cmp", "plugin.yaml")[0]
	script, _ := at(plugin, "spec", "generate", "args", 0).(string)
	require.NotEmpty(t, script)
	for _, shell := range []string{"sh", "bash"} {
		for version, want := range map[string]bool{goodVersion: true, badVersion: false} {
			t.Run(shell+"/"+version, func(t *testing.T) {
				dir := t.TempDir()
				require.NoError(t, os.CopyFS(dir, os.DirFS(filepath.Join("..", "gitops", "kustomize", "cluster"))))
				rewrite(t, filepath.Join(dir, "cluster.yaml"), goodVersion, version)
				cmd := exec.Command(realtest.Program(t, shell), "-c", script)
				cmd.Dir = dir
				cmd.Env = append(os.Environ(), "TMPDIR="+dir, "KUBECONFIG="+dir+"/none",
					"PATH="+strings.Join([]string{pluginInPath(t), filepath.Dir(kustomize), os.Getenv("PATH")}, string(os.PathListSeparator)))
				var stdout, stderr bytes.Buffer
				cmd.Stdout, cmd.Stderr = &stdout, &stderr
				err := cmd.Run()
				require.Equal(t, want, err == nil, stderr.String())
				if !want {
					require.Empty(t, stdout.String())
					require.Contains(t, stderr.String(), "topology/version-syntax")
					return
				}
				var doc map[string]any
				require.NoError(t, yaml.Unmarshal(stdout.Bytes(), &doc), "only manifests on standard output")
				require.Equal(t, "Cluster", doc["kind"])
			})
		}
	}
}
