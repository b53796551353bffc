package plan

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/version"
)

// v parses "1.32.1" or "v1.32.1"; "" is no version.
func v(t testing.TB, s string) version.Version {
	t.Helper()
	if s == "" {
		return version.Version{}
	}
	out, err := version.ParseStrict("v" + strings.TrimPrefix(s, "v"))
	require.NoError(t, err)
	return out
}

func list(t testing.TB, s string) []version.Version {
	t.Helper()
	var out []version.Version
	for _, f := range strings.Fields(s) {
		out = append(out, v(t, f))
	}
	return out
}

// pool reads "NAME [run=V] [pin=V] [was=V] [back] [wasback] [added] [removed]";
// a name with "mp" is a MachinePool.
func pool(t testing.TB, text string, from version.Version) Pool {
	t.Helper()
	fields := strings.Fields(text)
	p := Pool{Name: fields[0]}
	if strings.HasPrefix(p.Name, "mp") {
		p.Lane = MachinePool
	}
	for _, f := range fields[1:] {
		key, value, _ := strings.Cut(f, "=")
		switch key {
		case "run":
			p.Running = v(t, value)
		case "pin":
			p.Pin = v(t, value)
		case "was":
			p.OldPin = v(t, value)
		case "pinned":
			p.Pin, p.OldPin = v(t, value), v(t, value)
		case "back":
			p.Back = true
		case "wasback":
			p.WasBack = true
		case "added":
			p.Presence = Added
		case "removed":
			p.Presence = Removed
		case "assumed":
			p.Assumed = true
		default:
			t.Fatalf("unknown word %q", f)
		}
	}
	if p.Running.IsZero() && p.Presence != Added {
		p.Running = p.OldPin
		if p.OldPin.IsZero() {
			p.Running = from
		}
	}
	return p
}

type vector struct {
	id       string
	from, to string
	// cp is the version of the control plane, from by default.
	cp, lowest  string
	class       string
	unknown     bool
	extension   bool
	concurrency int
	create      bool
	pools       []string

	steps    string
	held     string
	stalled  string
	headroom string
	missing  string
	err      string
}

func (x vector) input(t testing.TB) Input {
	t.Helper()
	in := Input{
		Create: x.create, From: v(t, x.from), To: v(t, x.to), ControlPlane: v(t, x.cp), Lowest: v(t, x.lowest),
		ClassKnown: !x.unknown, ClassVersions: list(t, x.class), Extension: x.extension, Concurrency: x.concurrency,
	}
	if x.cp == "" {
		in.ControlPlane = in.From
	}
	for _, text := range x.pools {
		in.Pools = append(in.Pools, pool(t, text, in.From))
	}
	return in
}

var three = []string{"md-0", "md-1", "mp-0"}

