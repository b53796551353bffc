// Package realtest finds the real components that integration tests run:
// `make test` builds them and says in the environment where they are.
package realtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Kube returns the folder with kube-apiserver, etcd, kube-controller-manager and
// kubectl, and skips without it.
func Kube(t testing.TB) string {
	t.Helper()
	return folder(t, "kube", "KUBEBUILDER_ASSETS", "kube-apiserver")
}

// Kubectl returns the kubectl of the same release.
func Kubectl(t testing.TB) string {
	t.Helper()
	return filepath.Join(Kube(t), "kubectl")
}

// Krew returns the folder with krew and validate-krew-manifest.
func Krew(t testing.TB) string {
	t.Helper()
	return folder(t, "krew", "ROLLOUT_PIN_KREW", "krew")
}

// Kustomize returns the kustomize program.
func Kustomize(t testing.TB) string {
	t.Helper()
	return filepath.Join(folder(t, "kustomize", "ROLLOUT_PIN_KUSTOMIZE", "kustomize"), "kustomize")
}

// Program returns a program of the system, for example chromium or podman.
func Program(t testing.TB, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		Skip(t, name, name+" is not in PATH")
	}
	return path
}

func folder(t testing.TB, part, variable, program string) string {
	t.Helper()
	if testing.Short() {
		t.Skipf("%s: left out with -short", part)
	}
	dir := os.Getenv(variable)
	if dir == "" {
		Skip(t, part, variable+" is not set: run `make test`")
	}
	if _, err := os.Stat(filepath.Join(dir, program)); err != nil {
		Skip(t, part, err.Error())
	}
	return dir
}

// Skip skips the test, or fails it where ROLLOUT_PIN_REQUIRE names the part: in
// CI nothing may be left out in silence.
func Skip(t testing.TB, part, reason string) {
	t.Helper()
	if slices.Contains(strings.Split(os.Getenv("ROLLOUT_PIN_REQUIRE"), ","), part) {
		t.Fatalf("%s is required: %s", part, reason)
	}
	t.Skipf("%s: %s", part, reason)
}
