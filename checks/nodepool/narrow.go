package nodepool

import "slices"

// possibility is a world that the evidence admits, with its decision, whose
// path is left out.
type possibility struct {
	World
	Decision
}

// constraint is something that the evidence implies about the open inputs.
type constraint struct {
	// source names the evidence in a sentence, for example "condition
	// UpdatingVersion is False".
	source string
	// about names the inputs that it can settle.
	about []string
	holds func(possibility) bool
	// kind decides what a conflict means.
	kind constraintKind
}

type constraintKind int

const (
	// structural constraints hold by construction of the operator.
	structural constraintKind = iota
	// stated constraints are what conditions say about the last pass.
	stated
	// circumstantial ones are conclusions from secrets, which give way
	// silently to better evidence.
	circumstantial
)

// narrowing is the result of applying constraints.
type narrowing struct {
	possible []possibility
	// used are the constraints that excluded something.
	used []constraint
	// conflicts are stated or structural constraints that contradict the
	// facts or each other.
	conflicts []constraint
}

// narrow keeps the possibilities that satisfy the constraints. A constraint
// that contradicts the facts is left out. When conditions contradict each
// other none of them is believed.
func narrow(all []possibility, constraints []constraint) narrowing {
	n := apply(all, constraints)
	var quarrel bool
	for _, c := range n.conflicts {
		quarrel = quarrel || (c.kind == stated && satisfiable(all, c))
	}
	if !quarrel {
		return n
	}
	rest := slices.DeleteFunc(slices.Clone(constraints), func(c constraint) bool { return c.kind == stated })
	again := apply(all, rest)
	again.conflicts = append(n.conflicts, again.conflicts...)
	return again
}

func apply(all []possibility, constraints []constraint) narrowing {
	n := narrowing{possible: all}
	for _, c := range constraints {
		holds := count(n.possible, c)
		switch {
		case holds == len(n.possible):
		case holds > 0:
			n.possible, n.used = filter(n.possible, c, holds), append(n.used, c)
		case c.kind != circumstantial:
			n.conflicts = append(n.conflicts, c)
		}
	}
	return n
}

func count(list []possibility, c constraint) int {
	n := 0
	for _, p := range list {
		if c.holds(p) {
			n++
		}
	}
	return n
}

func filter(list []possibility, c constraint, size int) []possibility {
	out := make([]possibility, 0, size)
	for _, p := range list {
		if c.holds(p) {
			out = append(out, p)
		}
	}
	return out
}

func satisfiable(list []possibility, c constraint) bool { return slices.ContainsFunc(list, c.holds) }

// decideAll decides in every world.
func decideAll(list []World) []possibility {
	out := make([]possibility, len(list))
	for i, w := range list {
		out[i] = possibility{w, outcome(w)}
	}
	return out
}
