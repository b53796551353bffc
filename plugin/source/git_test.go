package source

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// repository makes a git repository whose first commit, tagged "old", has the
// files, and goes there.
func repository(t *testing.T, files map[string]string) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("needs git")
	}
	dir := write(t, files)
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	run(t, dir, "init", "-q", "-b", "main")
	commit(t, dir)
	run(t, dir, "tag", "old")
	t.Chdir(dir)
	return dir
}

func run(t *testing.T, dir string, args ...string) {
	t.Helper()
	out, err := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=x", "-c", "user.email=x@example.com", "-c", "core.autocrlf=false"}, args...)...).CombinedOutput()
	require.NoError(t, err, string(out))
}

func commit(t *testing.T, dir string) {
	t.Helper()
	run(t, dir, "add", "-A", "-f")
	run(t, dir, "commit", "-q", "-m", "x")
}

func at(t *testing.T, ref string, names ...string) (*checks.Snapshot, error) {
	t.Helper()
	return load(t, Options{Recursive: true, Revision: ref}, names...)
}

func TestRevision(t *testing.T) {
	dir := repository(t, map[string]string{
		"clusters/a.yaml": configMap("old"), "clusters/deep/b.yaml": configMap("b"), "clusters/gone/c.yaml": configMap("c"),
		"clusters/.hidden.yaml": configMap("no"), "clusters/x.txt": configMap("no"), "other.yaml": configMap("other"),
		".gitattributes": "*.yaml export-ignore\n",
	})
	require.NoError(t, os.Symlink("../other.yaml", filepath.Join(dir, "clusters", "out.yaml")))
	require.NoError(t, os.Symlink("a.yaml", filepath.Join(dir, "clusters", "again.yaml")))
	require.NoError(t, os.Symlink("x.txt", filepath.Join(dir, "clusters", "linked.yaml")))
	commit(t, dir)
	run(t, dir, "tag", "-f", "old")
	require.NoError(t, os.RemoveAll(filepath.Join(dir, "clusters", "gone")))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "clusters", "a.yaml"), []byte(configMap("new")), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "clusters", "added.yaml"), []byte(configMap("added")), 0o644))
	commit(t, dir)

	s, err := at(t, "old", "clusters")
	require.NoError(t, err)
	require.Equal(t, []string{"b old:clusters/deep/b.yaml", "c old:clusters/gone/c.yaml", "no old:clusters/linked.yaml", "old old:clusters/a.yaml"}, names(s, ""))
	require.Equal(t, checks.ReadStats{Files: 4, Documents: 4, SkippedFiles: 3}, s.Stats())

	for name, want := range map[string][]string{
		"clusters/a.yaml":                     {"old old:clusters/a.yaml"},
		filepath.Join(dir, "clusters/a.yaml"): {"old old:" + filepath.ToSlash(dir) + "/clusters/a.yaml"},
		"./clusters/../other.yaml":            {"other old:other.yaml"},
		"clusters/gone/c.yaml":                {"c old:clusters/gone/c.yaml"},
		"clusters/gone":                       {"c old:clusters/gone/c.yaml"},
		"clusters/*.yaml":                     {"other old:clusters/out.yaml", "old old:clusters/a.yaml"},
		"clusters/g*/*.yaml":                  {"c old:clusters/gone/c.yaml"},
		"clusters/added.yaml":                 nil,
		"clusters/nothing-*.yaml":             nil,
	} {
		s, err := at(t, "old", name)
		require.NoError(t, err, name)
		for _, w := range want {
			require.Contains(t, names(s, ""), w, name)
		}
		require.Equal(t, want == nil, len(s.All()) == 0)
	}

	t.Chdir(filepath.Join(dir, "clusters"))
	t.Setenv("GIT_DIR", ".git") // as a hook has it
	s, err = at(t, "old", "../other.yaml", "a.yaml")
	require.NoError(t, err)
	require.Equal(t, []string{"old old:a.yaml", "other old:../other.yaml"}, names(s, ""))
}

func TestRevisionOfAKustomization(t *testing.T) {
	dir := repository(t, map[string]string{
		"base/kustomization.yaml": "resources: [cm.yaml]\n", "base/cm.yaml": settings,
		"overlays/prod/kustomization.yaml": "namespace: prod\nresources: [../../base]\n",
		"overlays/bad/kustomization.yaml":  "resources: [cm.yaml]\n", "overlays/bad/cm.yaml": "a: b\n c: hunter2\n",
	})
	require.NoError(t, os.Symlink("prod", filepath.Join(dir, "overlays", "link")))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "base", "cm.yaml"), []byte(strings.Replace(settings, "a: b", "a: c", 1)), 0o644))
	commit(t, dir)
	value := func(ref, name string) string {
		s, err := Load(context.Background(), Options{Kustomize: name, Revision: ref})
		require.NoError(t, err)
		o, ok := s.Get(configMaps, "prod", "settings")
		require.True(t, ok)
		return o.Get("data", "a").Text()
	}
	require.Equal(t, "b", value("old", "overlays/prod"))
	require.Equal(t, "c", value("HEAD", "overlays/prod"))
	require.Equal(t, "c", value("main", "overlays/link"))
	require.Equal(t, "c", value("", "overlays/prod"))

	s, err := Load(context.Background(), Options{Kustomize: "overlays/nowhere", Revision: "old"})
	require.NoError(t, err)
	require.Empty(t, s.All())
	_, err = Load(context.Background(), Options{Kustomize: "overlays/bad", Revision: "old"})
	require.EqualError(t, err, "old:overlays/bad/cm.yaml:2: not valid YAML: a colon where none can be: look at the indentation, or quote the text")
}

func TestRevisionErrors(t *testing.T) {
	dir := repository(t, map[string]string{"a.yaml": configMap("a"), "big.yaml": "a: " + strings.Repeat("x", 1000), "broken.yaml": "a: [\n"})
	for name, test := range map[string]struct{ ref, file, want string }{
		"no such revision":     {"nowhere", "a.yaml", `a.yaml: the repository has no revision "nowhere"; a shallow clone has to fetch it first`},
		"an option":            {"--all", "a.yaml", `no revision "--all"`},
		"outside a repository": {"main", filepath.Join(t.TempDir(), "a.yaml"), "is in no git repository"},
		"standard input":       {"main", "-", "standard input: has no revisions"},
		"a broken file":        {"main", "broken.yaml", "main:broken.yaml:1: not valid YAML"},
		"a directory":          {"main", ".", "main:big.yaml: more than 500 bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := load(t, Options{Recursive: true, Revision: test.ref, Limits: Limits{FileBytes: 500}}, test.file)
			require.ErrorContains(t, err, test.want)
		})
	}
	t.Setenv("PATH", "")
	_, err := at(t, "main", filepath.Join(dir, "a.yaml"))
	require.ErrorContains(t, err, "needs the git program, which is not in PATH")
}

func TestRevisionWithAMissingObject(t *testing.T) {
	dir := repository(t, map[string]string{"a.yaml": configMap("a")})
	out, err := exec.Command("git", "-C", dir, "rev-parse", "HEAD:a.yaml").Output()
	require.NoError(t, err)
	id := strings.TrimSpace(string(out))
	require.NoError(t, os.Remove(filepath.Join(dir, ".git", "objects", id[:2], id[2:])))
	_, err = at(t, "main", "a.yaml")
	require.ErrorContains(t, err, "main:a.yaml: the repository does not hold this file")
}
