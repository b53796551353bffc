package config

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

const full = `checks: [topology, nodepool]
base:
  files: [base/]
  objects:
  - {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}
profile: draft-impl
featureGates:
  ClusterTopologyWorkerVersionPinning: true
maxMinorSkew: 2
failOn: warning
requireComplete: true
emit: none
stamp: true
renderPin: renderpin.yaml
baseline: baseline.yaml
ignorePaths: ["charts/**"]
ignore:
- rule: pin/*
  object: {kind: Cluster, namespace: team-*, name: c1, labels: {env: dev}}
  subject: MachineDeployment/*
  file: "*.yaml"
  reason: moves in spring
  until: 2027-03-01
`

func TestParse(t *testing.T) {
	l, err := Parse([]byte(full), "dir/.rollout-pin.yaml")
	require.NoError(t, err)
	assert.Equal(t, []string{"topology", "nodepool"}, l.Checks)
	assert.Equal(t, "ConfigMap", checks.NewValue(l.Base.Objects[0]).Get("kind").Text())
	assert.Equal(t, map[string]bool{"ClusterTopologyWorkerVersionPinning": true}, l.FeatureGates)
	assert.Equal(t, 2, *l.MaxMinorSkew)
	assert.True(t, *l.Stamp)
	assert.Equal(t, "renderpin.yaml", l.RenderPin.Value)
	assert.Equal(t, filepath.Join("dir", "baseline.yaml"), l.Path(l.Baseline))
	assert.Equal(t, []checks.Ignore{{
		Rule:    "pin/*",
		Object:  checks.ObjectSelector{Kind: "Cluster", Namespace: "team-*", Name: "c1", Labels: map[string]string{"env": "dev"}},
		Subject: "MachineDeployment/*", File: "*.yaml", Reason: "moves in spring", Until: "2027-03-01",
		Position: checks.Position{File: "dir/.rollout-pin.yaml", Line: 18, Column: 3}, Path: "ignore[0]",
	}}, l.Ignore)
}

func TestParseEnvelope(t *testing.T) {
	l, err := Parse([]byte("apiVersion: rollout-pin.dev/v1alpha1\nkind: RolloutPin\nmetadata: {name: x, annotations: {a: b}}\nspec:\n  failOn: info\n"), "f.yaml")
	require.NoError(t, err)
	assert.Equal(t, "info", l.FailOn)
	assert.Equal(t, 5, l.Positions["failOn"].Line)
	for _, empty := range []string{"", "---\n", "# nothing\n", "apiVersion: rollout-pin.dev/v1alpha1\nkind: RolloutPin\n"} {
		l, err := Parse([]byte(empty), "f.yaml")
		require.NoError(t, err, empty)
		assert.Equal(t, Settings{}, l.Settings)
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"failon: error":                          `f.yaml:1:1: unknown key "failon": is it "failOn"?`,
		"ignore:\n- rule: a/b\n  raeson: x":      `f.yaml:3:3: unknown key "raeson" in ignore[0]: is it "reason"?`,
		"zzzzzzzzzzzzzzzz: 1":                    `f.yaml:1:1: unknown key "zzzzzzzzzzzzzzzz": use base, baseline, checks, emit, failOn, featureGates, ignore, ignorePaths, maxMinorSkew, profile, renderPin, requireComplete, stamp`,
		"failOn: eror":                           `f.yaml:1:9: failOn: use error, warning, info, never; is it "error"?`,
		"checks: [topology, pins]":               `f.yaml:1:20: checks[1]: use topology, machinepool, nodepool, render`,
		"checks: topology":                       "f.yaml:1:9: checks must be a list",
		"checks:\n- [a]":                         "f.yaml:2:3: checks[0] must be a single value",
		"stamp: maybe":                           "f.yaml:1:8: stamp must be true or false",
		"stamp: yes\nstamp: no":                  "f.yaml:1:8: stamp must be true or false",
		"emit: none\nemit: none":                 "f.yaml:2:1: emit stands twice, first in line 1",
		"maxMinorSkew: two":                      "f.yaml:1:15: maxMinorSkew must be a whole number",
		"maxMinorSkew: -1":                       "f.yaml:1:15: maxMinorSkew must not be negative",
		"- a":                                    "f.yaml:1:1: the document must be a mapping",
		"ignore:\n- reason: x":                   "f.yaml:2:3: ignore[0] has no rule: give a rule id, or a pattern such as pin/*",
		"ignore:\n- {rule: a/b, until: soon}":    "f.yaml:2:22: ignore[0].until must be a day such as 2026-12-31",
		"emit: none\n---\nemit: none":            "f.yaml: settings are one document",
		"kind: ConfigMap\nspec: {}":              "f.yaml:1:1: settings are of kind RolloutPin, apiVersion rollout-pin.dev/v1alpha1",
		"spec: {}\nfailOn: error":                `f.yaml:2:1: unknown key "failOn"`,
		"a: &a {b: c}\n<<: *a":                   `f.yaml:1:1: unknown key "a"`,
		"featureGates: {A: 3}":                   "f.yaml:1:19: featureGates.A must be true or false",
		"emit: [":                                "f.yaml: ",
		"<<: {emit: none}":                       "f.yaml:1:1: keys of the document must be plain words",
		"? [a]\n: b":                             "f.yaml:1:3: keys of the document must be plain words",
		"base: {objects: {}}":                    "f.yaml:1:17: base.objects must be a list",
		"ignore: [{rule: a/b, object: Cluster}]": "f.yaml:1:30: ignore[0].object must be a mapping",
	} {
		_, err := Parse([]byte(text), "f.yaml")
		require.Error(t, err, text)
		assert.Contains(t, err.Error(), want, text)
	}
}

