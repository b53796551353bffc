package nodepool

import "slices"

// variable is one input of a world with the values that it can have.
type variable struct {
	values []string
	set    func(*World, string)
}

// input is a fact on its way to a variable. Optional facts may turn out to be
// absent when they are not known.
type input struct {
	name     string
	fact     Fact
	optional bool
	set      func(*World, string)
}

// variables gives each input of a group of comparable values its domain: the
// value, if known; else each known value of the group, the symbol of each
// unknown input before it, and a symbol of its own. That covers every pattern
// of equalities, and decisions depend on nothing else.
func variables(extra []string, inputs ...input) []variable {
	var constants []string
	for _, in := range inputs {
		if in.fact.Set() {
			constants = append(constants, in.fact.Value)
		}
	}
	constants = append(constants, extra...)
	slices.Sort(constants)
	constants = slices.Compact(constants)
	var symbols []string
	var out []variable
	for _, in := range inputs {
		if in.fact.Known {
			out = append(out, variable{[]string{in.fact.Value}, in.set})
			continue
		}
		symbols = append(symbols, fresh(in.name))
		values := slices.Concat(constants, symbols)
		if in.optional {
			values = append(values, "")
		}
		out = append(out, variable{values, in.set})
	}
	return out
}

// worlds enumerates the worlds that the evidence admits before narrowing.
func worlds(e Evidence, janitor Answer, tokens []string) []World {
	var out []World
	for _, g := range e.Operator.possible() {
		for _, exists := range workloadAnswers(e) {
			for _, works := range janitor.bools() {
				start := World{Generation: g, Workload: exists, Janitor: works}
				out = append(out, e.expand(start, tokens)...)
			}
		}
	}
	return out
}

// bools lists the truths that an answer admits.
func (a Answer) bools() []bool {
	switch a {
	case Yes:
		return []bool{true}
	case No:
		return []bool{false}
	}
	return []bool{true, false}
}

// workloadAnswers lists whether the workload can exist.
func workloadAnswers(e Evidence) []bool { return e.WorkloadExists.bools() }

// expand assigns every open input of one generation. Inputs that a generation
// does not read stay as they are, so that they cost nothing.
func (e Evidence) expand(start World, tokens []string) []World {
	h, v := e.Hashes, e.Versions
	deployed, deployedVersion, target := h.Deployed, v.Deployed, h.WorkloadTarget
	if !start.Workload {
		gone := known("", "no workload")
		deployed, deployedVersion, target = gone, gone, gone
	}
	vars := variables(tokens,
		input{"H", h.Current, false, func(w *World, s string) { w.H = s }},
		input{"D", deployed, false, func(w *World, s string) { w.D = s }},
		input{"C", h.Completed, true, func(w *World, s string) { w.C = s }})
	vars = append(vars, variables(nil,
		input{"V", v.Requested, false, func(w *World, s string) { w.V = s }},
		input{"S", v.Completed, true, func(w *World, s string) { w.S = s }},
		input{"DV", deployedVersion, false, func(w *World, s string) { w.DV = s }})...)
	if start.Generation != GenerationA {
		vars = append(vars, e.rolloutVariables(start.Generation, target)...)
	}
	return e.product(start, vars)
}

func (e Evidence) rolloutVariables(g Generation, target Fact) []variable {
	h := e.Hashes
	if g == GenerationB {
		target = known("", "generation B records no target")
	}
	vars := variables(nil,
		input{"R", h.Rollout, false, func(w *World, s string) { w.R = s }},
		input{"WT", target, true, func(w *World, s string) { w.Target = s }},
		input{"ip", h.InProgress, true, func(w *World, s string) { w.InProgress = s }})
	return append(vars, variables(nil,
		input{"Rw", h.RolloutWithoutVersion, false, func(w *World, s string) { w.Rw = s }},
		input{"crc", h.RolloutBaseline, true, func(w *World, s string) { w.Baseline = s }})...)
}

// product assigns the variables in every combination. What the operator always
// writes together is kept together: an unknown completed hash and an unknown
// completed version are both there or both not, and so is the annotation's key.
func (e Evidence) product(start World, vars []variable) []World {
	out := []World{start}
	for _, v := range vars {
		next := make([]World, 0, len(out)*len(v.values))
		for _, w := range out {
			for _, value := range v.values {
				v.set(&w, value)
				next = append(next, w)
			}
		}
		out = next
	}
	openTogether := !e.Hashes.Completed.Known && !e.Versions.Completed.Known
	out = slices.DeleteFunc(out, func(w World) bool { return openTogether && (w.C == "") != (w.S == "") })
	for i := range out {
		out[i].CompletedKey = e.CompletedKey == Yes || (e.CompletedKey != No && out[i].C != "")
	}
	return out
}
