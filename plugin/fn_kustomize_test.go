package plugin

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rollout-pin/kubectl-rollout-pin/internal/realtest"
)

// kustomizeRun is what one build did.
type kustomizeRun struct {
	failed         bool
	stdout, stderr string
}

// buildWith runs the real kustomize over a copy of an example of gitops/kustomize,
// with our program in PATH and the cluster's version replaced.
func buildWith(t *testing.T, example, version string, edit func(dir string), flags ...string) kustomizeRun {
	t.Helper()
	kustomize := realtest.Kustomize(t)
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS(filepath.Join("..", "gitops", "kustomize"))))
	rewrite(t, filepath.Join(dir, "cluster", "cluster.yaml"), "v1.32.1", version)
	if edit != nil {
		edit(dir)
	}
	cmd := exec.Command(kustomize, append([]string{"build", filepath.Join(dir, example)}, flags...)...)
	cmd.Env = append(os.Environ(), "PATH="+pluginInPath(t)+string(os.PathListSeparator)+os.Getenv("PATH"), "KUBECONFIG="+filepath.Join(dir, "none"), "HOME="+dir)
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	return kustomizeRun{err != nil, stdout.String(), stderr.String()}
}

func rewrite(t *testing.T, file, old, text string) {
	t.Helper()
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Contains(t, string(data), old)
	require.NoError(t, os.WriteFile(file, []byte(strings.Replace(string(data), old, text, 1)), 0o644))
}

// pluginInPath is a folder with this test binary under the plugin's name, which
// makes it the plugin (see TestMain).
func pluginInPath(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, os.Symlink(self, filepath.Join(dir, "kubectl-rollout_pin")))
	return dir
}

var withExec = []string{"--enable-alpha-plugins", "--enable-exec"}

const (
	goodVersion = "v1.32.1"
	badVersion  = "1.32"
)

// matrixRow is one way to wire the function and what kustomize makes of it.
type matrixRow struct {
	Wiring, Input, Flags string
	// Want is "passes", "fails" or "passes unchecked"; Note is for the docs.
	Want, Note string

	example, version string
	flags            []string
	edit             func(dir string)
	stderr           string
}

// matrix is the table of docs/kustomize.md; TestKustomizeMatrix runs each row.
func matrix(t *testing.T) []matrixRow {
	echo := func(dir string) {
		rewrite(t, filepath.Join(dir, "validator", "rollout-pin.yaml"), "emit: none", "emit: items")
	}
	none := func(dir string) {
		rewrite(t, filepath.Join(dir, "transformer", "rollout-pin.yaml"), "emit: items\n  stamp: true", "emit: none")
	}
	missing := func(dir string) {
		rewrite(t, filepath.Join(dir, "validator", "rollout-pin.yaml"), "path: kubectl-rollout_pin", "path: kubectl-rollout_absent")
	}
	alpha := []string{"--enable-alpha-plugins"}
	return []matrixRow{
		{"`validators:`, `emit: none`", "good", "both", "passes", "the recommended wiring", "validator", goodVersion, withExec, nil, ""},
		{"`validators:`, `emit: none`", "bad", "both", "fails", "our line is shown", "validator", badVersion, withExec, nil, "error topology/version-syntax Cluster clusters/prod"},
		{"`validators:`, `emit: none`", "bad", "no `--enable-exec`", "fails", "fails closed, with a confusing message", "validator", badVersion, alpha, nil, ""},
		{"`validators:`, `emit: none`", "bad", "none", "fails", "fails closed", "validator", badVersion, nil, nil, "external plugins disabled"},
		{"`validators:`, `emit: none`", "good", "both, program missing", "fails", "fails closed", "validator", goodVersion, withExec, missing, ""},
		{"`validators:`, `emit: items`", "good", "both", "fails", "kustomize stamps items and then calls it a modification", "validator", goodVersion, withExec, echo, "modify the resource map"},
		{"`transformers:`, `emit: items`, `stamp: true`", "good", "both", "passes", "items are stamped", "transformer", goodVersion, withExec, nil, ""},
		{"`transformers:`, `emit: items`, `stamp: true`", "bad", "both", "fails", "our line is shown", "transformer", badVersion, withExec, nil, "error topology/version-syntax Cluster clusters/prod"},
		{"`transformers:`, `emit: items`, `stamp: true`", "bad", "no `--enable-exec`", "passes unchecked", "**skipped in silence**: look for the stamp", "transformer", badVersion, alpha, nil, ""},
		{"`transformers:`, `emit: items`, `stamp: true`", "bad", "none", "fails", "fails closed", "transformer", badVersion, nil, nil, "external plugins disabled"},
		{"`transformers:`, `emit: none`", "good", "both", "passes unchecked", "**every object is deleted** from the output", "transformer", goodVersion, withExec, none, ""},
	}
}

