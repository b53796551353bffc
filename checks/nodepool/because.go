package nodepool

import (
	"fmt"
	"slices"
	"strings"
)

// steps joins the paths of all worlds: a question that only some worlds ask is
// still asked, and answered unknown when they disagree.
func steps(p *Pool, possible []possibility) []Step {
	answers, asking := map[Question]Answer{}, map[Question]int{}
	for _, w := range possible {
		resolve(w.World, w.Decision.Outdated, func(q Question, yes bool) bool {
			answers[q] = answers[q].join(answer(yes))
			asking[q]++
			return yes
		})
	}
	out := []Step{}
	for _, q := range Questions() {
		a := answers[q]
		if a == "" {
			continue
		}
		because := p.because(q, a, possible)
		if asking[q] < len(possible) {
			because = "in the cases that lead here, " + because
		}
		out = append(out, Step{string(q), a, because})
	}
	return out
}

// because explains an answer with the values compared.
func (p *Pool) because(q Question, a Answer, possible []possibility) string {
	h, v := p.Hashes, p.Versions
	switch q {
	case AskOutdated:
		return p.outdatedBecause(a, possible)
	case AskDeployedDiffers:
		if h.Deployed.Absent() {
			return "nothing is deployed (" + h.Deployed.Basis + ")"
		}
		return compared("deployed", h.Deployed, "current", h.Current, a)
	case AskCompletedDiffers:
		if h.Completed.Absent() {
			return "nothing has completed (" + h.Completed.Basis + ")"
		}
		return compared("completed", h.Completed, "current", h.Current, a)
	case AskVersionDiffers:
		if v.Deployed.Absent() {
			return "the workload names no version, which counts as a match"
		}
		return compared("deployed version", v.Deployed, "requested version", v.Requested, a)
	case AskRolloutInProgress:
		return compared("deployed", h.Deployed, "completed", h.Completed, "") + "; " +
			compared("requested version", v.Requested, "completed version", v.Completed, "")
	case AskRequestRecorded:
		return requestText(p)
	case AskRequestMatches:
		return compared("recorded request", p.request(), "rollout hash", h.Rollout, negate(a))
	case AskDeployedAhead:
		return compared("deployed", h.Deployed, "completed", h.Completed, a)
	}
	return compared("deployed", h.Deployed, "current", h.Current, negate(a))
}

func negate(a Answer) Answer {
	switch a {
	case Yes:
		return No
	case No:
		return Yes
	}
	return a
}

// compared words a comparison: differs is yes when the two are not equal; ""
// lets the values decide.
func compared(left string, l Fact, right string, r Fact, differs Answer) string {
	if differs == "" {
		differs = Unknown
		if l.Known && r.Known {
			differs = answer(l.Value != r.Value)
		}
	}
	verb := map[Answer]string{Yes: "differs from", No: "equals", Unknown: "may differ from"}[differs]
	return fmt.Sprintf("%s %s %s %s %s", left, factText(l), verb, right, factText(r))
}

func factText(f Fact) string {
	switch {
	case !f.Known:
		return "(not known)"
	case f.Value == "":
		return "(none)"
	}
	return f.Value
}

// request is the fact behind I.
func (p *Pool) request() Fact {
	target, marker := p.Hashes.WorkloadTarget, p.Hashes.InProgress
	if p.Operator.Value == GenerationB || target.Absent() {
		return marker
	}
	return target
}

func requestText(p *Pool) string {
	f := p.request()
	if !f.Known {
		return "whether a request is recorded is not known: " + f.Basis
	}
	if f.Value == "" {
		return "neither the workload nor the pool records a request"
	}
	return "request " + f.Value + " is recorded (" + f.Basis + ")"
}

// outdatedBecause names the comparisons that make the pool outdated, those that
// may, or those that all say no.
func (p *Pool) outdatedBecause(a Answer, possible []possibility) string {
	all, some := causesOf(possible)
	names := all
	if len(all) == 0 {
		names = some
	}
	var texts []string
	for _, n := range names {
		differs := Unknown
		if slices.Contains(all, n) {
			differs = Yes
		}
		texts = append(texts, p.causeText(n, differs))
	}
	if a == No {
		return p.quietText()
	}
	return strings.Join(texts, "; ")
}

// causesOf lists the causes that hold in all and in some worlds.
func causesOf(possible []possibility) (all, some []string) {
	counts := map[string]int{}
	var order []string
	for _, w := range possible {
		for _, c := range w.causes() {
			if !slices.Contains(order, c.name) {
				order = append(order, c.name)
			}
			if c.holds {
				counts[c.name]++
			}
		}
	}
	for _, name := range order {
		switch {
		case counts[name] == len(possible):
			all = append(all, name)
		case counts[name] > 0:
			some = append(some, name)
		}
	}
	return all, some
}

func (p *Pool) causeText(name string, differs Answer) string {
	h, v := p.Hashes, p.Versions
	switch name {
	case causeHash:
		return compared("current", h.Current, "completed", h.Completed, differs)
	case causeNew:
		return "no rollout has ever completed"
	case causeVersion:
		return compared("requested version", v.Requested, "completed version", v.Completed, differs)
	case causeBaseline:
		return compared("rollout hash without version", h.RolloutWithoutVersion, "baseline", h.RolloutBaseline, differs)
	case causeRequest:
		return compared("rollout hash", h.Rollout, "recorded request", p.request(), differs)
	}
	return compared("deployed version", v.Deployed, "requested version", v.Requested, differs)
}

func (p *Pool) quietText() string {
	if p.Operator.Value == GenerationA {
		return p.causeText(causeHash, No)
	}
	text := "no release, no configuration and no other target was asked for"
	if p.Hashes.RolloutBaseline.Absent() {
		text += "; without a rollout baseline only the release counts, configuration differences are absorbed"
	}
	return text
}
