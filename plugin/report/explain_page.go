package report

import (
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool"
)

// story is the page of one pool.
type story struct {
	page
	pool *nodepool.Pool
}

// plain cleans text for the page and shortens the names of annotations.
func plain(text string) string {
	return Clean(strings.ReplaceAll(text, "hypershift.openshift.io/", ""))
}

// poolStory writes the whole story of one pool, without its findings.
func poolStory(p *nodepool.Pool, style Style) string {
	s := &story{page{Style: style}, p}
	s.title()
	s.decision()
	s.next()
	s.rollout()
	s.secrets()
	s.payload()
	s.values()
	return s.String()
}

func (s *story) title() {
	p := s.pool
	s.line(s.Bold(Clean("NodePool "+p.ID())) + "  " + s.paintState(p.State)(string(p.State)))
	about := fmt.Sprintf("HostedCluster %s on %s, upgrade type %s, control plane in %s, operator generation %s (%s)",
		p.ClusterName, cmp.Or(p.Platform, "?"), p.UpgradeType, p.ControlPlaneNamespace, p.Operator.Value, p.Operator.Basis)
	s.line(s.faintLines(s.Wrap(plain(about), "", "")))
	s.gap()
	s.line(s.Wrap(Clean(p.Headline()), "", ""))
}

// faintLines paints line by line: terminals end colours at line breaks.
func (s *story) faintLines(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = s.Faint(lines[i])
	}
	return strings.Join(lines, "\n")
}

func (s *story) heading(text string) {
	s.gap()
	s.line(s.Cyan(text))
}

// questionText words the questions of the state machine.
var questionText = map[nodepool.Question]string{
	nodepool.AskOutdated:          "Was a change asked for?",
	nodepool.AskDeployedDiffers:   "Is another payload deployed than the current one?",
	nodepool.AskCompletedDiffers:  "Did another payload complete than the current one?",
	nodepool.AskVersionDiffers:    "Does the workload run another release than requested?",
	nodepool.AskRolloutInProgress: "Is a rollout in progress?",
	nodepool.AskRequestRecorded:   "Is the request of that rollout recorded?",
	nodepool.AskRequestMatches:    "Is it still what is asked for?",
	nodepool.AskDeployedAhead:     "Is the deployed payload ahead of the completed one?",
	nodepool.AskTargetDeployed:    "Is the current payload deployed?",
}

func (s *story) decision() {
	if len(s.pool.Decision) == 0 {
		return
	}
	s.heading("Why")
	for _, step := range s.pool.Decision {
		question := questionText[nodepool.Question(step.Question)]
		s.line("  " + question + " " + s.Bold(s.answer(step.Answer)))
		s.line(s.Wrap(plain(step.Because), "    ", "    "))
	}
	s.line("  " + s.Bold("=> "+s.verdict()))
}

func (s *story) answer(a nodepool.Answer) string {
	if a == nodepool.Unknown {
		return s.Yellow("not known")
	}
	return string(a)
}

// verdict is the outcome of the decision.
func (s *story) verdict() string {
	p := s.pool
	names := make([]string, len(p.Candidates))
	for i, c := range p.Candidates {
		names[i] = string(c)
	}
	text := strings.Join(names, " or ")
	if p.EffectiveHash != "" {
		return text + ", secrets of " + p.EffectiveHash
	}
	return text + ", effective hash not known"
}

func (s *story) next() {
	if len(s.pool.Next) == 0 {
		return
	}
	s.heading("What happens next")
	for _, text := range s.pool.Next {
		s.line(s.Wrap(Clean(text), "  - ", "    "))
	}
}

// payload says what a rollout changes on the nodes.
func (s *story) payload() {
	p := s.pool.Payload
	if p.Verified != nodepool.Yes && p.Verified != nodepool.No && len(p.Difference)+len(p.Notes) == 0 {
		return
	}
	s.heading("Payload")
	if p.Verified == nodepool.Yes || p.Verified == nodepool.No {
		s.line(s.Wrap(Clean(fmt.Sprintf("the recomputed hash equals the one in the secret's name: %s (%s)", p.Verified, p.Basis)), "  ", "    "))
	}
	for _, n := range p.Notes {
		s.line(s.Wrap(Clean(n), "  ", "    "))
	}
	if len(p.Difference) == 0 {
		return
	}
	s.line(fmt.Sprintf("  what changes on the nodes, from %s to %s:", p.From, p.To))
	for _, d := range p.Difference {
		s.line(s.Wrap(Clean(fmt.Sprintf("%s %s (%s)", d.Change, d.Document, d.Class)), "    ", "      "))
	}
}

// values lists the evidence with its basis.
func (s *story) values() {
	s.heading("Evidence")
	for _, f := range namedFacts(s.pool) {
		s.fact(f.name, f.fact)
	}
}

type namedFact struct {
	name string
	fact nodepool.Fact
}

// namedFacts are the values that a decision compares.
func namedFacts(p *nodepool.Pool) []namedFact {
	h, v := p.Hashes, p.Versions
	return []namedFact{
		{"hash: current", h.Current},
		{"hash: deployed", h.Deployed},
		{"hash: completed", h.Completed},
		{"rollout: wanted", h.Rollout},
		{"rollout: workload target", h.WorkloadTarget},
		{"rollout: in progress", h.InProgress},
		{"without version: wanted", h.RolloutWithoutVersion},
		{"without version: baseline", h.RolloutBaseline},
		{"version: requested", v.Requested},
		{"version: deployed", v.Deployed},
		{"version: completed", v.Completed},
	}
}

const factNameWidth = 26

func (s *story) fact(name string, f nodepool.Fact) {
	value := cmp.Or(f.Value, "(none)")
	if !f.Known {
		value = "(not known)"
	}
	value = Clean(value)
	head := fmt.Sprintf("  %-*s %-12s", factNameWidth, name, value)
	hanging := strings.Repeat(" ", utf8.RuneCountInString("  ")+factNameWidth+14)
	text := s.Wrap(plain(f.Basis), hanging, hanging)
	text = strings.TrimPrefix(text, hanging)
	if !f.Known {
		head = strings.Replace(head, value, s.Yellow(value), 1)
	}
	s.line(head + " " + s.faintLines(text))
}
