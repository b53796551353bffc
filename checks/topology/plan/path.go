package plan

import (
	"slices"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/version"
)

// node is a point of the search: the station of the topology version and the
// one at which pins were last raised, -1 before that. Raising as far as the
// station allows is never worse than raising less, so no other state matters.
type node struct{ station, raised int }

// edits tries every station as the one where pools that shall follow the
// topology again are let go. Of equally short ways the one that does it latest
// wins, because such a pool rolls with every later step. First pins are set as
// early as possible, or where their version is passed if that is shorter.
func (w *walk) edits() ([]Edit, bool) {
	var best []Edit
	for k := len(w.stations) - 1; k >= 0; k-- {
		for _, pass := range []bool{false, true} {
			edits, ok := w.clone().sequence(k, pass)
			if ok && (best == nil || len(edits) < len(best)) {
				best = edits
			}
		}
		if !slices.ContainsFunc(w.pools, func(x walker) bool { return x.leaves }) {
			break
		}
	}
	return best, best != nil
}

func (w *walk) clone() *walk {
	out := *w
	out.pools = slices.Clone(w.pools)
	return &out
}

// sequence goes from waypoint to waypoint; k is the station where pools are let
// go. Pins that change at one station are changed in one edit.
func (w *walk) sequence(k int, pass bool) ([]Edit, bool) {
	out, pins, leaving := []Edit{}, w.prepare(pass), []PinEdit(nil)
	at := node{station: 0, raised: -1}
	for _, stop := range w.waypoints(k, pass) {
		if len(pins) > 0 {
			at.raised = at.station // other pins can come along for nothing
		}
		way, ok := w.search(at, stop)
		if !ok {
			return nil, false
		}
		if at.raised == at.station {
			pins = append(pins, w.raise(way, 0)...)
		}
		out = w.follow(merge(merge(out, pins), leaving), way)
		at = way[len(way)-1]
		pins, leaving = w.join(stop), nil
		if stop == k {
			pins, leaving = append(pins, w.land(k)...), w.leave()
		}
	}
	return merge(merge(out, append(pins, w.finish()...)), leaving), true
}

