// Package gitops proves the preflight in front of a sync: Argo CD's own sync
// engine, and the Job that Flux applies, against a real API server and the real
// Job controller. It is a module of its own, because the engine brings much of
// Kubernetes with it.
package gitops

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-logr/logr"
	"github.com/stretchr/testify/require"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

const (
	// repository is the root of the repository, seen from this package.
	repository = "../.."
	// namespace is the one that the files below gitops/ are made for.
	namespace = "clusters"
)

// plane is a control plane with what runs beside it.
type plane struct {
	cfg        *rest.Config
	client     kubernetes.Interface
	kubectl    string
	kubeconfig string
	// program is the plugin, built from this repository.
	program string
	kubelet *kubelet
}

// assets is the folder of kube-apiserver, etcd, kube-controller-manager and
// kubectl. Without it the test is skipped, or fails where it is required.
func assets(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("kube: left out with -short")
	}
	dir := os.Getenv("KUBEBUILDER_ASSETS")
	if dir != "" {
		return dir
	}
	if slices.Contains(strings.Split(os.Getenv("ROLLOUT_PIN_REQUIRE"), ","), "kube") {
		t.Fatal("kube is required: KUBEBUILDER_ASSETS is not set: run `make test`")
	}
	t.Skip("kube: KUBEBUILDER_ASSETS is not set: run `make test`")
	return ""
}

// startPlane starts all of it, with the namespace and the live cluster.
func startPlane(t *testing.T) *plane {
	t.Helper()
	dir := assets(t)
	p := &plane{kubectl: filepath.Join(dir, "kubectl"), program: filepath.Join(t.TempDir(), "kubectl-rollout_pin")}
	p.run(t, "", "go", "build", "-C", repository, "-o", p.program, "./cmd/kubectl-rollout_pin")

	log.SetLogger(logr.Discard())
	env := &envtest.Environment{BinaryAssetsDirectory: dir, CRDs: crds()}
	// Pods get their token from the admission plugin that envtest leaves out.
	env.ControlPlane.GetAPIServer().Configure().Disable("disable-admission-plugins")
	var err error
	p.cfg, err = env.Start()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, env.Stop()) })
	p.client = kubernetes.NewForConfigOrDie(p.cfg)

	user, err := env.AddUser(envtest.User{Name: "admin", Groups: []string{"system:masters"}}, nil)
	require.NoError(t, err)
	text, err := user.KubeConfig()
	require.NoError(t, err)
	p.kubeconfig = filepath.Join(t.TempDir(), "kubeconfig")
	require.NoError(t, os.WriteFile(p.kubeconfig, text, 0o600))

	p.startControllers(t, filepath.Join(dir, "kube-controller-manager"))
	p.run(t, "", p.kubectl, "create", "namespace", namespace)
	p.reset(t)
	p.kubelet = startKubelet(t, p)
	return p
}

// startControllers runs the controllers of Kubernetes that Jobs need.
func (p *plane) startControllers(t *testing.T, program string) {
	t.Helper()
	cmd := exec.Command(program, "--kubeconfig="+p.kubeconfig, "--leader-elect=false", "--secure-port=0",
		"--controllers=job-controller,serviceaccount-controller,namespace-controller,garbage-collector-controller")
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
}

// reset brings the live cluster back to where the tests start from.
func (p *plane) reset(t *testing.T) {
	t.Helper()
	p.run(t, "", p.kubectl, "apply", "--server-side", "--force-conflicts", "-f", "testdata/live.yaml")
}

// liveVersion is the topology version of the Cluster that is in the API server.
func (p *plane) liveVersion(t *testing.T) string {
	t.Helper()
	return p.run(t, "", p.kubectl, "get", "cluster", "prod", "-n", namespace, "-o", "jsonpath={.spec.topology.version}")
}

// desired writes the example Cluster with another version into a new folder.
func (p *plane) desired(t *testing.T, version string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(repository, "gitops", "kustomize", "cluster", "cluster.yaml"))
	require.NoError(t, err)
	require.Contains(t, string(text), "version: v1.32.1")
	file := filepath.Join(t.TempDir(), "cluster.yaml")
	text = bytes.ReplaceAll(text, []byte("version: v1.32.1"), []byte("version: "+version))
	require.NoError(t, os.WriteFile(file, text, 0o600))
	return file
}

// run returns the standard output of a command that must succeed; kubectl acts
// as administrator.
func (p *plane) run(t *testing.T, stdin, program string, args ...string) string {
	t.Helper()
	var out, errOut bytes.Buffer
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Env = append(os.Environ(), "KUBECONFIG="+p.kubeconfig)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &out, &errOut
	require.NoError(t, cmd.Run(), "%s %s\n%s", program, strings.Join(args, " "), &errOut)
	return out.String()
}

// crds are the kinds of Cluster API that the check reads, without their schemas.
func crds() []*apiextensionsv1.CustomResourceDefinition {
	open := true
	schema := &apiextensionsv1.JSONSchemaProps{Type: "object", XPreserveUnknownFields: &open}
	var out []*apiextensionsv1.CustomResourceDefinition
	for _, kind := range []string{"Cluster", "ClusterClass", "MachineDeployment", "MachineSet", "MachinePool", "Machine", "KubeadmControlPlane"} {
		group, plural := "cluster.x-k8s.io", strings.ToLower(kind)+"s"
		switch kind {
		case "ClusterClass":
			plural = "clusterclasses"
		case "KubeadmControlPlane":
			group = "controlplane.cluster.x-k8s.io"
		}
		crd := &apiextensionsv1.CustomResourceDefinition{ObjectMeta: metav1.ObjectMeta{Name: plural + "." + group}}
		crd.Spec = apiextensionsv1.CustomResourceDefinitionSpec{
			Group: group, Scope: apiextensionsv1.NamespaceScoped,
			Names: apiextensionsv1.CustomResourceDefinitionNames{Kind: kind, Plural: plural},
			Versions: []apiextensionsv1.CustomResourceDefinitionVersion{{
				Name: "v1beta2", Served: true, Storage: true,
				Schema: &apiextensionsv1.CustomResourceValidation{OpenAPIV3Schema: schema},
			}},
		}
		out = append(out, crd)
	}
	return out
}
