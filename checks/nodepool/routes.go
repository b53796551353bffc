package nodepool

import (
	"maps"
	"slices"
)

// Route is one way through the state machine that the evidence admits.
type Route struct {
	// Path has the questions asked, in order, with their answers.
	Path []Asked
	// State is where it ends.
	State State
}

// routes lists the different ways that the worlds take, in the order of their
// answers. A pool whose state is certain can still have several.
func routes(possible []possibility) []Route {
	found := map[uint32]Route{}
	questions := Questions()
	for _, w := range possible {
		var key uint32
		resolve(w.World, w.Decision.Outdated, func(q Question, yes bool) bool {
			bit := uint32(1)
			if yes {
				bit = 2
			}
			key |= bit << (2 * slices.Index(questions, q))
			return yes
		})
		if _, seen := found[key]; !seen {
			found[key] = Route{pathOf(w), w.State}
		}
	}
	out := make([]Route, 0, len(found))
	for _, key := range slices.Sorted(maps.Keys(found)) {
		out = append(out, found[key])
	}
	return out
}

func pathOf(w possibility) []Asked {
	var path []Asked
	resolve(w.World, w.Decision.Outdated, func(q Question, yes bool) bool {
		path = append(path, Asked{q, yes})
		return yes
	})
	return path
}
