package flow

// choice is one way to get into a list: through all its sources and filters. A
// list with several choices holds what any of them lets through.
type choice struct {
	sources []*Node
	filters []*filter
}

// choiceLimit bounds the product of choices; beyond it they are merged, which
// only makes the verdict more lenient.
const choiceLimit = 64

// filtered adds a condition to every choice.
func filtered(members []choice, f *filter) []choice {
	if len(members) == 0 {
		return []choice{{filters: []*filter{f}}}
	}
	out := make([]choice, len(members))
	for n, c := range members {
		out[n] = choice{sources: c.sources, filters: append(c.filters[:len(c.filters):len(c.filters)], f)}
	}
	return out
}

// within combines two conditions: an element must pass an outer and an inner
// choice.
func within(outer, inner []choice) []choice {
	switch {
	case len(outer) == 0:
		return inner
	case len(inner) == 0 || len(outer)*len(inner) > choiceLimit:
		return outer
	}
	var out []choice
	for _, a := range outer {
		for _, b := range inner {
			out = append(out, choice{sources: appendNew(a.sources, b.sources...), filters: appendNew(a.filters, b.filters...)})
		}
	}
	return out
}
