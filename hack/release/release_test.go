package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/registry"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"
)

// built makes a release of one platform.
func built(t *testing.T, dir string) {
	t.Helper()
	r := &release{root: "../..", out: dir, version: "v0.1.0", image: true, log: io.Discard}
	var err error
	r.targets, err = platforms("linux/amd64")
	require.NoError(t, err)
	require.NoError(t, r.describe(context.Background()))
	require.NoError(t, r.make(context.Background()))
}

// once is the release that tests share which only look at it.
var once = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "release-test-*")
	if err != nil {
		return "", err
	}
	r := &release{root: "../..", out: dir, version: "v0.1.0", image: true, log: io.Discard}
	if r.targets, err = platforms("linux/amd64"); err != nil {
		return "", err
	}
	return dir, errors.Join(r.describe(context.Background()), r.make(context.Background()))
})

func TestMain(m *testing.M) {
	code := m.Run()
	if !testing.Short() {
		if dir, err := once(); err == nil {
			os.RemoveAll(dir)
		}
	}
	os.Exit(code)
}

// sharedRelease returns a copy of the shared release.
func sharedRelease(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("left out with -short")
	}
	from, err := once()
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS(from)))
	return dir
}

// required skips, or fails where ROLLOUT_PIN_REQUIRE names the part.
func required(t *testing.T, part, reason string) {
	t.Helper()
	for _, p := range strings.Split(os.Getenv("ROLLOUT_PIN_REQUIRE"), ",") {
		if p == part {
			t.Fatalf("%s is required: %s", part, reason)
		}
	}
	t.Skipf("%s: %s", part, reason)
}

func tool(t *testing.T, part, variable, program string) string {
	t.Helper()
	path := filepath.Join(os.Getenv(variable), program)
	if _, err := os.Stat(path); os.Getenv(variable) == "" || err != nil {
		required(t, part, variable+" is not set: run `make test`")
	}
	return path
}

func TestReleaseIsReproducible(t *testing.T) {
	a, b := sharedRelease(t), t.TempDir()
	built(t, b)
	seen := 0
	require.NoError(t, filepath.WalkDir(a, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(a, path)
		require.NoError(t, err)
		x, err := os.ReadFile(path)
		require.NoError(t, err)
		y, err := os.ReadFile(filepath.Join(b, rel))
		require.NoError(t, err)
		require.True(t, bytes.Equal(x, y), rel)
		seen++
		return nil
	}))
	require.Greater(t, seen, 6)
	bom, err := os.ReadFile(filepath.Join(a, "rollout-pin_linux_amd64.cdx.json"))
	require.NoError(t, err)
	require.Contains(t, string(bom), `"pkg:golang/github.com/spf13/cobra@`)
	require.NotContains(t, string(bom), "pkg:golang/github.com/stretchr/testify", "only what the linker took")
}

func TestManifestOfAllPlatforms(t *testing.T) {
	r := &release{root: "../..", version: "v1.2.3", targets: supported()}
	sums := map[string]string{}
	for _, p := range r.targets {
		sums[p.archive()] = strings.Repeat("1e", 32)
	}
	text, err := r.manifest(sums)
	require.NoError(t, err)
	var m struct {
		Metadata struct{ Name string }
		Spec     struct {
			Version          string
			ShortDescription string
			Platforms        []struct{ URI, Sha256, Bin string }
		}
	}
	require.NoError(t, yaml.UnmarshalStrict(text, new(map[string]any)))
	require.NoError(t, yaml.Unmarshal(text, &m))
	require.Equal(t, "v1.2.3", m.Spec.Version)
	require.Len(t, m.Spec.Platforms, 6)
	for _, p := range m.Spec.Platforms {
		require.Contains(t, p.URI, "/v1.2.3/rollout-pin_")
		require.Len(t, p.Sha256, 64)
		require.Contains(t, p.Bin, "kubectl-rollout_pin")
	}
	file := filepath.Join(t.TempDir(), "rollout-pin.yaml")
	require.NoError(t, os.WriteFile(file, text, 0o644))
	out, err := exec.Command(tool(t, "krew", "ROLLOUT_PIN_KREW", "validate-krew-manifest"), "-manifest", file, "-skip-install").CombinedOutput()
	require.NoError(t, err, string(out))
}