// The ids are those of the vectors in the pinning facts, section 5; letters are
// ours.
var vectors = []vector{
	{
		id: "V01", from: "1.31.4", to: "1.32.1", pools: three,
		steps: "control plane to v1.32.1; workers to v1.32.1: md-0, then md-1 | mp-0",
	},
	{
		id: "V05", from: "1.31.4", to: "1.33.1", class: "1.31.4 1.32.2 1.33.1", pools: three,
		steps: "control plane to v1.32.2; control plane to v1.33.1; workers to v1.33.1: md-0, then md-1 | mp-0",
	},
	{
		id: "V06", from: "1.30.0", to: "1.34.1", class: "1.30.0 1.31.1 1.32.0 1.33.1 1.34.1", pools: three,
		steps: "control plane to v1.31.1; control plane to v1.32.0; control plane to v1.33.1; workers to v1.33.1: md-0, then md-1 | mp-0; " +
			"control plane to v1.34.1; workers to v1.34.1: md-0, then md-1 | mp-0",
	},
	{
		id: "V07", from: "1.31.0", to: "1.33.1", class: "1.31.0 1.31.1 1.32.0 1.32.2 1.32.3 1.33.0 1.33.1", pools: []string{"md-0"},
		steps: "control plane to v1.32.3; control plane to v1.33.1; workers to v1.33.1: md-0",
	},
	{
		id: "V07, not the newest patch of the last minor", from: "1.31.0", to: "1.33.0", class: "1.31.0 1.32.0 1.32.2 1.33.0 1.33.1", pools: []string{"md-0"},
		steps: "control plane to v1.32.2; control plane to v1.33.0; workers to v1.33.0: md-0",
	},
	{
		id: "patch with class", from: "1.31.0", to: "1.31.2", class: "1.31.0 1.31.1 1.31.2", pools: []string{"md-0"},
		steps: "control plane to v1.31.2; workers to v1.31.2: md-0",
	},
	{
		id: "V14, class unknown", from: "1.31.4", to: "1.32.1", unknown: true, pools: []string{"md-0"},
		steps: "control plane to v1.32.1; workers to v1.32.1: md-0", missing: ClassVersions,
	},
	{
		id: "class unknown, two minors", from: "1.31.4", to: "1.33.1", unknown: true, pools: []string{"md-0"},
		steps: "control plane to v1.33.1; workers to v1.33.1: md-0", missing: ClassVersions,
	},
	{
		id: "extension", from: "1.31.4", to: "1.36.1", extension: true, pools: []string{"md-0"},
		steps: "control plane to v1.36.1; workers to v1.36.1: md-0", missing: ExtensionAnswer,
	},
	{
		id: "V15", from: "1.32.0", to: "1.32.1", lowest: "1.31.4", pools: []string{"md-0 run=1.31.4"},
		steps: "control plane to v1.32.0; control plane to v1.32.1; workers to v1.32.1: md-0",
	},
	{
		id: "V18", from: "1.31.4", to: "1.32.1", pools: []string{"md-0 back wasback", "md-1", "mp-0"},
		steps: "control plane to v1.32.1; workers to v1.32.1: md-1 | mp-0", held: "MachineDeployment/md-0",
	},
	{
		id: "V19", from: "1.31.4", to: "1.32.1", pools: []string{"md-0 back", "md-1 back", "mp-0"},
		steps: "control plane to v1.32.1; workers to v1.32.1: mp-0", held: "MachineDeployment/md-0 MachineDeployment/md-1",
	},
	{
		id: "V21", from: "1.31.4", to: "1.32.1", concurrency: 2, pools: []string{"a", "b", "c", "mp-0"},
		steps: "control plane to v1.32.1; workers to v1.32.1: a + b, then c | mp-0",
	},
	{
		id: "V25", from: "1.31.4+rke2r1", to: "1.31.4+rke2r2", pools: []string{"md-0"},
		steps: "control plane to v1.31.4+rke2r2; workers to v1.31.4+rke2r2: md-0",
	},
	{
		id: "V25 the other way", from: "1.31.4+rke2r2", to: "1.31.4+rke2r1", pools: []string{"md-0"},
		steps: "control plane to v1.31.4+rke2r1; workers to v1.31.4+rke2r1: md-0",
	},
	{id: "V26 candidate", from: "1.31.4-rc.2", to: "1.31.4-rc.1", pools: three, err: "not above"},
	{id: "V26 to candidate", from: "1.31.4", to: "1.31.4-rc.1", pools: three, err: "not above"},
	{id: "V26 vmware", from: "1.31.4+vmware.2", to: "1.31.4+vmware.1", pools: three, err: "not above"},
	{id: "V26 to no build", from: "1.31.4+rke2r2", to: "1.31.4", pools: three, err: "not above"},
	{id: "V26b", from: "1.31.4+rke2r1", to: "1.31.4+rke2r2", class: "1.31.4+rke2r1 1.31.4+rke2r2", pools: three, err: "do not lead to v1.31.4+rke2r2"},
	{id: "major", from: "1.31.9", to: "2.0.0", class: "1.31.9 2.0.0", pools: three, err: "different major"},
	{id: "two minors without list", from: "1.31.9", to: "1.33.0", pools: three, err: "one minor at a time"},
	{id: "gap in the list", from: "1.31.9", to: "1.33.0", class: "1.31.9 1.33.0", pools: three, err: "cannot skip minors"},
	{id: "worker too far behind", from: "1.34.0", to: "1.35.0", pools: []string{"md-0 run=1.30.0"}, err: "need a stop at v1.33"},
	{id: "worker above the target", from: "1.32.0", to: "1.32.1", pools: []string{"md-0 run=1.32.2"}, err: "already run v1.32.2"},
	{
		id: "V26c", from: "1.31.4", to: "1.38.0", class: "1.31.4 1.32.5 1.33.2 1.34.0 1.35.1 1.36.3 1.37.0 1.38.0", pools: []string{"md-0"},
		steps: "control plane to v1.32.5; control plane to v1.33.2; control plane to v1.34.0; workers to v1.34.0: md-0; " +
			"control plane to v1.35.1; control plane to v1.36.3; control plane to v1.37.0; workers to v1.37.0: md-0; control plane to v1.38.0; workers to v1.38.0: md-0",
	},
	{id: "V27", from: "1.31.4", to: "1.31.4", pools: three},
	{
		id: "pools at different versions", from: "1.34.0", to: "1.35.0", pools: []string{"md-0 run=1.31.0", "md-1 run=1.33.0"},
		steps: "workers to v1.34.0: md-0, then md-1; control plane to v1.35.0; workers to v1.35.0: md-0, then md-1",
	},
	{
		id: "chain on from the middle", from: "1.31.4", to: "1.34.1", cp: "1.32.2", class: "1.31.4 1.32.2 1.33.1 1.34.1", pools: []string{"md-0 run=1.31.4"},
		steps: "control plane to v1.33.1; control plane to v1.34.1; workers to v1.34.1: md-0",
	},

	{id: "V29", from: "1.32.0", to: "1.32.0", pools: []string{"md-0 pin=1.32.0", "md-1"}, headroom: "3"},
	{
		id: "V32", from: "1.31.4", to: "1.32.1", pools: []string{"md-0 pinned=1.31.4", "md-1", "mp-0"},
		steps: "control plane to v1.32.1; workers to v1.32.1: md-1 | mp-0", held: "MachineDeployment/md-0", headroom: "2",
	},
	{id: "V34", from: "1.32.1", to: "1.32.1", pools: []string{"md-0 was=1.31.4 pin=1.32.1", "md-1", "mp-0"}, steps: "workers to v1.32.1: md-0", headroom: "3"},
	{id: "raised to what it already runs", from: "1.32.1", to: "1.32.1", pools: []string{"md-0 was=1.31.4 run=1.32.1 pin=1.32.1"}, headroom: "3"},
	{
		id: "V42", from: "1.33.0", to: "1.34.0", pools: []string{"md-0 pinned=1.31.0", "md-1", "mp-0"},
		steps: "control plane to v1.34.0; workers to v1.34.0: md-1 | mp-0", held: "MachineDeployment/md-0", headroom: "0",
	},
	{
		id: "V43", from: "1.34.0", to: "1.35.0", pools: []string{"md-0 pinned=1.31.0"},
		steps: "control plane to v1.35.0", held: "MachineDeployment/md-0", headroom: "-1",
	},
	{id: "V46", from: "1.32.0", to: "1.32.0", pools: []string{"md-0 was=1.32.0"}},
	{
		id: "V57", to: "1.34.0", create: true, pools: []string{"md-0 pin=1.31.0", "md-1", "mp-0"},
		steps: "create control plane to v1.34.0; create workers to v1.31.0: md-0; at the same time create workers to v1.34.0: md-1 | mp-0", headroom: "0",
	},
	{id: "create without pools", to: "1.34.0", create: true, steps: "create control plane to v1.34.0"},
	{id: "V61", from: "1.34.0", to: "1.34.0", pools: []string{"md-0", "md-9 added pin=1.32.1"}, steps: "create workers to v1.32.1: md-9", headroom: "1"},
	{id: "V62", from: "1.32.1", to: "1.32.1", pools: []string{"md-0 was=1.31.4 removed", "md-1"}, steps: "delete workers: md-0"},
	{
		id: "renamed", from: "1.32.1", to: "1.32.1", pools: []string{"md-0b added pin=1.31.4", "md-0 was=1.31.4 removed"},
		steps: "create workers to v1.31.4: md-0b; at the same time delete workers: md-0", headroom: "2",
	},
	{
		id: "V63", from: "1.32.1", to: "1.32.1", concurrency: 1, pools: []string{"md-0 was=1.31.4 pin=1.32.1", "md-1 was=1.31.4 pin=1.32.1", "mp-0 was=1.31.4 pin=1.32.1"},
		steps: "workers to v1.32.1: md-0 + md-1 | mp-0", headroom: "3",
	},
	{
		id: "raised to different versions", from: "1.32.1", to: "1.32.1", pools: []string{"md-0 was=1.30.0 pin=1.32.1", "md-1 was=1.30.0 pin=1.31.4"},
		steps: "workers to v1.31.4: md-1; at the same time workers to v1.32.1: md-0", headroom: "2",
	},
	{
		id: "V66", from: "1.31.4", to: "1.34.1", class: "1.31.4 1.32.2 1.33.1 1.34.1", pools: []string{"md-0 pinned=1.31.4", "md-1 pinned=1.31.4", "mp-0 pinned=1.31.4"},
		steps: "control plane to v1.32.2; control plane to v1.33.1; control plane to v1.34.1",
		held:  "MachineDeployment/md-0 MachineDeployment/md-1 MachinePool/mp-0", headroom: "0",
	},
	{
		id: "V68", from: "1.26.9", to: "1.27.6", pools: []string{"md-0 pinned=1.24.9", "md-1", "mp-0"},
		steps: "control plane to v1.27.6; workers to v1.27.6: md-1 | mp-0", held: "MachineDeployment/md-0", headroom: "0",
	},
	{id: "V70", from: "1.32.1", to: "1.32.1", pools: []string{"md-0 back wasback", "md-1 was=1.31.4 pin=1.32.1"}, steps: "workers to v1.32.1: md-1", headroom: "3"},
	{
		id: "pinned and behind a hold", from: "1.31.4", to: "1.32.1", pools: []string{"md-0 back wasback", "md-1 back pinned=1.32.1 run=1.32.1"},
		steps: "control plane to v1.32.1", held: "MachineDeployment/md-0", headroom: "3",
	},
	{id: "first pin of a deferred pool (draft)", from: "1.32.0", to: "1.32.0", pools: []string{"md-0 run=1.31.4 pin=1.32.0 wasback"}, steps: "workers to v1.32.0: md-0", headroom: "3"},
	{
		id: "a pin raised below the old version, with a bump", from: "1.33.0", to: "1.34.0", pools: []string{"md-0 was=1.31.0 pin=1.33.0", "md-1"},
		steps: "workers to v1.33.0: md-0; at the same time control plane to v1.34.0; workers to v1.34.0: md-1", held: "MachineDeployment/md-0", headroom: "2",
	},
	{
		id: "bump, removed and added", from: "1.31.4", to: "1.32.1", pools: []string{"md-0", "md-1 removed", "md-2 added", "mp-9 added pin=1.31.4"},
		steps: "delete workers: md-1; at the same time control plane to v1.32.1; workers to v1.32.1: md-0; " +
			"at the same time create workers to v1.31.4: mp-9; at the same time create workers to v1.32.1: md-2",
		held: "MachinePool/mp-9", headroom: "2",
	},
	{
		id: "all pinned, one added", from: "1.31.4", to: "1.32.1", pools: []string{"md-0 pinned=1.31.4", "md-2 added"},
		steps: "control plane to v1.32.1; create workers to v1.32.1: md-2", held: "MachineDeployment/md-0", headroom: "2",
	},

	{id: "annotation removed after the upgrade", from: "1.32.1", to: "1.32.1", pools: []string{"md-0 run=1.31.4 wasback", "md-1"}, steps: "workers to v1.32.1: md-0"},
	{id: "annotation removed, nothing behind", from: "1.32.1", to: "1.32.1", pools: []string{"md-0 wasback"}},
	{id: "annotation removed, version assumed", from: "1.32.1", to: "1.32.1", pools: []string{"md-0 wasback assumed"}, missing: RunningVersion},
	{
		id: "annotation removed in a stalled chain", from: "1.35.0", to: "1.35.0", cp: "1.34.0", class: "1.31.0 1.32.0 1.33.0 1.34.0 1.35.0",
		pools: []string{"md-0 run=1.31.0 wasback", "md-1 run=1.34.0"},
		steps: "workers to v1.34.0: md-0; control plane to v1.35.0; workers to v1.35.0: md-0, then md-1",
	},
	{
		id: "chain stalls", from: "1.31.0", to: "1.35.0", class: "1.31.0 1.32.0 1.33.0 1.34.0 1.35.0", pools: []string{"md-0 back", "md-1", "mp-0", "md-9 added"},
		steps: "control plane to v1.32.0; control plane to v1.33.0; control plane to v1.34.0; workers to v1.34.0: md-1 | mp-0", held: "MachineDeployment/md-0",
		stalled: "MachineDeployment/md-0 at v1.31.0 stops the control plane at v1.34.0; behind it wait MachineDeployment/md-1, MachinePool/mp-0, MachineDeployment/md-9",
	},
	{
		id: "a deferred pool that is near enough stalls nothing", from: "1.31.0", to: "1.35.0", class: "1.31.0 1.32.0 1.33.0 1.34.0 1.35.0",
		pools: []string{"md-0 back run=1.32.0", "md-1"},
		steps: "control plane to v1.32.0; control plane to v1.33.0; control plane to v1.34.0; workers to v1.34.0: md-1; control plane to v1.35.0; workers to v1.35.0: md-1",
		held:  "MachineDeployment/md-0",
	},
	{
		id: "a deferred pool stalls at its own stop", from: "1.31.0", to: "1.36.0", class: "1.31.0 1.32.0 1.33.0 1.34.0 1.35.0 1.36.0",
		pools:   []string{"md-0 back run=1.32.0", "md-1"},
		steps:   "control plane to v1.32.0; control plane to v1.33.0; control plane to v1.34.0; workers to v1.34.0: md-1; control plane to v1.35.0; workers to v1.35.0: md-1",
		held:    "MachineDeployment/md-0",
		stalled: "MachineDeployment/md-0 at v1.32.0 stops the control plane at v1.35.0; behind it wait MachineDeployment/md-1",
	},
}

