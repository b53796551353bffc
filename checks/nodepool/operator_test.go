package nodepool

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// operator imitates the passes of one operator over one pool, as far as
// rollouts are concerned. It knows everything, also what no object records.
type operator struct {
	r          *rand.Rand
	generation Generation
	clock      time.Time

	// What is asked for: user configuration, management content, release.
	config, management, release int
	specGeneration              int

	// What the NodePool records.
	s, c, cc, crc, ip string
	completed         bool
	conditions        map[string]simCondition
	// What the workload records.
	exists, done            bool
	reference, deployed, wt string
	secrets                 map[string]*simSecret
	// unsettled: something happened that conditions do not show yet although
	// the NodePool's generation did not move, so a snapshot would be of a
	// moment between two passes.
	unsettled bool
}

type simCondition struct {
	status     bool
	message    string
	generation int
}

type simSecret struct {
	created time.Time
	marked  bool
}

func newOperator(seed uint64) *operator {
	r := rand.New(rand.NewPCG(seed, 7))
	return &operator{
		r: r, generation: []Generation{GenerationA, GenerationB, GenerationC, GenerationC}[r.IntN(4)],
		clock:      time.Date(2026, 9, 1, 0, 0, 0, 0, time.UTC),
		conditions: map[string]simCondition{}, secrets: map[string]*simSecret{}, specGeneration: 1, unsettled: true,
	}
}

func digest(parts ...any) string {
	f := fnv.New32a()
	fmt.Fprintln(f, parts...)
	return fmt.Sprintf("%08x", f.Sum32())
}

func (o *operator) version() string { return fmt.Sprintf("4.18.%d", o.release) }
func (o *operator) h() string       { return digest("h", o.config, o.management, o.release) }
func (o *operator) hw() string      { return digest("h", o.config, o.management) }
func (o *operator) rollout() string { return digest("r", o.config, o.release) }
func (o *operator) rw() string      { return digest("r", o.config) }

// world is the truth.
func (o *operator) world() World {
	return World{
		Generation: o.generation, H: o.h(), D: ReferenceHash(o.reference), C: o.c, V: o.version(), DV: o.deployed, S: o.s,
		R: o.rollout(), Target: o.wt, InProgress: o.ip, Rw: o.rw(), Baseline: o.crc,
		CompletedKey: o.completed, Workload: o.exists, Janitor: true,
	}
}

// step lets something happen.
func (o *operator) step() {
	o.clock = o.clock.Add(time.Duration(1+o.r.IntN(40)) * time.Minute)
	switch o.r.IntN(14) {
	case 0:
		o.config = o.r.IntN(2)
		o.specGeneration++
	case 1:
		o.release = o.r.IntN(2)
		o.specGeneration++
	case 2:
		o.management = o.r.IntN(3)
		o.unsettled = true
	case 3:
		o.config = o.r.IntN(2)
		o.unsettled = true
	case 4:
		if o.generation == GenerationA && o.completed && o.r.IntN(3) == 0 {
			o.generation = GenerationC
			o.unsettled = true
		}
	case 5, 6, 7:
		o.done = o.exists
	case 8:
		o.janitor()
	default:
		o.pass()
	}
}

// janitor handles an event of every secret.
func (o *operator) janitor() {
	w := o.world()
	for name, s := range o.secrets {
		hash := ReferenceHash("x-" + name)
		ok := hash == w.H || (o.generation != GenerationA && (hash == w.C || hash == w.D))
		switch {
		case ok:
		case strings.HasPrefix(name, "token-"):
			s.marked = true
		default:
			delete(o.secrets, name)
		}
		if s.marked && o.r.IntN(3) == 0 {
			delete(o.secrets, name)
		}
	}
}

