package plan

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/version"
)

func TestNextEdits(t *testing.T) {
	const minors = "1.31.0 1.32.0 1.32.5 1.33.0 1.34.0 1.35.0 1.36.0 1.37.0 1.38.0"
	tests := []struct {
		vector
		unsettled bool
		want      []string
	}{
		{
			vector: vector{id: "V43", from: "1.34.0", to: "1.35.0", pools: []string{"md-0 pinned=1.31.0"}},
			want:   []string{"raise MachineDeployment/md-0 from v1.31.0 to v1.32.x, and wait until the cluster has settled", "set topology.version to v1.35.0"},
		},
		{
			vector: vector{id: "V43 with a list", from: "1.34.0", to: "1.35.0", class: minors, pools: []string{"md-0 pinned=1.31.0"}},
			want:   []string{"raise MachineDeployment/md-0 from v1.31.0 to v1.32.5, and wait until the cluster has settled", "set topology.version to v1.35.0"},
		},
		{
			vector: vector{id: "V38", from: "1.33.0", to: "1.34.0", pools: []string{"md-0 was=1.33.0 pin=1.34.0"}},
			want:   []string{"set topology.version to v1.34.0, and wait until the cluster has settled", "raise MachineDeployment/md-0 from v1.33.0 to v1.34.0"},
		},
		{
			vector: vector{id: "V35", from: "1.32.0", to: "1.32.0", pools: []string{"md-0 was=1.32.0 pin=1.33.0"}},
			want:   []string{"set topology.version to v1.33.0, and wait until the cluster has settled", "raise MachineDeployment/md-0 from v1.32.0 to v1.33.0"},
		},
		{
			vector: vector{id: "V03", from: "1.31.4", to: "1.33.0", pools: three},
			want:   []string{"set topology.version to v1.32.x, and wait until the cluster has settled", "set topology.version to v1.33.0"},
		},
		{
			vector: vector{id: "V45", from: "1.32.0", to: "1.32.0", pools: []string{"md-0 was=1.31.0"}},
			want:   []string{"raise MachineDeployment/md-0 from v1.31.0 to v1.32.0, and wait until the cluster has settled", "remove the pin of MachineDeployment/md-0"},
		},
		{
			vector: vector{id: "unpin with a bump", from: "1.33.0", to: "1.34.0", pools: []string{"md-0 was=1.33.0"}},
			want:   []string{"remove the pin of MachineDeployment/md-0, and wait until the cluster has settled", "set topology.version to v1.34.0"},
		},
		{
			vector: vector{id: "V09", from: "1.32.0", to: "1.32.1", cp: "1.31.4", pools: three}, unsettled: true,
			want: []string{"wait until the cluster has settled", "set topology.version to v1.32.1"},
		},
		{
			vector: vector{id: "V20", from: "1.32.1", to: "1.33.0", pools: []string{"md-0 run=1.31.4 back wasback", "md-1"}}, unsettled: true,
			want: []string{"remove the annotations that keep back MachineDeployment/md-0, and wait until the cluster has settled", "set topology.version to v1.33.0"},
		},
		{
			vector: vector{id: "deferred, pinned instead", from: "1.32.0", to: "1.32.0", pools: []string{"md-0 run=1.31.4 wasback pin=1.32.0"}}, unsettled: true,
			want: []string{"remove the annotations that keep back MachineDeployment/md-0, and wait until the cluster has settled", "pin MachineDeployment/md-0 at v1.32.0"},
		},
		{
			vector: vector{id: "pin stays far behind a long chain", from: "1.32.0", to: "1.38.0", class: minors, pools: []string{"md-0 pinned=1.31.0"}},
			want: []string{
				"raise MachineDeployment/md-0 from v1.31.0 to v1.32.0, and wait until the cluster has settled",
				"set topology.version to v1.35.0, and wait until the cluster has settled",
				"raise MachineDeployment/md-0 from v1.32.0 to v1.35.0, and wait until the cluster has settled",
				"set topology.version to v1.38.0",
			},
		},
		{
			vector: vector{id: "several pools are named once", from: "1.34.0", to: "1.35.0", pools: []string{"md-0 pinned=1.31.0", "md-1 pinned=1.31.0", "mp-0 pinned=1.31.5", "md-2 pinned=1.32.0"}},
			want:   []string{"raise MachineDeployment/md-0, MachineDeployment/md-1 from v1.31.0 to v1.32.x; raise MachinePool/mp-0 from v1.31.5 to v1.32.x, and wait until the cluster has settled", "set topology.version to v1.35.0"},
		},
		{
			vector: vector{id: "V56", to: "1.35.0", create: true, pools: []string{"md-0 pin=1.31.0", "md-1 pin=1.36.0", "mp-0"}},
			want:   []string{"create the cluster at v1.35.0; raise MachineDeployment/md-0 from v1.31.0 to v1.32.x; raise MachineDeployment/md-1 from v1.36.0 to v1.35.0"},
		},
		{vector: vector{id: "V02, no way down", from: "1.32.1", to: "1.31.4", pools: three}},
		{vector: vector{id: "V39, no way down for a pool", from: "1.32.0", to: "1.32.0", pools: []string{"md-0 was=1.32.0 pin=1.31.0"}}},
		{vector: vector{id: "V30, no first pin below", from: "1.32.0", to: "1.32.0", pools: []string{"md-0 pin=1.31.0"}}},
		{vector: vector{id: "V26b", from: "1.31.4+rke2r1", to: "1.31.4+rke2r2", class: "1.31.4+rke2r1 1.31.4+rke2r2", pools: three}},
		{vector: vector{id: "V55, not listed", from: "1.32.1", to: "1.32.1", class: "1.31.4 1.32.1", pools: []string{"md-0 was=1.31.4 pin=1.31.9"}}},
		{vector: vector{id: "major", from: "1.31.9", to: "2.0.0", pools: three}},
	}
	for _, x := range tests {
		t.Run(x.id, func(t *testing.T) {
			got := Sentences(NextEdits(x.input(t), !x.unsettled))
			if x.want == nil {
				x.want = []string{}
			}
			require.Equal(t, x.want, got)
		})
	}
}

