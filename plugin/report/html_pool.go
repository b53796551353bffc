package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool"
)

// htmlCard is what the page shows of one pool.
type htmlCard struct {
	*nodepool.Pool
	// Anchor is the fragment that the table links to.
	Anchor string
	// Charts and Line are empty where the page has too many pools.
	Charts []marks
	Line   *timeLine
	story  *story
}

func newHTMLCard(n int, p *nodepool.Pool) htmlCard {
	return htmlCard{Pool: p, Anchor: "pool-" + strconv.Itoa(n), story: &story{pool: p}}
}

// Issues counts the findings, worst severity first.
func (c htmlCard) Issues() string { return issuesText(checks.Count(c.Findings)) }

// IssueTone is the colour family of the worst finding.
func (c htmlCard) IssueTone() string {
	switch e, w, _ := checks.Count(c.Findings); {
	case e > 0:
		return "alert"
	case w > 0:
		return "move"
	}
	return ""
}

// Worst is the rule of the worst finding.
func (c htmlCard) Worst() string { return worstRule(c.Findings) }

// Hazards are the findings; the card itself says what is undetermined.
func (c htmlCard) Hazards() []checks.Finding {
	return slices.DeleteFunc(slices.Clone(c.Findings), func(f checks.Finding) bool { return f.Rule == nodepool.UndeterminedRule })
}

// Outside is set for pools that the state machine says nothing about.
func (c htmlCard) Outside() string {
	if len(c.Routes) > 0 {
		return ""
	}
	question, answer := outside(c.State)
	return question + " " + answer + "."
}

// cardStep is a question as the page words it.
type cardStep struct {
	Question, Answer, Because string
	Unknown                   bool
}

// Steps are the questions of the decision.
func (c htmlCard) Steps() []cardStep {
	var out []cardStep
	for _, s := range c.Decision {
		step := cardStep{questionText[nodepool.Question(s.Question)], string(s.Answer), plain(s.Because), s.Answer == nodepool.Unknown}
		if step.Unknown {
			step.Answer = "not known"
		}
		out = append(out, step)
	}
	return out
}

// Outcome is where the decision ends.
func (c htmlCard) Outcome() string { return c.story.verdict() }

// Described is the decision in one paragraph, for those who do not see the chart.
func (c htmlCard) Described() string {
	var b strings.Builder
	for _, s := range c.Steps() {
		b.WriteString(s.Question + " " + s.Answer + ". ")
	}
	return b.String() + "Outcome: " + c.Outcome() + "."
}

// Moving tells whether the card says how far a rollout is.
func (c htmlCard) Moving() bool {
	return c.State != nodepool.Deleting && c.State != nodepool.Unsupported
}

// Counters, Writes and Progress say how far the workload is.
func (c htmlCard) Counters() string { return c.story.counters() }

// Writes says whether the next pass writes the workload.
func (c htmlCard) Writes() string { return c.story.gates() }

// Progress is the share of updated machines in percent, -1 when not reported.
func (c htmlCard) Progress() int {
	r := c.Rollout
	if r.Updated == nil || r.Desired == nil || *r.Desired <= 0 || c.UpgradeType == "InPlace" {
		return -1
	}
	return max(0, min(100, *r.Updated*100 / *r.Desired))
}

// ShowPayload tells whether payloads were compared.
func (c htmlCard) ShowPayload() bool {
	p := c.Payload
	return c.Recomputed() || len(p.Difference)+len(p.Notes) > 0
}

// Recomputed tells whether a payload was hashed again.
func (c htmlCard) Recomputed() bool {
	return c.Payload.Verified == nodepool.Yes || c.Payload.Verified == nodepool.No
}

// cardSecret is a secret with its times.
type cardSecret struct {
	nodepool.Verdict
	// Times are created, rotated and expiry, as far as known.
	Times []cardTime
}

type cardTime struct{ What, At, Ago string }

// SecretList lists the secrets, those of the effective hash first.
func (c htmlCard) SecretList() []cardSecret {
	var out []cardSecret
	for _, v := range c.story.verdicts() {
		s := cardSecret{Verdict: v}
		observed := observedSecret(c.Pool, v.Name)
		s.add("created", observed.Created, c.Now())
		s.add("rotated", observed.Rotated, c.Now())
		s.add("expires", expiry(v), c.Now())
		out = append(out, s)
	}
	return out
}

func (s *cardSecret) add(what string, t, now time.Time) {
	if !t.IsZero() {
		s.Times = append(s.Times, cardTime{what, t.UTC().Format(time.RFC3339), distance(now, t)})
	}
}

// observedSecret is the secret of a name, empty when the input lacks it.
func observedSecret(p *nodepool.Pool, name string) nodepool.Secret {
	for _, s := range p.Secrets {
		if s.Name == name {
			return *s
		}
	}
	return nodepool.Secret{}
}

// expiry is the time of a verdict, zero when it has none.
func expiry(v nodepool.Verdict) time.Time {
	t, err := time.Parse(time.RFC3339, v.At)
	if err != nil {
		return time.Time{}
	}
	return t
}

// distance words how far a time is from now.
func distance(now, t time.Time) string {
	d := t.Sub(now)
	if d < 0 {
		return durationText(-d) + " ago"
	}
	return "in " + durationText(d)
}

func durationText(d time.Duration) string {
	minutes := int(d / time.Minute)
	switch {
	case minutes < 60:
		return strconv.Itoa(minutes) + " min"
	case minutes < 48*60:
		if minutes%60 == 0 {
			return strconv.Itoa(minutes/60) + " h"
		}
		return strconv.Itoa(minutes/60) + " h " + strconv.Itoa(minutes%60) + " min"
	}
	return strconv.Itoa(minutes/(24*60)) + " days"
}

// cardFact is a piece of evidence as the page shows it.
type cardFact struct {
	Name, Value, Basis string
	Known, Present     bool
}

// Facts lists what the decision compares.
func (c htmlCard) Facts() []cardFact {
	var out []cardFact
	for _, f := range namedFacts(c.Pool) {
		value := cmp.Or(f.fact.Value, "none")
		if !f.fact.Known {
			value = "not known"
		}
		out = append(out, cardFact{f.name, Clean(value), plain(f.fact.Basis), f.fact.Known, f.fact.Set()})
	}
	return out
}

// fateTone is the colour family of a fate, as the text page has it.
func fateTone(f nodepool.Fate) string {
	switch f {
	case nodepool.Kept, nodepool.Created:
		return "rest"
	case nodepool.Missing:
		return "alert"
	case nodepool.Leftover:
		return "gone"
	}
	return "move"
}