func TestKrewInstall(t *testing.T) {
	krew, kubectl := tool(t, "krew", "ROLLOUT_PIN_KREW", "krew"), tool(t, "kube", "KUBEBUILDER_ASSETS", "kubectl")
	dir := sharedRelease(t)
	root := t.TempDir()
	env := append(os.Environ(), "KREW_ROOT="+root, "KREW_NO_UPGRADE_CHECK=1", "HOME="+root, "KUBECONFIG="+filepath.Join(root, "none"),
		"GIT_CONFIG_NOSYSTEM=1", "PATH="+filepath.Join(root, "bin")+string(os.PathListSeparator)+os.Getenv("PATH"))
	run := func(program string, args ...string) string {
		cmd := exec.Command(program, args...)
		cmd.Env, cmd.Dir = env, dir
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s %v\n%s", program, args, out)
		return string(out)
	}
	run(krew, "install", "--manifest=rollout-pin.yaml", "--archive=rollout-pin_linux_amd64.tar.gz")
	require.Contains(t, run(kubectl, "rollout-pin", "version"), "v0.1.0")
	require.Contains(t, run(kubectl, "rollout-pin", "explain", "--demo", "--fail-on", "never"), "ManagementDrift")
	require.Contains(t, run(kubectl, "plugin", "list"), "kubectl-rollout_pin")

	// A local index and a loopback server: update, install, upgrade.
	index, git := filepath.Join(dir, "index"), func(args ...string) {
		run("git", append([]string{"-C", filepath.Join(dir, "index"), "-c", "user.name=t", "-c", "user.email=t@example.com"}, args...)...)
	}
	require.NoError(t, os.MkdirAll(filepath.Join(index, "plugins"), 0o755))
	server := httptest.NewServer(fileServer(dir))
	defer server.Close()
	publish := func(version string) {
		text, err := os.ReadFile(filepath.Join(dir, "rollout-pin.yaml"))
		require.NoError(t, err)
		local := strings.NewReplacer(
			"https://github.com/rollout-pin/kubectl-rollout-pin/releases/download/v0.1.0", server.URL, "version: v0.1.0", "version: "+version,
		).Replace(string(text))
		require.NoError(t, os.WriteFile(filepath.Join(index, "plugins", "rollout-pin.yaml"), []byte(local), 0o644))
		git("add", ".")
		git("commit", "-q", "-m", version)
	}
	run("git", "init", "-q", index)
	publish("v0.1.0")
	require.NoError(t, os.RemoveAll(root), "a fresh start: what is installed from a file cannot be upgraded")
	env = append(env, "KREW_DEFAULT_INDEX_URI=file://"+index)
	run(krew, "update")
	run(krew, "install", "rollout-pin")
	require.Contains(t, run(kubectl, "rollout-pin", "version"), "v0.1.0")
	publish("v0.2.0")
	run(krew, "update")
	require.Contains(t, run(krew, "upgrade", "rollout-pin"), "rollout-pin")
	require.Contains(t, run(krew, "list"), "rollout-pin")
	run(krew, "uninstall", "rollout-pin")
	require.NotContains(t, run(krew, "list"), "rollout-pin")
}