// cluster is a settled cluster under the rules of the proposal, kept apart from
// the planner so that it can judge what the planner proposes.
type cluster struct {
	version version.Version
	pins    []version.Version
	listed  []version.Version
}

// refuses says why an edit would not be accepted, "" when it would.
func (c cluster) refuses(e Edit) string {
	next, pins := c.version, append([]version.Version(nil), c.pins...)
	if !e.Version.IsZero() {
		next = e.Version.Version
	}
	for _, p := range e.Pins {
		for _, i := range p.indexes() {
			if !version.SameString(p.From, pins[i]) {
				return p.String() + ": it is not there"
			}
			pins[i] = p.To.Version
		}
	}
	switch {
	case version.Older(next, c.version, version.BuildTags):
		return "version lowered"
	case len(c.listed) == 0 && next.Minor() > c.version.Minor()+1:
		return "two minors without a list"
	}
	for i, pin := range pins {
		if why := c.refusesPin(c.pins[i], pin, next); why != "" {
			return fmt.Sprintf("md-%d: %s", i, why)
		}
	}
	return ""
}

// indexes of the pools, which the test names md-0, md-1 and so on.
func (p PinEdit) indexes() []int {
	out := make([]int, len(p.Pools))
	for k, name := range p.Pools {
		if _, err := fmt.Sscanf(name, "MachineDeployment/md-%d", &out[k]); err != nil {
			panic(err)
		}
	}
	return out
}

func (c cluster) refusesPin(old, pin, next version.Version) string {
	for _, v := range []version.Version{old, pin} {
		if !v.IsZero() && next.Minor()-v.Minor() > version.MaxSkew {
			return fmt.Sprintf("%s is too far behind %s", v, next)
		}
	}
	switch {
	case pin.IsZero() && old.IsZero():
		return ""
	case pin.IsZero():
		if !version.SameString(old, next) || !version.SameString(old, c.version) {
			return "unpinned while not at the topology version"
		}
	case version.Newer(pin, c.version, version.BuildTags):
		return fmt.Sprintf("%s is above %s", pin, c.version)
	case old.IsZero() && !version.SameString(pin, c.version):
		return "first pin does not match"
	case version.Older(pin, old, version.BuildTags):
		return "pin lowered"
	}
	return ""
}

func (c cluster) apply(e Edit) cluster {
	out := cluster{version: c.version, listed: c.listed, pins: append([]version.Version(nil), c.pins...)}
	if !e.Version.IsZero() {
		out.version = e.Version.Version
	}
	for _, p := range e.Pins {
		for _, i := range p.indexes() {
			out.pins[i] = p.To.Version
		}
	}
	return out
}

func (c cluster) key() string {
	parts := []string{c.version.String()}
	for _, p := range c.pins {
		parts = append(parts, p.String())
	}
	return strings.Join(parts, " ")
}