func (o *operator) pass() {
	before := o.world()
	o.report()
	w := o.world()
	outdated := w.IsOutdated()
	if outdated && o.c != "" && (o.generation == GenerationA || o.crc != "" || o.c != w.D) {
		if t := o.secrets[SecretName(TokenSecret, "workers", o.c)]; t != nil {
			t.marked = true
		}
		delete(o.secrets, SecretName(UserDataSecret, "workers", o.c))
	}
	effective := decide(w, outdated).Effective
	o.maintain(effective)
	if o.generation == GenerationA {
		o.workSingle(effective)
	} else {
		o.seed()
		o.workDual(effective)
	}
	after := o.world()
	o.unsettled = before.S != after.S || before.C != after.C || (before.Baseline != "" && before.Baseline != after.Baseline)
}

// report writes the conditions, which is the first thing that a pass does.
func (o *operator) report() {
	set := func(typ string, status bool, message string) {
		o.conditions[typ] = simCondition{status, message, o.specGeneration}
	}
	set(UpdatingVersion, o.version() != o.s, "Target version: "+o.version())
	if o.generation == GenerationA {
		set(UpdatingConfig, o.hw() != o.cc, "Target config: "+o.hw())
		return
	}
	config := o.crc != "" && o.rw() != o.crc
	set(UpdatingConfig, config, "Target config: "+o.rw())
	set(ConfigUpdatePending, !config && o.version() == o.s && o.c != "" && o.c != o.h(), "drift")
}

func (o *operator) maintain(hash string) {
	for _, role := range []SecretRole{TokenSecret, UserDataSecret} {
		name := SecretName(role, "workers", hash)
		if o.secrets[name] == nil {
			o.secrets[name] = &simSecret{created: o.clock}
		}
		o.secrets[name].marked = false
	}
}

// seed migrates a pool of an older operator, and restores a lost marker.
func (o *operator) seed() {
	w := o.world()
	legacy := o.crc == ""
	if legacy {
		o.crc = o.rw()
	}
	inFlight := o.exists && (w.D != o.c || o.s != o.deployed)
	if o.generation != GenerationC || !inFlight {
		return
	}
	switch {
	case o.wt != "":
		o.ip = o.wt
	case legacy && o.completed && o.ip == "" && o.deployed == o.version():
		o.ip, o.wt = o.rollout(), o.rollout()
	}
}

func (o *operator) workSingle(effective string) {
	target := SecretName(UserDataSecret, "workers", effective)
	if o.reference != target {
		o.exists, o.done, o.reference, o.deployed = true, false, target, o.version()
		return
	}
	if o.done {
		o.s, o.c, o.cc, o.completed = o.version(), o.h(), o.hw(), true
	}
}

func (o *operator) workDual(effective string) {
	w := o.world()
	request := w.Request()
	gate := w.V != w.DV || w.Rw != w.Baseline || (request != "" && request != w.R)
	if gate && o.r.IntN(8) == 0 {
		return // the write failed: nothing of it is kept
	}
	target := SecretName(UserDataSecret, "workers", effective)
	changed := !o.exists || w.V != w.DV || o.reference != target
	if gate {
		if o.generation == GenerationC {
			o.wt = w.R
		}
		if o.r.IntN(10) > 0 { // else the NodePool's patch is lost
			o.ip = w.R
		}
	}
	if gate && changed {
		o.exists, o.done, o.reference, o.deployed = true, false, target, w.V
		return
	}
	if o.done {
		o.s, o.c, o.cc, o.crc, o.ip, o.completed = w.V, w.D, o.hw(), w.Rw, "", true
	}
}

// returned reports whether the last pass went back to a payload that had been
// given up before it completed, while a newer token still lives: the age of
// secrets misleads then.
func (o *operator) returned() bool {
	effective := Decide(o.world()).Effective
	selected := func(hash string) time.Time {
		t, u := o.secrets[SecretName(TokenSecret, "workers", hash)], o.secrets[SecretName(UserDataSecret, "workers", hash)]
		switch {
		case t == nil || t.marked:
			return time.Time{}
		case u != nil && u.created.After(t.created):
			return u.created
		}
		return t.created
	}
	for name := range o.secrets {
		if hash, ok := strings.CutPrefix(name, "token-workers-"); ok && hash != effective && selected(hash).After(selected(effective)) {
			return true
		}
	}
	return false
}