func TestKustomizeMatrix(t *testing.T) {
	for _, row := range matrix(t) {
		t.Run(fmt.Sprintf("%s/%s/%s", row.Wiring, row.Input, row.Flags), func(t *testing.T) {
			run := buildWith(t, row.example, row.version, row.edit, row.flags...)
			require.Equal(t, row.Want == "fails", run.failed, "%s\n%s", run.stdout, run.stderr)
			require.Contains(t, run.stderr, row.stderr)
			stamped := strings.Contains(run.stdout, stampKey)
			require.Equal(t, row.example == "transformer" && row.Want == "passes", stamped, run.stdout)
			if row.Want == "passes" {
				require.Contains(t, run.stdout, "name: prod")
			}
		})
	}
}

// TestKustomizeMatrixIsDocumented keeps the table of the docs the one that was run.
func TestKustomizeMatrixIsDocumented(t *testing.T) {
	var b strings.Builder
	b.WriteString("| wiring | input | flags | the build | note |\n|---|---|---|---|---|\n")
	for _, r := range matrix(t) {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", r.Wiring, r.Input, r.Flags, r.Want, r.Note)
	}
	doc := filepath.Join("..", "docs", "kustomize.md")
	data, err := os.ReadFile(doc)
	require.NoError(t, err)
	if *update && !strings.Contains(string(data), b.String()) {
		from := strings.Index(string(data), "| wiring |")
		to := from + strings.Index(string(data[from:]), "\n\n")
		require.NoError(t, os.WriteFile(doc, []byte(string(data[:from])+b.String()+string(data[to+1:])), 0o644))
		return
	}
	require.Contains(t, string(data), b.String(), "run go test ./plugin -run Documented -update")
}

// TestKustomizePipe is the third wiring: the finished stream, after all names are
// resolved.
func TestKustomizePipe(t *testing.T) {
	for version, failed := range map[string]bool{goodVersion: false, badVersion: true} {
		run := buildWith(t, "cluster", version, nil)
		require.False(t, run.failed, run.stderr)
		cmd := exec.Command(filepath.Join(pluginInPath(t), "kubectl-rollout_pin"), "check", "--base", "none", "-f", "-")
		cmd.Stdin = strings.NewReader(run.stdout)
		cmd.Env = append(os.Environ(), "KUBECONFIG="+filepath.Join(t.TempDir(), "none"))
		out, err := cmd.CombinedOutput()
		require.Equal(t, failed, err != nil, string(out))
	}
}

// BenchmarkKustomizeBuild compares a build of 300 resources without and with the
// validator, in one run.
func BenchmarkKustomizeBuild(b *testing.B) {
	kustomize := realtest.Kustomize(b)
	dir := b.TempDir()
	require.NoError(b, os.CopyFS(dir, os.DirFS(filepath.Join("..", "gitops", "kustomize"))))
	var many strings.Builder
	for i := range 300 {
		fmt.Fprintf(&many, "---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c-%d\ndata:\n  a: b\n", i)
	}
	file := filepath.Join(dir, "cluster", "cluster.yaml")
	old, err := os.ReadFile(file)
	require.NoError(b, err)
	require.NoError(b, os.WriteFile(file, append(old, []byte(many.String())...), 0o644))
	self, err := os.Executable()
	require.NoError(b, err)
	require.NoError(b, os.Symlink(self, filepath.Join(dir, "kubectl-rollout_pin")))
	for _, example := range []string{"cluster", "validator"} {
		b.Run(example, func(b *testing.B) {
			for b.Loop() {
				cmd := exec.Command(kustomize, append([]string{"build", filepath.Join(dir, example)}, withExec...)...)
				cmd.Env = append(os.Environ(), "PATH="+dir, "KUBECONFIG="+dir+"/none", "HOME="+dir)
				if out, err := cmd.CombinedOutput(); err != nil {
					b.Fatal(string(out))
				}
			}
		})
	}
}
