package topology

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/topology/plan"
)

// state is a settled cluster with MachineDeployments md-0, md-1 and so on.
type state struct {
	version string
	// pins, "" where there is none.
	pins []string
	// listed are the versions of the class.
	listed []string
}

// manifest is the Cluster as a user writes it; observed gives it what an API
// server adds.
func (s state) manifest(observed bool) string {
	var out strings.Builder
	out.WriteString("apiVersion: cluster.x-k8s.io/v1beta2\nkind: Cluster\nmetadata:\n  name: c1\n  namespace: default\n")
	if observed {
		out.WriteString("  resourceVersion: \"7\"\n")
	}
	fmt.Fprintf(&out, "spec:\n  controlPlaneRef: {apiGroup: controlplane.cluster.x-k8s.io, kind: KubeadmControlPlane, name: c1}\n"+
		"  topology:\n    classRef: {name: general}\n    version: %s\n    workers:\n      machineDeployments:\n", s.version)
	for i, pin := range s.pins {
		fmt.Fprintf(&out, "      - class: worker\n        name: md-%d\n", i)
		if pin != "" {
			fmt.Fprintf(&out, "        version: %s\n", pin)
		}
	}
	return out.String()
}

// observed is the cluster with everything that runs at its version.
func (s state) observed() string {
	var out strings.Builder
	out.WriteString(s.manifest(true))
	fmt.Fprintf(&out, "---\napiVersion: controlplane.cluster.x-k8s.io/v1beta2\nkind: KubeadmControlPlane\n"+
		"metadata: {name: c1, namespace: default, labels: {cluster.x-k8s.io/cluster-name: c1}}\nspec: {version: %[1]s}\nstatus: {version: %[1]s, versions: [{version: %[1]s, replicas: 1}]}\n", s.version)
	fmt.Fprintf(&out, "---\napiVersion: cluster.x-k8s.io/v1beta2\nkind: ClusterClass\nmetadata: {name: general, namespace: default}\n"+
		"spec:\n  kubernetesVersions: [%s]\n  workers: {machineDeployments: [{class: worker}]}\n", strings.Join(s.listed, ", "))
	for i, pin := range s.pins {
		if pin == "" {
			pin = s.version
		}
		fmt.Fprintf(&out, "---\napiVersion: cluster.x-k8s.io/v1beta2\nkind: MachineDeployment\nmetadata:\n  name: md-%[1]d\n  namespace: default\n"+
			"  labels: {cluster.x-k8s.io/cluster-name: c1, topology.cluster.x-k8s.io/owned: \"\", topology.cluster.x-k8s.io/deployment-name: md-%[1]d}\n"+
			"spec: {template: {spec: {version: %[2]s}}}\n", i, pin)
		fmt.Fprintf(&out, "---\napiVersion: cluster.x-k8s.io/v1beta2\nkind: Machine\nmetadata:\n  name: md-%[1]d-a\n  namespace: default\n"+
			"  labels: {cluster.x-k8s.io/cluster-name: c1, topology.cluster.x-k8s.io/deployment-name: md-%[1]d, cluster.x-k8s.io/deployment-name: md-%[1]d}\n"+
			"spec: {version: %[2]s}\nstatus: {nodeInfo: {kubeletVersion: %[2]s}}\n", i, pin)
	}
	return out.String()
}

func (s state) apply(e plan.Edit) state {
	out := state{version: s.version, listed: s.listed, pins: append([]string(nil), s.pins...)}
	if !e.Version.IsZero() {
		out.version = e.Version.Version.String()
	}
	for _, p := range e.Pins {
		for _, name := range p.Pools {
			var i int
			if _, err := fmt.Sscanf(name, "MachineDeployment/md-%d", &i); err != nil {
				panic(err)
			}
			out.pins[i] = p.To.Version.String()
		}
	}
	return out
}

// judge evaluates the step from a settled state to another manifest.
func judge(t *testing.T, from, to state) (*Change, Outcome) {
	t.Helper()
	changes := Changes(Input{
		Settings: Settings{Profile: CAEP, Gates: Gates{PinningGate: true}},
		New:      readSnapshot(t, to.manifest(false)), Base: readSnapshot(t, from.observed()),
	})
	require.Len(t, changes, 1)
	return changes[0], NewEvaluator().Evaluate(changes[0])
}

func readSnapshot(t *testing.T, text string) *checks.Snapshot {
	t.Helper()
	b := checks.NewBuilder()
	dec := yaml.NewDecoder(bytes.NewReader([]byte(text)))
	for doc := 0; ; doc++ {
		var node yaml.Node
		err := dec.Decode(&node)
		if errors.Is(err, io.EOF) {
			return b.Snapshot()
		}
		require.NoError(t, err)
		b.Add(checks.NewObject(&node, checks.Origin{File: "x.yaml", Document: doc}))
	}
}

// TestNextEditsPassTheRules feeds each proposed edit back into the rules: none is
// refused, and the last one leaves the topology version that was wanted, or the
// one that the wanted pins need.
func TestNextEditsPassTheRules(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	versions := strings.Fields("v1.30.1 v1.31.4 v1.32.0 v1.33.2 v1.34.1 v1.35.0 v1.36.0")
	pick := func() string { return versions[random.IntN(len(versions))] }
	proposals := 0
	for range 200 {
		from, to := state{version: pick()}, state{version: pick()}
		if random.IntN(2) == 0 {
			from.listed = versions
		}
		for range 1 + random.IntN(3) {
			from.pins, to.pins = append(from.pins, ""), append(to.pins, "")
		}
		for i := range from.pins {
			if random.IntN(2) == 0 {
				from.pins[i] = pick()
			}
			if random.IntN(3) > 0 {
				to.pins[i] = pick()
			}
		}
		if _, own := judge(t, state{version: from.version, pins: make([]string, len(from.pins)), listed: from.listed}, from); bad(own, "pin/above-control-plane", "pin/skew") {
			continue // such a cluster cannot be
		}
		change, out := judge(t, from, to)
		if !out.Refused || len(out.NextEdits) == 0 || strings.HasPrefix(out.NextEdits[0], "cure") {
			continue
		}
		proposals++
		now := from
		for _, e := range plan.NextEdits(change.planInput, true) {
			next := now.apply(e)
			_, step := judge(t, now, next)
			require.False(t, step.Refused, "from %v: %s\nof %v\n%v", now, e, out.NextEdits, step.Findings)
			now = next
		}
		require.GreaterOrEqual(t, now.version, to.version, "%v", out.NextEdits)
	}
	require.Greater(t, proposals, 40)
}

func bad(out Outcome, rules ...string) bool {
	for _, f := range out.Findings {
		for _, r := range rules {
			if f.Rule == r {
				return true
			}
		}
	}
	return false
}
