// Package livetest tests the commands against a real API server. One control
// plane serves the package; every test has clusters or namespaces of its own.
package livetest

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
	"sigs.k8s.io/yaml"

	"github.com/rollout-pin/kubectl-rollout-pin/internal/realtest"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin"
)

// demoTime is a clock at which the sample fleet makes sense.
const demoTime = "2026-09-20T10:30:00Z"

// plane is the control plane of the package.
type plane struct {
	env    *envtest.Environment
	client client.Client
	admin  string // kubeconfig
}

// shared starts with the first test that asks for it and is stopped by TestMain.
var shared struct {
	sync.Once
	*plane
	err error
}

func TestMain(m *testing.M) {
	code := m.Run()
	if shared.plane != nil {
		if err := shared.env.Stop(); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}
	os.Exit(code)
}

// start returns the control plane, with the sample fleet in it.
func start(t *testing.T) *plane {
	t.Helper()
	dir := realtest.Kube(t)
	shared.Do(func() {
		env := &envtest.Environment{BinaryAssetsDirectory: dir, CRDDirectoryPaths: []string{"../../plugin/testdata/crds"}, ErrorIfCRDPathMissing: true}
		cfg, err := env.Start()
		if err != nil {
			shared.err = err
			return
		}
		p := &plane{env: env}
		shared.plane = p
		cfg.QPS = -1
		if p.client, shared.err = client.New(cfg, client.Options{}); shared.err != nil {
			return
		}
		shared.err = p.fill()
	})
	require.NoError(t, shared.err)
	shared.admin = kubeconfig(t, shared.plane, "admin", "system:masters")
	return shared.plane
}

var generation = regexp.MustCompile(`observedGeneration: \d+`)

// fill loads the sample fleet. The server counts generations itself.
func (p *plane) fill() error {
	text, err := os.ReadFile("../../plugin/demo.yaml")
	if err != nil {
		return err
	}
	return p.apply(generation.ReplaceAllString(string(text), "observedGeneration: 1"))
}

// apply creates the objects of a YAML stream, with their namespaces.
func (p *plane) apply(text string) error {
	for _, doc := range strings.Split("\n"+text, "\n---") {
		o := &unstructured.Unstructured{}
		if err := yaml.Unmarshal([]byte(doc), &o.Object); err != nil {
			return err
		}
		if len(o.Object) == 0 {
			continue
		}
		if !o.IsList() {
			if err := p.create(o); err != nil {
				return err
			}
			continue
		}
		list, err := o.ToList()
		if err != nil {
			return err
		}
		for i := range list.Items {
			item := &list.Items[i]
			if item.GetKind() == "" {
				item.SetGroupVersionKind(itemKind(o))
			}
			if err := p.create(item); err != nil {
				return err
			}
		}
	}
	return nil
}

func itemKind(list *unstructured.Unstructured) schema.GroupVersionKind {
	gvk := list.GroupVersionKind()
	gvk.Kind = strings.TrimSuffix(gvk.Kind, "List")
	return gvk
}

func (p *plane) create(o *unstructured.Unstructured) error {
	owners := o.GetOwnerReferences()
	for i := range owners {
		if owners[i].UID == "" { // dumps may leave it out, servers demand it
			owners[i].UID = "00000000-0000-0000-0000-000000000001"
		}
	}
	o.SetOwnerReferences(owners)
	ctx := context.Background()
	if ns := o.GetNamespace(); ns != "" {
		space := &unstructured.Unstructured{}
		space.SetGroupVersionKind(schema.GroupVersionKind{Version: "v1", Kind: "Namespace"})
		space.SetName(ns)
		if err := client.IgnoreAlreadyExists(p.client.Create(ctx, space)); err != nil {
			return err
		}
	}
	o.SetResourceVersion("")
	o.SetUID("")
	if err := p.client.Create(ctx, o); err != nil {
		return fmt.Errorf("create %s %s: %w", o.GetKind(), o.GetName(), err)
	}
	return nil
}

// kubeconfig adds a user and writes a kubeconfig for it.
func kubeconfig(t *testing.T, p *plane, name string, groups ...string) string {
	t.Helper()
	user, err := p.env.AddUser(envtest.User{Name: name, Groups: groups}, nil)
	require.NoError(t, err)
	text, err := user.KubeConfig()
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "kubeconfig")
	require.NoError(t, os.WriteFile(file, text, 0o600))
	return file
}

// user has the roles of a file of gitops/rbac, less the resources left out.
func user(t *testing.T, p *plane, file string, without ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "gitops", "rbac", file))
	require.NoError(t, err)
	role := &unstructured.Unstructured{}
	require.NoError(t, yaml.Unmarshal(text, &role.Object))
	name := strings.ToLower(t.Name())
	role.SetName(name)
	rules, _, err := unstructured.NestedSlice(role.Object, "rules")
	require.NoError(t, err)
	rules = slices.DeleteFunc(rules, func(r any) bool {
		resources, _, _ := unstructured.NestedStringSlice(r.(map[string]any), "resources")
		return slices.ContainsFunc(resources, func(r string) bool { return slices.Contains(without, r) })
	})
	require.NoError(t, unstructured.SetNestedSlice(role.Object, rules, "rules"))
	require.NoError(t, p.client.Create(t.Context(), role))
	binding := &unstructured.Unstructured{Object: map[string]any{
		"roleRef":  map[string]any{"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": name},
		"subjects": []any{map[string]any{"apiGroup": "rbac.authorization.k8s.io", "kind": "User", "name": name}},
	}}
	binding.SetGroupVersionKind(schema.GroupVersionKind{Group: "rbac.authorization.k8s.io", Version: "v1", Kind: "ClusterRoleBinding"})
	binding.SetName(name)
	require.NoError(t, p.client.Create(t.Context(), binding))
	return kubeconfig(t, p, name)
}

// dump writes what `kubectl get -o yaml` gives of the kinds.
func dump(t *testing.T, p *plane, namespace string, kinds ...schema.GroupVersionKind) string {
	t.Helper()
	dir := t.TempDir()
	for _, gvk := range kinds {
		list := &unstructured.UnstructuredList{}
		list.SetGroupVersionKind(schema.GroupVersionKind{Group: gvk.Group, Version: gvk.Version, Kind: gvk.Kind + "List"})
		require.NoError(t, p.client.List(t.Context(), list, client.InNamespace(namespace)))
		text, err := yaml.Marshal(list.UnstructuredContent())
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, strings.ToLower(gvk.Kind)+".yaml"), text, 0o600))
	}
	return dir
}

type ran struct {
	code        int
	out, errOut string
}

func run(t *testing.T, args ...string) ran {
	t.Helper()
	var out, errOut bytes.Buffer
	argv := append([]string{"kubectl-rollout_pin"}, args...)
	code := plugin.Main(t.Context(), append(argv, "--cache-dir", t.TempDir()), strings.NewReader(""), &out, &errOut)
	return ran{code, out.String(), errOut.String()}
}

func objectKey(name string) client.ObjectKey { return client.ObjectKey{Name: name} }
