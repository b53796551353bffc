package nodepool

import (
	"slices"
	"strings"
)

// derived is an input whose value can follow from the others.
type derived struct {
	name string
	fact *Fact
	get  func(World) string
}

func (e *Evidence) derivable() []derived {
	return []derived{
		{"H", &e.Hashes.Current, func(w World) string { return w.H }},
		{"V", &e.Versions.Requested, func(w World) string { return w.V }},
		{"R", &e.Hashes.Rollout, func(w World) string { return w.R }},
		{"Rw", &e.Hashes.RolloutWithoutVersion, func(w World) string { return w.Rw }},
		{"D", &e.Hashes.Deployed, func(w World) string { return w.D }},
		{"C", &e.Hashes.Completed, func(w World) string { return w.C }},
		{"DV", &e.Versions.Deployed, func(w World) string { return w.DV }},
		{"S", &e.Versions.Completed, func(w World) string { return w.S }},
	}
}

// derive turns open inputs that have one value in every world into facts, so
// that the report shows what follows from the rest.
func (e *Evidence) derive(n narrowing) {
	for _, d := range e.derivable() {
		if d.fact.Known || len(n.possible) == 0 {
			continue
		}
		value := d.get(n.possible[0].World)
		same := !slices.ContainsFunc(n.possible, func(w possibility) bool { return d.get(w.World) != value })
		if same && concrete(value) {
			*d.fact = known(value, "follows from: "+strings.Join(sources(n.used, d.name), "; "))
		}
	}
}

func sources(used []constraint, about string) []string {
	var out, rest []string
	for _, c := range used {
		if slices.Contains(c.about, about) {
			out = append(out, c.source)
		}
		rest = append(rest, c.source)
	}
	if len(out) == 0 {
		return rest
	}
	return out
}
