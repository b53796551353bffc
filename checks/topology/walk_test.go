package topology

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/version"
)

// walk is a cluster that is edited one legal step at a time.
type walk struct {
	rng      *rand.Rand
	versions []string // that the class lists, old to new
	topology int      // index of the topology version
	pins     []int    // index of each pool's pin, -1 without
}

func newWalk(seed uint64) *walk {
	w := &walk{rng: rand.New(rand.NewPCG(seed, 7))}
	for minor := 28; minor < 36; minor++ {
		for patch := range 1 + w.rng.IntN(3) {
			w.versions = append(w.versions, fmt.Sprintf("v1.%d.%d", minor, patch))
		}
	}
	w.topology = w.rng.IntN(4)
	for range 1 + w.rng.IntN(4) {
		w.pins = append(w.pins, -1)
	}
	return w
}

func (w *walk) sample() sample {
	var pools []string
	for i, pin := range w.pins {
		name := fmt.Sprintf("md-%d", i)
		if i%2 == 1 {
			name = fmt.Sprintf("mp-%d", i)
		}
		if pin >= 0 {
			name += "@" + w.versions[pin]
		}
		pools = append(pools, name)
	}
	return cluster(w.versions[w.topology], pools...)
}

func (w *walk) minor(i int) int { return parse(w.versions[i]).Minor() }

func parse(s string) version.Version {
	v, err := version.ParseStrict(s)
	if err != nil {
		panic(err)
	}
	return v
}

// edit makes one legal edit and says what it was; "" when none was found.
func (w *walk) edit() string {
	i := w.rng.IntN(len(w.pins))
	switch pin := w.pins[i]; {
	case pin < 0 && w.rng.IntN(2) == 0:
		w.pins[i] = w.topology
		return fmt.Sprintf("pin pool %d at %s", i, w.versions[w.topology])
	case pin >= 0 && pin < w.topology:
		w.pins[i] = pin + 1
		return fmt.Sprintf("raise pool %d to %s", i, w.versions[pin+1])
	case pin == w.topology && w.rng.IntN(2) == 0:
		w.pins[i] = -1
		return fmt.Sprintf("unpin pool %d", i)
	}
	return w.bump()
}

func (w *walk) bump() string {
	next := w.topology + 1 + w.rng.IntN(3)
	if next >= len(w.versions) {
		return ""
	}
	for _, pin := range w.pins {
		if pin >= 0 && w.minor(next)-w.minor(pin) > version.MaxSkew {
			return ""
		}
	}
	w.topology = next
	return "topology to " + w.versions[next]
}

// Raising one pin one step, pinning at the running version, unpinning at the
// topology version and raising the topology within the skew are legal at every
// point of every walk.
func TestLegalStepsAreNeverRefused(t *testing.T) {
	for seed := range uint64(60) {
		w := newWalk(seed)
		for range 20 {
			before := w.sample()
			what := w.edit()
			if what == "" {
				continue
			}
			s := scene{class: w.versions}
			_, got := evaluate(t, gateOn(), []string{w.sample().manifest()}, s.documents(before)...)
			require.False(t, got.Refused, "seed %d, %s from %+v: %v", seed, what, before, found(got, false))
			require.Empty(t, got.NotEvaluated, "seed %d, %s", seed, what)
			require.False(t, got.Conditional)
		}
	}
}

// Taking a pin above the topology, or the topology beyond the skew of a pin, is
// refused at every point of every walk.
func TestIllegalStepsAreRefused(t *testing.T) {
	for seed := range uint64(30) {
		w := newWalk(seed)
		for range 15 {
			w.edit()
			before := w.sample()
			for i, pin := range w.pins {
				if pin < 0 || w.topology+1 >= len(w.versions) {
					continue
				}
				w.pins[i] = w.topology + 1
				s := scene{class: w.versions}
				_, got := evaluate(t, gateOn(), []string{w.sample().manifest()}, s.documents(before)...)
				require.Contains(t, rules(got), "pin/above-control-plane", "seed %d", seed)
				w.pins[i] = pin
			}
		}
	}
}

func rules(o Outcome) []string {
	var out []string
	for _, f := range o.Findings {
		out = append(out, f.Rule)
	}
	return out
}

// Without a part of the evidence no error may appear that the whole evidence
// disproves, unless it says what it assumes, and what is lost is said.
func TestLessEvidenceIsNeverMoreCertain(t *testing.T) {
	parts := []string{"class", "controlplane", "workers", "machines", "nodes", "crd"}
	changes := [][2]sample{
		{plain("v1.31.4"), plain("v1.32.1")},
		{plain("v1.31.4"), plain("v1.33.1")},
		{three("v1.32.1", "md-0@v1.31.4"), three("v1.32.1", "md-0@v1.32.1")},
		{plain("v1.32.1"), three("v1.32.1", "md-0@v1.31.4")},
		{three("v1.32.1", "md-0@v1.31.4"), plain("v1.32.1")},
		{three("v1.31.4", "md-0@v1.31.4"), three("v1.35.0", "md-0@v1.31.4")},
		{plain("v1.31.4"), plain("v1.31.4-rc.1")},
	}
	states := []scene{{}, {status: "v1.30.9"}, {runs: map[string]string{"md-0": "v1.30.9"}}, {nodes: map[string]string{"mp-0": "v1.30.9"}}, {class: []string{"v1.31.4", "v1.32.1"}}}
	for _, c := range changes {
		for _, s := range states {
			_, whole := evaluate(t, gateOn(), []string{c[1].manifest()}, s.documents(c[0])...)
			for mask := range 1 << len(parts) {
				if n := bits.OnesCount(uint(mask)); n > 2 && n < len(parts) {
					continue
				}
				less := s
				less.without = nil
				for i, part := range parts {
					if mask&(1<<i) != 0 {
						less.without = append(less.without, part)
					}
				}
				_, got := evaluate(t, gateOn(), []string{c[1].manifest()}, less.documents(c[0])...)
				requireNoFalseCertainty(t, whole, got, fmt.Sprintf("%v without %s", c, strings.Join(less.without, ",")))
			}
		}
	}
}

func requireNoFalseCertainty(t *testing.T, whole, got Outcome, what string) {
	t.Helper()
	proved := found(whole, true)
	for _, f := range got.Findings {
		text := strings.TrimSpace(string(f.Severity[0:1]) + " " + f.Rule + " " + f.Subject)
		// Without the class it is not known that the change is refused for another
		// reason before it comes to this one.
		early := slices.Contains(proved, "e "+ceilingID) || slices.Contains(proved, "e "+notInClassID)
		later := strings.HasSuffix(f.Rule, "-not-settled") || f.Rule == unplannableID
		if f.Severity == checks.Error && !f.Assumed && !(early && later) {
			require.True(t, slices.Contains(proved, text), "%s: %s is not proved by the whole evidence: %v", what, text, proved)
		}
	}
	if whole.Refused && !got.Refused {
		require.NotEmpty(t, got.NotEvaluated, "%s: passes, and says nothing about what is missing", what)
	}
}
