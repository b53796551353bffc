package flow

import (
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/provider"
)

// Restriction is something that keeps live members out of a list.
type Restriction struct {
	// Source is the data source that lists only some states, nil for a filter
	// of the module.
	Source *Node
	// Default is true when the source does so without being told.
	Default bool
	// Missing are live states that it leaves out.
	Missing []string
	// At is the place: the argument, the data source or the condition.
	At hcl.Range
}

// Restrictions says what keeps live members out of an output with the list of
// members. unknown is true when a source could not be judged.
func (v *View) Restrictions(output string) (list []Restriction, unknown bool) {
	members := v.run.top.output(output).members
	if len(members) == 0 {
		return nil, false
	}
	missing := map[string]int{}
	for _, c := range members {
		left, open := c.leavesOut()
		unknown = unknown || open
		for _, word := range left {
			missing[word]++
		}
	}
	// A state is lost when no choice lets it through.
	lost := func(words []string) []string {
		return slices.DeleteFunc(slices.Clone(words), func(w string) bool { return missing[w] < len(members) })
	}
	for _, c := range members {
		for _, r := range c.restrictions() {
			r.Missing = lost(r.Missing)
			if len(r.Missing) > 0 && !slices.ContainsFunc(list, func(o Restriction) bool { return o.At == r.At }) {
				list = append(list, r)
			}
		}
	}
	return list, unknown
}

func (c choice) restrictions() []Restriction {
	var out []Restriction
	for _, s := range c.sources {
		if r, _ := s.restricts(); r != nil {
			out = append(out, *r)
		}
	}
	states := c.states()
	for _, f := range c.filters {
		if left := f.leavesOut(states); len(left) > 0 {
			out = append(out, Restriction{Missing: left, At: f.cond.Range()})
		}
	}
	return out
}

// leavesOut lists the live states that a choice does not let through.
func (c choice) leavesOut() (missing []string, open bool) {
	for _, s := range c.sources {
		r, known := s.restricts()
		open = open || !known
		if r != nil {
			missing = appendNew(missing, r.Missing...)
		}
	}
	states := c.states()
	for _, f := range c.filters {
		missing = appendNew(missing, f.leavesOut(states)...)
	}
	return missing, open
}

// states are the vocabularies of the clouds that a choice reads from.
func (c choice) states() []provider.States {
	var out []provider.States
	for _, s := range c.sources {
		if _, file := s.instance.run.table.DataSource(s.resource.Type); file != nil {
			out = append(out, file.States...)
		}
	}
	return out
}
