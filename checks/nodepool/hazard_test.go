package nodepool

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// hazardCase is one input of a rule and what the rule says about it.
type hazardCase struct {
	name     string
	manifest string
	// edits are pairs of text to replace in the manifest.
	edits []string
	// assume holds KEY=VALUE separated by spaces.
	assume     string
	generation Generation
	payloads   bool
	// want lists "severity subject" of findings and "skip id" of missing
	// evidence, in report order.
	want []string
}

// testRule runs the cases of one rule.
func testRule(t *testing.T, rule checks.Rule[*Pool], cases []hazardCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := c.pool(t)
			var got []string
			for _, f := range p.Findings {
				if f.Rule != rule.ID {
					continue
				}
				got = append(got, strings.TrimSpace(string(f.Severity)+" "+f.Subject))
				assert.Equal(t, p.Object.Ref(), f.Object, "findings are about the pool")
				assert.NotZero(t, f.Line, "findings about files have a position")
				assert.NotContains(t, f.Message, "\n")
			}
			for _, n := range p.NotEvaluated {
				if slices.Contains(n.Rules, rule.ID) {
					got = append(got, "skip "+n.ID)
					assert.NotEmpty(t, n.Because)
					assert.NotEmpty(t, n.How)
				}
			}
			assert.Equal(t, c.want, got)
		})
	}
}

// pool explains the only pool of the case's manifest.
func (c hazardCase) pool(t *testing.T) *Pool {
	t.Helper()
	params := Parameters{Now: time.Date(2026, 9, 20, 10, 30, 0, 0, time.UTC), Generation: c.generation, Payloads: c.payloads}
	for _, text := range strings.Fields(c.assume) {
		a, err := ParseAssumption(text)
		require.NoError(t, err)
		params.Assume = append(params.Assume, a)
	}
	for i := 0; i+1 < len(c.edits); i += 2 {
		require.Contains(t, c.manifest, c.edits[i], "the edit must hit something")
	}
	fleet := NewFleet(manifestSnapshot(t, strings.NewReplacer(c.edits...).Replace(c.manifest)), params)
	require.Len(t, fleet.Pools, 1)
	fleet.Pools[0].Explain()
	return fleet.Pools[0]
}

// manifestSnapshot reads manifests as files are read: a list proves its kind
// complete in the namespaces of its items.
func manifestSnapshot(t testing.TB, text string) *checks.Snapshot {
	t.Helper()
	b := checks.NewBuilder()
	dec := yaml.NewDecoder(strings.NewReader(text))
	for {
		var node yaml.Node
		err := dec.Decode(&node)
		if errors.Is(err, io.EOF) {
			return b.Snapshot()
		}
		require.NoError(t, err)
		o := checks.NewObject(&node, checks.Origin{File: "pool.yaml"})
		if !strings.HasSuffix(o.Kind, "List") {
			b.Add(o)
			continue
		}
		for _, item := range o.Get("items").Items() {
			one := checks.NewObject(item.Node(), checks.Origin{File: "pool.yaml"})
			one.APIVersion, one.Kind = o.APIVersion, strings.TrimSuffix(o.Kind, "List")
			b.Add(one)
			b.MarkComplete(one.GroupKind(), one.Namespace)
		}
	}
}

// noMachines proves that the pool has no machine.
const noMachines = machineList + "- metadata: {name: other, namespace: clusters-demo}\n---\n"

// The hashes of a pool whose user changed the configuration, and of one whose
// management content drifted.
const (
	editAssumed  = "hash=8d3fc104 rolloutHash=d9e31f2f rolloutHashWithoutVersion=35c29f14 version=4.18.5"
	driftAssumed = "hash=1319b33c rolloutHash=9db67280 rolloutHashWithoutVersion=38c2a3cd version=4.18.5"
	sameAssumed  = "hash=c3481e6f rolloutHash=9db67280 rolloutHashWithoutVersion=38c2a3cd version=4.18.5"
)

// Edits that many cases share.
var (
	deployedB = []string{"dataSecretName: user-data-workers-c3481e6f", "dataSecretName: user-data-workers-8d3fc104"}
	rolling   = []string{"upToDateReplicas: 2", "upToDateReplicas: 1", "replicas: 2, availableReplicas: 2", "replicas: 3, availableReplicas: 2"}
	pausedNow = []string{"  clusterName: demo", "  clusterName: demo\n  pausedUntil: \"true\""}
	deleted   = []string{"  generation: 4\n", "  generation: 4\n" + deletionLine}
	inPlace   = []string{"kind: MachineDeployment", "kind: MachineSet", "  platform: {type: Azure}", "  platform: {type: Azure}\n  management: {upgradeType: InPlace}"}
	drift     = []string{"ConfigUpdatePending, status: \"False\"", "ConfigUpdatePending, status: \"True\", reason: ManagementConfigDrift"}
)

func addCondition(typ, status, reason, message string) []string {
	return []string{"  conditions:\n", "  conditions:\n" + condition(typ, status, reason, message)}
}

func TestSettledPoolHasNoFindings(t *testing.T) {
	p := hazardCase{manifest: sampleCluster + samplePool + sampleWorkload + noMachines + sampleSecrets}.pool(t)
	assert.Equal(t, Steady, p.State)
	assert.Empty(t, p.Findings)
	assert.Empty(t, p.NotEvaluated, "nothing is missing either")
}

func TestEveryHazardIsListedOnce(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Hazards() {
		assert.False(t, seen[r.ID], r.ID)
		seen[r.ID] = true
		assert.True(t, strings.HasPrefix(r.ID, "nodepool/"), r.ID)
	}
	assert.Len(t, seen, 42)
}

// A rule that panics becomes an internal error; the simulated operator leads
// pools through all states, with evidence missing at random.
func TestHazardsNeverFailInside(t *testing.T) {
	for seed := range uint64(40) {
		o := newOperator(seed)
		for range 8 {
			o.step()
			p := explained(t, snapshot(t, o.dump(map[string]bool{"secrets": seed%3 == 0, "workload": seed%5 == 0})), Parameters{Now: o.clock, Payloads: true})
			for _, n := range p.NotEvaluated {
				require.NotEqual(t, checks.InternalError, n.ID, n.Because)
			}
		}
	}
}

// findingOf shortens signatures of predicates.
type findingOf = checks.Finding
