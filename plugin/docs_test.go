package plugin

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/internal/realtest"
)

var shellBlock = regexp.MustCompile("(?ms)^```sh\n(.*?)^```$")

// TestCommandsOfDocs runs every shell block of the pages, in order, in one small
// repository a page. Blocks that need a cluster or a release are marked as text.
func TestCommandsOfDocs(t *testing.T) {
	kubectl, kustomize := realtest.Kubectl(t), realtest.Kustomize(t)
	for _, page := range []string{"install.md", "render-version.md", "argocd.md", "flux.md", "ci.md"} {
		t.Run(page, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("..", "docs", page))
			require.NoError(t, err)
			blocks := shellBlock.FindAllStringSubmatch(string(text), -1)
			require.NotEmpty(t, blocks)
			dir := docsRepository(t)
			path := strings.Join([]string{
				pluginInPath(t), filepath.Dir(kubectl), filepath.Dir(kustomize), filepath.Join(dir, "bin"), os.Getenv("PATH"),
			}, string(os.PathListSeparator))
			for _, block := range blocks {
				cmd := exec.Command("bash", "-euo", "pipefail", "-c", block[1])
				cmd.Dir = dir
				cmd.Env = append(os.Environ(), "PATH="+path, "HOME="+dir, "KUBECONFIG="+filepath.Join(dir, "none"))
				out, err := cmd.CombinedOutput()
				require.NoError(t, err, "%s\n%s", block[1], out)
			}
		})
	}
}

// docsRepository is a git repository with one commit on main.
func docsRepository(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	tree, err := os.ReadFile(filepath.Join("testdata", "docs", "tree.txtar"))
	require.NoError(t, err)
	unpack(t, dir, string(tree))
	flux, err := os.ReadFile(filepath.Join("..", "gitops", "flux", "kustomizations.yaml"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "kustomizations.yaml"), flux, 0o644))
	rules := catalog()
	i := slices.IndexFunc(rules, func(m checks.Meta) bool { return m.ID == "pool/bootstrap-rolls" })
	require.GreaterOrEqual(t, i, 0)
	unpack(t, filepath.Join(dir, "modules"), rules[i].Passes.Files)
	for _, args := range [][]string{
		{"init", "-q", "-b", "main"},
		{"add", "."},
		{"-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "-q", "-m", "all"},
	} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
	}
	return dir
}

var relativeLink = regexp.MustCompile(`\]\(([^)#:]+)(#[^)]*)?\)`)

// TestLinksOfDocs looks for what pages link to.
func TestLinksOfDocs(t *testing.T) {
	pages, err := filepath.Glob("../docs/*.md")
	require.NoError(t, err)
	for _, page := range append(pages, "../README.md", "../CONTRIBUTING.md") {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		for _, m := range relativeLink.FindAllStringSubmatch(string(text), -1) {
			_, err := os.Stat(filepath.Join(filepath.Dir(page), m[1]))
			require.NoError(t, err, page)
		}
	}
}