// dump writes the objects, leaving out what hide says.
func (o *operator) dump(hide map[string]bool) string {
	var b strings.Builder
	image := "quay.io/x/release:" + o.version() + "-x86_64"
	if hide["version"] {
		image = "quay.io/x/release@sha256:" + digest("image", o.release)
	}
	fmt.Fprintf(&b, "{apiVersion: hypershift.openshift.io/v1beta1, kind: HostedCluster, metadata: {name: demo, namespace: clusters, resourceVersion: '1'}, spec: {platform: {type: Azure}}}\n")
	fmt.Fprintf(&b, "---\napiVersion: hypershift.openshift.io/v1beta1\nkind: NodePool\nmetadata:\n  name: workers\n  namespace: clusters\n  resourceVersion: '5'\n  generation: %d\n  annotations:\n    x: y\n", o.specGeneration)
	annotate := func(key, value string) {
		if value != "" {
			fmt.Fprintf(&b, "    %s: %q\n", key, value)
		}
	}
	annotate(AnnotationCompleted, o.c)
	annotate(AnnotationCompletedConfig, o.cc)
	annotate(AnnotationBaseline, o.crc)
	annotate(AnnotationInProgress, o.ip)
	fmt.Fprintf(&b, "spec: {clusterName: demo, replicas: 2, release: {image: '%s'}, management: {upgradeType: Replace}, platform: {type: Azure}}\nstatus:\n  version: '%s'\n", image, o.s)
	if !hide["conditions"] {
		fmt.Fprintf(&b, "  conditions:\n")
		for _, typ := range []string{UpdatingConfig, UpdatingVersion, ConfigUpdatePending} {
			if c, ok := o.conditions[typ]; ok {
				status := map[bool]string{true: "True", false: "False"}[c.status]
				fmt.Fprintf(&b, "  - {type: %s, status: '%s', message: '%s', observedGeneration: %d}\n", typ, status, c.message, c.generation)
			}
		}
	}
	if o.exists && !hide["workload"] {
		fmt.Fprintf(&b, "---\napiVersion: cluster.x-k8s.io/v1beta2\nkind: MachineDeployment\nmetadata:\n  name: workers\n  namespace: clusters-demo\n  annotations:\n    %s: clusters/workers\n", AnnotationNodePool)
		annotate(AnnotationTarget, o.wt)
		fmt.Fprintf(&b, "spec: {replicas: 2, template: {spec: {version: '%s', bootstrap: {dataSecretName: %s}}}}\n", o.deployed, o.reference)
	}
	for name, s := range o.secrets {
		if hide["secrets"] || (hide["some secrets"] && o.r.IntN(2) == 0) {
			continue
		}
		fmt.Fprintf(&b, "---\napiVersion: v1\nkind: Secret\nmetadata:\n  name: %s\n  namespace: clusters-demo\n  creationTimestamp: '%s'\n  annotations:\n    %s: clusters/workers\n", name, s.created.Format(time.RFC3339), AnnotationNodePool)
		if s.marked {
			annotate(AnnotationExpiry, "2026-12-01T00:00:00Z")
		}
	}
	return b.String()
}

// snapshot parses a dump; kinds that are not hidden are complete.
func snapshot(t *testing.T, text string, complete ...checks.GroupKind) *checks.Snapshot {
	t.Helper()
	b := checks.NewBuilder()
	for i, doc := range strings.Split(text, "\n---\n") {
		var node yaml.Node
		require.NoError(t, yaml.Unmarshal([]byte(doc), &node), doc)
		b.Add(checks.NewObject(&node, checks.Origin{File: "dump.yaml", Document: i}))
	}
	for _, gk := range complete {
		b.MarkComplete(gk, "clusters-demo")
	}
	return b.Snapshot()
}

func explained(t *testing.T, s *checks.Snapshot, params Parameters) *Pool {
	t.Helper()
	fleet := NewFleet(s, params)
	require.Len(t, fleet.Pools, 1)
	fleet.Pools[0].Explain()
	return fleet.Pools[0]
}

func (o *operator) assumptions() []Assumption {
	return []Assumption{
		{"", KeyHash, o.h()}, {"", KeyRollout, o.rollout()}, {"", KeyRolloutWithout, o.rw()}, {"", KeyVersion, o.version()},
	}
}

