package plan

import (
	"slices"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/version"
)

// walk is the way from the persisted to the wanted state. Its stations are the
// topology versions to stop at, the present one first and the end last.
type walk struct {
	in       Input
	stations []Choice
	pools    []walker
}

// walker stands for existing pools with the same pin to change or to respect.
type walker struct {
	names []string
	// pin now, zero when the pool follows the topology.
	pin version.Version
	// final is the pin to reach.
	final Choice
	// leaves is true when the pin is to be removed in the end.
	leaves bool
	// late is true for a first pin at the wanted topology version, which waits
	// for the end.
	late bool
	// passes is the station whose version is that of a first pin, 0 when none is.
	passes int
}

// farthest is how many minors a way may cross. Real upgrades cross a few; a slip
// of the pen can ask for millions.
const farthest = 50

func newWalk(in Input) (*walk, bool) {
	in.To = goal(in)
	if in.To.Minor()-in.From.Minor() > farthest {
		return nil, false
	}
	if version.Older(in.To, in.From, version.BuildTags) || !version.SameMajor(in.To, in.From) {
		return nil, false
	}
	in.ControlPlane = in.From
	if _, err := controlPlaneSteps(allowHops(in)); err != nil {
		return nil, false
	}
	w := &walk{in: in}
	if !w.gather() {
		return nil, false
	}
	w.stations = stations(in)
	w.pass()
	return w, true
}

// gather makes one walker of all pools with the same pins before and after, and
// reports whether every pool has a way.
func (w *walk) gather() bool {
	at := map[[2]string]int{}
	for i := range w.in.Pools {
		p := &w.in.Pools[i]
		if p.Presence != Kept || (!p.pinned() && p.OldPin.IsZero()) {
			continue
		}
		key := [2]string{p.OldPin.String(), p.Pin.String()}
		k, seen := at[key]
		if !seen {
			x, ok := newWalker(w.in, p)
			if !ok {
				return false
			}
			k = len(w.pools)
			at[key] = k
			w.pools = append(w.pools, x)
		}
		w.pools[k].names = append(w.pools[k].names, p.String())
	}
	return true
}

// goal is the wanted topology version, or the highest pin where that is above it.
func goal(in Input) version.Version {
	to := in.To
	for i := range in.Pools {
		p := &in.Pools[i]
		if p.Presence != Removed && p.pinned() && version.Newer(p.Pin, to, version.BuildTags) {
			to = p.Pin
		}
	}
	return to
}

// allowHops plans as if several minors could be crossed: the stations divide
// the way into hops where they cannot.
func allowHops(in Input) Input {
	if len(in.ClassVersions) == 0 {
		in.ClassKnown = false
	}
	return in
}

func newWalker(in Input, p *Pool) (walker, bool) {
	x := walker{pin: p.OldPin}
	if !p.pinned() {
		x.final, x.leaves = Choice{Version: in.To}, true
		return x, !version.Newer(p.OldPin, in.From, version.BuildTags)
	}
	x.final = nearest(in, p.Pin)
	if len(in.ClassVersions) > 0 && !slices.ContainsFunc(in.ClassVersions, func(v version.Version) bool { return version.SameString(v, x.final.Version) }) {
		return x, false
	}
	if p.OldPin.IsZero() {
		x.late = version.SameString(x.final.Version, in.To)
		return x, x.late || !version.Older(p.Pin, in.From, version.BuildTags)
	}
	return x, !version.Older(x.final.Version, p.OldPin, version.BuildTags)
}

// stations are the present version, one version of each minor on the way, and
// the end. Minors of which the class lists nothing are no place to stop.
func stations(in Input) []Choice {
	out := []Choice{{Version: in.From}}
	if version.SamePrinted(in.From, in.To) {
		return out
	}
	for minor := in.From.Minor() + 1; minor < in.To.Minor(); minor++ {
		if c, ok := station(in, minor); ok {
			out = append(out, c)
		}
	}
	return append(out, Choice{Version: in.To})
}

func station(in Input, minor int) (Choice, bool) {
	if len(in.ClassVersions) == 0 {
		return anyPatch(in.To, minor), true
	}
	var newest version.Version
	for _, v := range in.ClassVersions {
		if v.Minor() == minor && (newest.IsZero() || !version.Older(v, newest, version.BuildTags)) {
			newest = v
		}
	}
	return Choice{Version: newest}, !newest.IsZero()
}

// pass finds the station that a first pin waits for. Where only the minor of a
// station matters, it takes the version of the pin.
func (w *walk) pass() {
	taken := map[int]bool{}
	for i := range w.pools {
		x := &w.pools[i]
		if !x.pin.IsZero() || x.leaves || x.late {
			continue
		}
		for j := 1; j < len(w.stations)-1; j++ {
			if w.stations[j].Minor() == x.final.Minor() && !taken[j] {
				w.stations[j], taken[j] = Choice{Version: x.final.Version}, true
			}
			if version.SameString(w.stations[j].Version, x.final.Version) {
				x.passes = j
			}
		}
	}
}

// behind names followers that an annotation keeps below the present version: as
// long as they are, nothing is settled.
func (w *walk) behind() []string {
	var out []string
	for i := range w.in.Pools {
		p := &w.in.Pools[i]
		if p.Presence == Kept && p.OldPin.IsZero() && p.WasBack && !version.SamePrinted(p.Running, w.in.From) {
			out = append(out, p.String())
		}
	}
	return out
}

// hop reports whether the topology version may go from one station to a later
// one in one edit: any distance where versions are listed or an extension plans,
// one minor otherwise.
func (w *walk) hop(from, to int) bool {
	if len(w.in.ClassVersions) > 0 || w.in.Extension {
		return true
	}
	return w.stations[to].Minor() <= w.stations[from].Minor()+1
}

// at is the pin of a pool after all pins were raised at a station.
func (x *walker) at(station Choice) Choice {
	switch {
	case x.pin.IsZero():
		return Choice{Version: x.pin}
	case version.Newer(x.final.Version, station.Version, version.BuildTags):
		return station
	}
	return x.final
}