// TestNextEditsAreLegalAndShortest compares with a search over every single
// edit: each edit is accepted, the last one reaches the goal, and no shorter
// sequence does.
func TestNextEditsAreLegalAndShortest(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	all := list(t, "1.30.0 1.31.0 1.32.0 1.33.0 1.34.0 1.35.0 1.36.0")
	reached := 0
	for range 250 {
		in := Input{ClassKnown: true, From: all[random.IntN(len(all))], To: all[random.IntN(len(all))]}
		in.ControlPlane = in.From
		if random.IntN(2) == 0 {
			in.ClassVersions = all
		}
		for i := range 1 + random.IntN(2) {
			p := Pool{Name: fmt.Sprintf("md-%d", i), Running: in.From}
			if random.IntN(3) > 0 {
				p.OldPin = all[random.IntN(len(all))]
				if version.Newer(p.OldPin, in.From, version.Plain) || Headroom(in.From, p.OldPin) < 0 {
					p.OldPin = in.From
				}
				p.Running = p.OldPin
			}
			if random.IntN(3) > 0 {
				p.Pin = all[random.IntN(len(all))]
			}
			in.Pools = append(in.Pools, p)
		}
		edits := NextEdits(in, true)
		if edits == nil {
			continue
		}
		reached++
		start := cluster{version: in.From, listed: in.ClassVersions}
		for _, p := range in.Pools {
			start.pins = append(start.pins, p.OldPin)
		}
		now := start
		for _, e := range edits {
			require.Empty(t, now.refuses(e), "%s\nfrom %s in %v\n%v", e, start.key(), in, Sentences(edits))
			now = now.apply(e)
		}
		require.Equal(t, wanted(in).key(), now.key(), "from %s", start.key())
		best := shortest(t, start, now, all)
		if between(in) {
			best++
		}
		require.LessOrEqual(t, len(edits), best, "from %s to %s: %v", start.key(), now.key(), Sentences(edits))
	}
	require.Greater(t, reached, 80)
}

// between reports whether a first pin lies between the two topology versions.
func between(in Input) bool {
	in.To = goal(in)
	for _, p := range in.Pools {
		if p.Pin.IsZero() || !p.OldPin.IsZero() {
			continue
		}
		pin := nearest(in, p.Pin).Version
		if version.Newer(pin, in.From, version.Plain) && version.Older(pin, in.To, version.Plain) {
			return true
		}
	}
	return false
}

// wanted is the state to reach, with pins moved to where they are legal.
func wanted(in Input) cluster {
	in.To = goal(in)
	out := cluster{version: in.To}
	for _, p := range in.Pools {
		pin := p.Pin
		if !pin.IsZero() {
			pin = nearest(in, pin).Version
		}
		out.pins = append(out.pins, pin)
	}
	return out
}

// shortest counts the edits of the best way, over edits that change either the
// version or any pins.
func shortest(t *testing.T, from, to cluster, all []version.Version) int {
	t.Helper()
	seen := map[string]bool{from.key(): true}
	for depth, layer := 0, []cluster{from}; len(layer) > 0; depth++ {
		var next []cluster
		for _, c := range layer {
			if c.key() == to.key() {
				return depth
			}
			for _, e := range singleEdits(c, all) {
				if n := c.apply(e); c.refuses(e) == "" && !seen[n.key()] && !letsGo(c, n, to) {
					seen[n.key()] = true
					next = append(next, n)
				}
			}
		}
		layer = next
	}
	t.Fatal("no way")
	return 0
}

// letsGo reports whether a pool that shall stay pinned is unpinned on the way:
// that would save edits, and roll the pool with the topology.
func letsGo(c, n, to cluster) bool {
	for i := range c.pins {
		if !c.pins[i].IsZero() && n.pins[i].IsZero() && !to.pins[i].IsZero() {
			return true
		}
	}
	return false
}

func singleEdits(c cluster, all []version.Version) []Edit {
	var out []Edit
	for _, v := range all {
		out = append(out, Edit{Version: Choice{Version: v}})
	}
	combos := [][]PinEdit{nil}
	for i, old := range c.pins {
		var more [][]PinEdit
		for _, combo := range combos {
			more = append(more, combo)
			for _, v := range append([]version.Version{{}}, all...) {
				if !version.SameString(v, old) {
					more = append(more, append(append([]PinEdit(nil), combo...), PinEdit{Pools: []string{fmt.Sprintf("MachineDeployment/md-%d", i)}, From: old, To: Choice{Version: v}}))
				}
			}
		}
		combos = more
	}
	for _, pins := range combos {
		out = append(out, Edit{Pins: pins})
	}
	return out
}

func BenchmarkNextEditsTwentyThousandPools(b *testing.B) {
	in := vector{from: "1.32.0", to: "1.38.0", class: "1.31.0 1.32.0 1.33.0 1.34.0 1.35.0 1.36.0 1.37.0 1.38.0"}.input(b)
	for i := range 20000 {
		p := Pool{Lane: Lane(i / 10000), Name: fmt.Sprintf("pool-%d", i), Running: in.From}
		switch i % 4 {
		case 0:
			p.Pin, p.OldPin = in.From, in.From
		case 1:
			p.OldPin = in.ClassVersions[0]
		case 2:
			p.Pin = in.To
		}
		in.Pools = append(in.Pools, p)
	}
	b.ReportAllocs()
	for b.Loop() {
		if len(NextEdits(in, true)) == 0 {
			b.Fatal("no way")
		}
	}
}