// TestLessEvidenceNeverMeansWrongCertainty runs 200 random fleets of imitated
// operators. With all evidence the answer is the operator's own next decision;
// with any part of it taken away the candidates still hold that state, and
// whatever is called certain is true.
func TestLessEvidenceNeverMeansWrongCertainty(t *testing.T) {
	states := map[State]int{}
	for seed := range uint64(200) {
		o := newOperator(seed)
		for range 6 {
			for range 2 + o.r.IntN(8) {
				o.step()
			}
			if !o.unsettled && !o.returned() {
				states[checkSnapshot(t, seed, o)]++
			}
		}
	}
	for _, s := range []State{Steady, ManagementDrift, CompletedDrift, NewRollout, ContinuedRollout, SupersededRollout, AdoptedRollout, Settled, Rolling, WillRoll} {
		require.Positive(t, states[s], "the fleets never reach %s: %v", s, states)
	}
}

func checkSnapshot(t *testing.T, seed uint64, o *operator) State {
	t.Helper()
	now := o.clock
	all := Parameters{Now: now, Generation: o.generation, Assume: o.assumptions()}
	full := explained(t, snapshot(t, o.dump(nil), MachineDeploymentKind, SecretKind), all)
	truth := Decide(o.world())
	require.Equal(t, truth.State, full.State, "seed %d", seed)
	require.Equal(t, truth.Effective, full.EffectiveHash, "seed %d", seed)
	for range 2 {
		hide := map[string]bool{}
		for _, what := range []string{"version", "conditions", "workload", "secrets", "some secrets"} {
			hide[what] = o.r.IntN(3) == 0
		}
		part := Parameters{Now: now}
		if o.r.IntN(2) == 0 {
			part.Generation = o.generation
		}
		for _, a := range o.assumptions() {
			if o.r.IntN(4) == 0 {
				part.Assume = append(part.Assume, a)
			}
		}
		var complete []checks.GroupKind
		if !hide["workload"] {
			complete = append(complete, MachineDeploymentKind)
		}
		if !hide["secrets"] && !hide["some secrets"] {
			complete = append(complete, SecretKind)
		}
		text := o.dump(hide)
		less := explained(t, snapshot(t, text, complete...), part)
		requireSound(t, full, less, fmt.Sprintf("seed %d, hidden %v, assumed %v, %+v\n%s", seed, hide, part.Assume, o.world(), text))
	}
	return truth.State
}

// requireSound demands that nothing that less says for certain contradicts full.
func requireSound(t *testing.T, full, less *Pool, what string) {
	t.Helper()
	require.Contains(t, less.Operator.possible(), full.Operator.Value, what)
	require.Contains(t, less.Candidates, full.State, what)
	if less.EffectiveHash != "" {
		require.Equal(t, full.EffectiveHash, less.EffectiveHash, what)
	}
	for _, pair := range [][2]Answer{
		{full.Outdated, less.Outdated},
		{full.Gates.Version, less.Gates.Version},
		{full.Gates.Config, less.Gates.Config},
		{full.Gates.Revert, less.Gates.Revert},
	} {
		if pair[1] != Unknown {
			require.Equal(t, pair[0], pair[1], what)
		}
	}
	for _, v := range less.Verdicts {
		i := slices.IndexFunc(full.Verdicts, func(f Verdict) bool { return f.Name == v.Name })
		if v.Observed && v.Fate != UnknownFate {
			require.Equal(t, full.Verdicts[i].Fate, v.Fate, "%s: %s", v.Name, what)
		}
	}
	for _, pair := range [][2]Fact{
		{full.Hashes.Current, less.Hashes.Current},
		{full.Hashes.Rollout, less.Hashes.Rollout},
		{full.Hashes.RolloutWithoutVersion, less.Hashes.RolloutWithoutVersion},
		{full.Versions.Requested, less.Versions.Requested},
	} {
		if pair[1].Known && full.Operator.Value != GenerationA {
			require.Equal(t, pair[0].Value, pair[1].Value, what)
		}
	}
}
