package source

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

var configMaps = checks.GroupKind{Kind: "ConfigMap"}

const settings = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata: {a: b}\n"

func render(dir string) (*checks.Snapshot, error) {
	return Load(context.Background(), Options{Kustomize: dir, Namespace: "default"})
}

func TestKustomize(t *testing.T) {
	dir := write(t, map[string]string{
		"base/kustomization.yaml":    "resources: [cm.yaml]\n",
		"base/cm.yaml":               settings,
		"overlay/kustomization.yaml": "namespace: prod\nnamePrefix: x-\nresources: [../base]\n",
	})
	s, err := render(filepath.Join(dir, "overlay"))
	require.NoError(t, err)
	o, ok := s.Get(configMaps, "prod", "x-settings")
	require.True(t, ok)
	require.Equal(t, checks.Position{File: filepath.Join(dir, "overlay")}, o.At(o.Get("data")))
}

func TestKustomizeRefuses(t *testing.T) {
	bomb := bombText()
	for name, test := range map[string]struct {
		files map[string]string
		want  string
	}{
		"alias bomb in a resource": {map[string]string{"kustomization.yaml": "resources: [cm.yaml]\n", "cm.yaml": bomb}, "cm.yaml:6:5: its aliases"},
		"alias bomb in a patch": {map[string]string{
			"kustomization.yaml": "resources: [cm.yaml]\npatches: [{path: p.yaml}]\n", "cm.yaml": settings, "p.yaml": bomb,
		}, "p.yaml:6:5: its aliases"},
		"alias bomb in the kustomization": {map[string]string{"kustomization.yaml": bomb}, "kustomization.yaml:6:5: its aliases"},
		"remote file":                     {map[string]string{"kustomization.yaml": "resources:\n- https://127.0.0.1:1/x.yaml\n"}, "kustomization.yaml:2:3: it names something remote"},
		"remote repository":               {map[string]string{"kustomization.yaml": "resources:\n- github.com/a/b?ref=main\n"}, "remote"},
		"remote by user":                  {map[string]string{"kustomization.yaml": "components:\n- git@127.0.0.1:a/b\n"}, "remote"},
		"remote patch":                    {map[string]string{"kustomization.yaml": "patches:\n- path: http://127.0.0.1:1/x\n"}, "remote"},
		"remote generator":                {map[string]string{"kustomization.yaml": "configMapGenerator:\n- name: a\n  files: [a=https://127.0.0.1:1/x]\n"}, "remote"},
		"remote plugin":                   {map[string]string{"kustomization.yaml": "transformers:\n- |-\n  apiVersion: builtin\n  kind: PatchTransformer\n  metadata: {name: a}\n  path: https://127.0.0.1:1/x\n"}, "remote"},
		"remote plugin file":              {map[string]string{"kustomization.yaml": "transformers: [t.yaml]\n", "t.yaml": "apiVersion: builtin\nkind: PatchTransformer\nmetadata: {name: a}\npath: https://127.0.0.1:1/x\n"}, "t.yaml:4:7: it names something remote"},
		"missing resource":                {map[string]string{"kustomization.yaml": "resources:\n- nowhere.yaml\n"}, "kustomization.yaml:2:3: it names a file or directory that does not exist"},
		"no kustomization":                {map[string]string{"cm.yaml": settings}, "there is no kustomization file"},
		"broken resource":                 {map[string]string{"kustomization.yaml": "resources: [cm.yaml]\n", "cm.yaml": "a: b\n c: hunter2\n"}, "cm.yaml:2: not valid YAML"},
		"outside":                         {map[string]string{"k/kustomization.yaml": "resources: [../cm.yaml]\n", "cm.yaml": settings}, "lies outside"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := write(t, test.files)
			if _, ok := test.files["k/kustomization.yaml"]; ok {
				dir = filepath.Join(dir, "k")
			}
			_, err := render(dir)
			require.ErrorContains(t, err, test.want)
			require.NotContains(t, err.Error(), "hunter")
		})
	}
}

func TestKustomizeDoesNotHideDuplicateKeys(t *testing.T) {
	for name, text := range map[string]string{
		"at the top": settings + "data: {a: c}\n",
		"nested":     "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata:\n  a: b\n  a: c\n",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := render(write(t, map[string]string{"kustomization.yaml": "resources: [cm.yaml]\n", "cm.yaml": text}))
			require.ErrorContains(t, err, "cm.yaml:6:")
			require.ErrorContains(t, err, "a key stands twice")
		})
	}
}
