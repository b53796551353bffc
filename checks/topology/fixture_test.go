package topology

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/topology/plan"
)

// snapshot reads documents as a source does.
func snapshot(t testing.TB, file string, docs ...string) *checks.Snapshot {
	t.Helper()
	b := checks.NewBuilder()
	dec := yaml.NewDecoder(bytes.NewReader([]byte(strings.Join(docs, "---\n"))))
	for i := 0; ; i++ {
		var node yaml.Node
		err := dec.Decode(&node)
		if errors.Is(err, io.EOF) {
			return b.Snapshot()
		}
		require.NoError(t, err)
		o := checks.NewObject(&node, checks.Origin{File: file, Document: i})
		if o.Namespace == "" && o.Kind != "Node" && o.Kind != "CustomResourceDefinition" {
			o.Namespace = "default"
		}
		b.Add(o)
	}
}

// scene is what is observed of a cluster. Without more, everything is settled at
// the persisted versions, the class lists no versions and the CRD has the pin.
type scene struct {
	spec, status string            // of the control plane
	runs         map[string]string // the version of a pool's object
	nodes        map[string]string // what its Machines or Nodes run
	class        []string
	without      []string // of: class, controlplane, workers, machines, nodes, crd
	hook         bool
}

// documents of the base: the persisted cluster and what is observed of it.
func (s scene) documents(old sample) []string {
	if s.hook {
		old = old.annotated(hooksAnnotation + ": " + afterClusterUpgrade)
	}
	docs := []string{old.persisted()}
	if s.has("controlplane") {
		docs = append(docs, s.plane(old))
	}
	for _, p := range old.pools {
		docs = append(docs, s.pool(old, p)...)
	}
	if s.has("class") {
		docs = append(docs, classYAML(sampleClass, s.class...))
	}
	if s.has("crd") {
		docs = append(docs, crdYAML("version: {type: string}"))
	}
	return docs
}

func (s scene) has(what string) bool { return !slices.Contains(s.without, what) }

func (s scene) plane(old sample) string {
	spec, status := old.version, old.version
	if s.spec != "" {
		spec, status = s.spec, s.spec
	}
	if s.status != "" {
		status = s.status
	}
	doc := controlPlane(spec, status)
	if s.status == "none" {
		doc = strings.Replace(doc, "  version: none\n", "  replicas: 1\n", 1)
	}
	return doc
}

func (s scene) pool(old sample, text string) []string {
	text, _, _ = strings.Cut(text, "+")
	name, v, _ := strings.Cut(text, "@")
	if v == "" {
		v = old.version
	}
	if r := s.runs[name]; r != "" {
		v = r
	}
	if !s.has("workers") {
		return nil
	}
	n := v
	if r := s.nodes[name]; r != "" {
		n = r
	}
	if strings.HasPrefix(name, "mp") {
		return s.machinePool(name, v, n)
	}
	docs := []string{runs(name, v)}
	if s.has("machines") {
		docs = append(docs, machine(name, n, n))
	}
	return docs
}

func (s scene) machinePool(name, v, kubelet string) []string {
	docs := []string{runs(name, v) + fmt.Sprintf("status:\n  nodeRefs:\n  - name: node-%s\n", name)}
	if s.has("nodes") {
		docs = append(docs, fmt.Sprintf("apiVersion: v1\nkind: Node\nmetadata:\n  name: node-%s\nstatus:\n  nodeInfo:\n    kubeletVersion: %s\n", name, kubelet))
	}
	return docs
}

// gateOn is how most vectors are judged.
func gateOn() Settings { return Settings{Profile: CAEP, Gates: Gates{PinningGate: true}} }

// evaluate judges the first change of two sides.
func evaluate(t testing.TB, settings Settings, desired []string, base ...string) (*Change, Outcome) {
	t.Helper()
	in := Input{Settings: settings, New: snapshot(t, "new.yaml", desired...)}
	if len(base) > 0 {
		in.Base = snapshot(t, "base.yaml", base...)
	}
	changes := Changes(in)
	require.NotEmpty(t, changes)
	return changes[0], NewEvaluator().Evaluate(changes[0])
}

// standing findings come with every pool that is pinned behind.
var standing = []string{"pin/kubeadm-join", "pin/preflight-blocks-scale", "pin/defers-hooks-ignored"}

// found writes findings as "severity rule subject", without standing ones unless
// they are wanted.
func found(o Outcome, all bool) []string {
	out := []string{}
	for _, f := range o.Findings {
		if !all && slices.Contains(standing, f.Rule) {
			continue
		}
		out = append(out, strings.TrimSpace(string(f.Severity[0:1])+" "+f.Rule+" "+f.Subject))
	}
	slices.Sort(out)
	return out
}

func missing(o Outcome) []string {
	out := []string{}
	for _, n := range checks.JoinNotEvaluated(o.NotEvaluated) {
		out = append(out, n.ID)
	}
	return out
}

// steps writes a plan in short.
func steps(list []plan.Step) []string {
	out := []string{}
	for _, s := range list {
		out = append(out, s.String())
	}
	return out
}