// waypoints are the stations that must be visited, the end last.
func (w *walk) waypoints(k int, pass bool) []int {
	out := []int{k, len(w.stations) - 1}
	for i := range w.pools {
		if pass && w.pools[i].passes > 0 {
			out = append(out, w.pools[i].passes)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// follow makes the edits of a way.
func (w *walk) follow(out []Edit, way []node) []Edit {
	for i := 1; i < len(way); i++ {
		if way[i].station != way[i-1].station {
			out = append(out, Edit{Version: w.stations[way[i].station]})
		} else {
			out = merge(out, w.raise(way, i))
		}
	}
	return out
}

// merge adds pins to the last edit when that changes other pins only: they are
// then at the same station.
func merge(edits []Edit, pins []PinEdit) []Edit {
	last := len(edits) - 1
	switch {
	case len(pins) == 0:
		return edits
	case last < 0, !edits[last].Version.IsZero(), edits[last].touches(pins):
		return append(edits, Edit{Pins: pins})
	}
	edits[last].Pins = append(edits[last].Pins, pins...)
	return edits
}

func (e Edit) touches(pins []PinEdit) bool {
	touched := make(map[string]bool, len(e.Pins))
	for _, p := range e.Pins {
		touched[p.Pools[0]] = true // pools of one edit stay together
	}
	return slices.ContainsFunc(pins, func(p PinEdit) bool { return touched[p.Pools[0]] })
}

// prepare is what is best done at the present version: pins that equal it can
// go, and first pins are set unless they wait for their version.
func (w *walk) prepare(pass bool) []PinEdit {
	var out []PinEdit
	from := w.stations[0]
	for i := range w.pools {
		x := &w.pools[i]
		switch {
		case x.leaves && version.SameString(x.pin, from.Version):
			out = append(out, x.set(Choice{}))
		case x.pin.IsZero() && !x.leaves && !x.late && !(pass && x.passes > 0):
			out = append(out, x.set(from))
		}
	}
	return out
}

// join sets the first pins whose version is that of the station.
func (w *walk) join(station int) []PinEdit {
	var out []PinEdit
	for i := range w.pools {
		if x := &w.pools[i]; x.pin.IsZero() && x.passes > 0 && x.passes == station {
			out = append(out, x.set(x.final))
		}
	}
	return out
}

// land brings the pools that are to be let go to the station.
func (w *walk) land(k int) []PinEdit {
	var out []PinEdit
	for i := range w.pools {
		x := &w.pools[i]
		if x.leaves && !x.pin.IsZero() && !version.SameString(x.pin, w.stations[k].Version) {
			out = append(out, x.set(w.stations[k]))
		}
	}
	return out
}

// set moves the pin; the zero Choice removes it.
func (x *walker) set(to Choice) PinEdit {
	edit := PinEdit{Pools: x.names, From: x.pin, To: to}
	x.pin = to.Version
	return edit
}

// search finds the way with the fewest edits, breadth first.
func (w *walk) search(start node, end int) ([]node, bool) {
	limits := w.limits()
	before := map[node]node{start: start}
	for queue := []node{start}; len(queue) > 0; queue = queue[1:] {
		n := queue[0]
		if n.station == end {
			return track(before, n), true
		}
		for _, to := range w.neighbours(n, end, limits) {
			if _, seen := before[to]; !seen {
				before[to] = n
				queue = append(queue, to)
			}
		}
	}
	return nil, false
}

// neighbours are the farthest hops first, so that of equally short ways the one
// with the earliest progress wins.
func (w *walk) neighbours(n node, end int, limits []int) []node {
	var out []node
	for to := end; to > n.station; to-- {
		if w.stations[to].Minor() <= limits[n.raised+1] && w.hop(n.station, to) {
			out = append(out, node{to, n.raised})
		}
	}
	if n.raised < n.station && limits[n.station+1] > limits[n.raised+1] {
		out = append(out, node{n.station, n.station})
	}
	return out
}

// limits holds the highest minor that the pins allow: at 0 as they are, at i+1
// when they were raised at station i.
func (w *walk) limits() []int {
	limits := make([]int, len(w.stations)+1)
	for i := range limits {
		limits[i] = w.in.To.Minor()
		for j := range w.pools {
			x := &w.pools[j]
			if x.pin.IsZero() {
				continue
			}
			pin := x.pin
			if i > 0 {
				pin = x.at(w.stations[i-1]).Version
			}
			limits[i] = min(limits[i], pin.Minor()+version.MaxSkew)
		}
	}
	return limits
}

func track(before map[node]node, n node) []node {
	way := []node{n}
	for before[n] != n {
		n = before[n]
		way = append(way, n)
	}
	slices.Reverse(way)
	return way
}

// raise lifts the pools that would be too far behind at the stations up to the
// next raise, and those that can go to their final pin; the others would only
// roll more often than they must.
func (w *walk) raise(way []node, i int) []PinEdit {
	station, highest := w.stations[way[i].station], 0
	for _, n := range way[i+1:] {
		if n.raised != way[i].raised {
			break
		}
		highest = w.stations[n.station].Minor()
	}
	var out []PinEdit
	for j := range w.pools {
		x := &w.pools[j]
		to := x.at(station)
		done := version.SameString(to.Version, x.final.Version)
		if x.pin.IsZero() || version.SameString(to.Version, x.pin) || (!done && highest-x.pin.Minor() <= version.MaxSkew) {
			continue
		}
		out = append(out, x.set(to))
	}
	return out
}

// finish brings every pin to where it shall be.
func (w *walk) finish() []PinEdit {
	var out []PinEdit
	for j := range w.pools {
		if x := &w.pools[j]; !x.leaves && !version.SameString(x.pin, x.final.Version) {
			out = append(out, x.set(x.final))
		}
	}
	return out
}

// leave removes the pins that have come to the topology version.
func (w *walk) leave() []PinEdit {
	var out []PinEdit
	for j := range w.pools {
		if x := &w.pools[j]; x.leaves && !x.pin.IsZero() {
			out = append(out, x.set(Choice{}))
		}
	}
	return out
}