func TestCompute(t *testing.T) {
	for _, x := range vectors {
		t.Run(x.id, func(t *testing.T) {
			got, err := Compute(x.input(t))
			if x.err != "" {
				require.ErrorIs(t, err, ErrUnplannable)
				require.ErrorContains(t, err, x.err)
				require.Empty(t, got.Steps)
				return
			}
			require.NoError(t, err)
			require.Equal(t, x.steps, text(got.Steps))
			require.Equal(t, x.held, strings.Join(got.Held, " "))
			require.Equal(t, x.stalled, got.Stall.String())
			require.Equal(t, x.missing, strings.Join(got.Missing, " "))
			require.Equal(t, x.headroom, room(got.Headroom))
		})
	}
}

func text(steps []Step) string {
	var out []string
	for _, s := range steps {
		out = append(out, s.String())
	}
	return strings.Join(out, "; ")
}

func room(n *int) string {
	if n == nil {
		return ""
	}
	return fmt.Sprint(*n)
}

func TestFirstViolation(t *testing.T) {
	in := vector{from: "1.31.4", to: "1.36.0", class: "1.31.4 1.32.0 1.33.0 1.34.0 1.35.0 1.36.0", pools: []string{"md-0 pinned=1.31.4"}}.input(t)
	at, ok := FirstViolation(in, v(t, "1.31.4"))
	require.True(t, ok)
	require.Equal(t, "v1.35.0", at.String())
	_, ok = FirstViolation(in, v(t, "1.33.0"))
	require.False(t, ok)
}