func TestImage(t *testing.T) {
	dir := sharedRelease(t)
	path, err := layout.FromPath(filepath.Join(dir, "image"))
	require.NoError(t, err)
	index, err := path.ImageIndex()
	require.NoError(t, err)
	wrapper, err := index.IndexManifest()
	require.NoError(t, err)
	require.Len(t, wrapper.Manifests, 1)

	server := httptest.NewServer(registry.New(registry.Logger(log.New(io.Discard, "", 0))))
	defer server.Close()
	ref, err := name.ParseReference(strings.TrimPrefix(server.URL, "http://")+"/rollout-pin:v0.1.0", name.Insecure)
	require.NoError(t, err)
	require.NoError(t, remote.WriteIndex(ref, index))
	pulled, err := remote.Index(ref)
	require.NoError(t, err)
	want, err := index.Digest()
	require.NoError(t, err)
	got, err := pulled.Digest()
	require.NoError(t, err)
	require.Equal(t, want, got)
	img, err := index.Image(wrapper.Manifests[0].Digest)
	require.NoError(t, err)
	file, err := img.ConfigFile()
	require.NoError(t, err)
	require.Equal(t, []string{"/usr/local/bin/kubectl-rollout_pin"}, file.Config.Entrypoint)
	require.Equal(t, "65534:65534", file.Config.User)
	require.Equal(t, "v0.1.0", file.Config.Labels["org.opencontainers.image.version"])
}

func TestImageRuns(t *testing.T) {
	podman, err := exec.LookPath("podman")
	if err != nil || os.Getuid() != 0 {
		required(t, "podman", "podman is not in PATH, or this is not root")
	}
	dir := sharedRelease(t)
	conf := filepath.Join(dir, "containers.conf")
	require.NoError(t, os.WriteFile(conf, []byte("[containers]\ndefault_ulimits = [\"nofile=1024:1024\", \"nproc=1024:1024\"]\n[engine]\nruntime = \"runc\"\ncgroup_manager = \"cgroupfs\"\nevents_logger = \"none\"\n"), 0o644))
	run := func(in string, program string, args ...string) (string, error) {
		cmd := exec.Command(program, args...)
		cmd.Env = append(os.Environ(), "CONTAINERS_CONF="+conf, "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"))
		cmd.Stdin = strings.NewReader(in)
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	out, err := run("", podman, "load", "-i", filepath.Join(dir, "rollout-pin_image_amd64.tar"))
	require.NoError(t, err, out)
	out, err = run("", podman, "run", "--rm", "--network", "none", imageTag, "version")
	require.NoError(t, err, out)
	require.Contains(t, out, "v0.1.0")
	list := "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n- {apiVersion: cluster.x-k8s.io/v1beta2, kind: Cluster, metadata: {name: a, namespace: b}, spec: {topology: {classRef: {name: c}, version: VERSION}}}\n"
	out, err = run(strings.Replace(list, "VERSION", "v1.32.1", 1), podman, "run", "--rm", "-i", "--network", "none", "--user", "nobody", imageTag)
	require.NoError(t, err, out)
	require.Contains(t, out, "kind: ResourceList")
	out, err = run(strings.Replace(list, "VERSION", "1.32", 1), podman, "run", "--rm", "-i", "--network", "none", "--user", "nobody", imageTag)
	require.Error(t, err)
	require.Contains(t, out, "topology/version-syntax")

	// kustomize calls docker; podman understands what it says.
	kustomize := tool(t, "kustomize", "ROLLOUT_PIN_KUSTOMIZE", "kustomize")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "docker"), []byte("#!/bin/sh\nexec podman \"$@\"\n"), 0o755))
	app := filepath.Join(dir, "app")
	require.NoError(t, os.CopyFS(app, os.DirFS("../../gitops/kustomize")))
	fn := filepath.Join(app, "validator", "rollout-pin.yaml")
	text, err := os.ReadFile(fn)
	require.NoError(t, err)
	container := strings.Replace(string(text), "      exec:\n        path: kubectl-rollout_pin\n        args: [fn]\n", "      container:\n        image: "+imageTag+"\n", 1)
	require.NotEqual(t, string(text), container)
	require.NoError(t, os.WriteFile(fn, []byte(container), 0o644))
	out, err = run("", kustomize, "build", "--enable-alpha-plugins", filepath.Join(app, "validator"))
	require.NoError(t, err, out)
	require.Contains(t, out, "name: prod")
}