func TestFromConfigMap(t *testing.T) {
	var n yaml.Node
	require.NoError(t, yaml.Unmarshal([]byte(`checks: "topology, render"
base: a.yaml,b.yaml
featureGates: "A=true,B=false"
failOn: warning
stamp: "true"
maxMinorSkew: "2"
renderPin: pin.yaml
`), &n))
	l, err := FromConfigMap(n.Content[0], "functionConfig")
	require.NoError(t, err)
	assert.Equal(t, []string{"topology", "render"}, l.Checks)
	assert.Equal(t, []string{"a.yaml", "b.yaml"}, l.Base.Files)
	assert.Equal(t, map[string]bool{"A": true, "B": false}, l.FeatureGates)
	assert.True(t, *l.Stamp)
	assert.Equal(t, 2, *l.MaxMinorSkew)
	assert.Equal(t, "pin.yaml", l.RenderPin.Value)

	require.NoError(t, yaml.Unmarshal([]byte("stamp: 'maybe'"), &n))
	_, err = FromConfigMap(n.Content[0], "functionConfig")
	assert.ErrorContains(t, err, "functionConfig:1:8: stamp must be true or false")
}

func TestFind(t *testing.T) {
	root := t.TempDir()
	repo := filepath.Join(root, "repo")
	deep := filepath.Join(repo, "a", "b")
	require.NoError(t, os.MkdirAll(deep, 0o755))
	write := func(dir string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, FileName), []byte("failOn: info\n"), 0o644))
	}
	write(root)
	assert.Empty(t, find(deep), "outside of a repository only the directory itself counts")
	require.NoError(t, os.Mkdir(filepath.Join(repo, ".git"), 0o755))
	assert.Empty(t, find(deep), "nothing above the repository counts")
	write(repo)
	assert.Equal(t, filepath.Join("..", "..", FileName), find(deep))
	write(filepath.Join(repo, "a"))
	assert.Equal(t, filepath.Join("..", FileName), find(deep), "the nearest wins")
	write(deep)
	assert.Equal(t, FileName, find(deep))
}

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	l, err := Load("", dir)
	require.NoError(t, err)
	assert.Equal(t, &Loaded{}, l)
	_, err = Load(filepath.Join(dir, "absent.yaml"), dir)
	assert.ErrorContains(t, err, "absent.yaml")
}

func TestEffective(t *testing.T) {
	l, err := Parse([]byte(full), "s.yaml")
	require.NoError(t, err)
	for _, r := range l.Effective() {
		assert.Regexp(t, `^s\.yaml:\d+:\d+$`, r.Origin, r.Name)
	}
	for _, r := range (&Loaded{}).Effective() {
		assert.Equal(t, "default", r.Origin, r.Name)
	}
	text, err := YAML(l.Effective())
	require.NoError(t, err)
	assert.Contains(t, string(text), "# s.yaml:6:10\nprofile: draft-impl\n")
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(full))
	f.Add([]byte("a: &a [*a]"))
	f.Add([]byte("ignore: [{rule: a/b, until: 2026-01-01}]"))
	f.Fuzz(func(t *testing.T, data []byte) {
		l, err := Parse(data, "f.yaml")
		if err == nil {
			_, err = YAML(l.Effective())
			require.NoError(t, err)
		}
	})
}