func TestKeepBack(t *testing.T) {
	require.Equal(t, []bool{false, true, false, true, true}, KeepBack([]Mark{{}, {Defer: true}, {}, {Hold: true}, {}}))
	require.Empty(t, KeepBack(nil))
}

func TestStepJSON(t *testing.T) {
	for want, step := range map[string]Step{
		`{"target":"controlPlane","to":"v1.32.1"}`:               {Target: ControlPlane, To: "v1.32.1"},
		`{"target":"controlPlane","to":"v1.32.1","create":true}`: {Target: ControlPlane, To: "v1.32.1", Create: true},
		`{"target":"workers","to":"v1.32.1","parallel":true,"machineDeployments":[["a","b"],["c"]],"machinePools":[]}`: {
			Target: Workers, To: "v1.32.1", Parallel: true, MachineDeployments: [][]string{{"a", "b"}, {"c"}},
		},
		`{"target":"delete","machineDeployments":[],"machinePools":[["mp-0"]]}`: {Target: Delete, MachinePools: [][]string{{"mp-0"}}},
	} {
		got, err := json.Marshal(step)
		require.NoError(t, err)
		require.Equal(t, want, string(got))
	}
}

func BenchmarkComputeTwentyThousandPools(b *testing.B) {
	x := vector{from: "1.31.4", to: "1.38.0", class: "1.31.4 1.32.5 1.33.2 1.34.0 1.35.1 1.36.3 1.37.0 1.38.0"}
	in := x.input(b)
	for i := range 20000 {
		p := Pool{Lane: Lane(i / 10000), Name: fmt.Sprintf("pool-%d", i), Running: in.From}
		if i%3 == 0 {
			p.Pin, p.OldPin = v(b, "1.35.1"), in.From
		}
		in.Pools = append(in.Pools, p)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Compute(in); err != nil {
			b.Fatal(err)
		}
	}
}
