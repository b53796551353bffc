package report

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool"
)

//go:embed html
var htmlFiles embed.FS

// openCards is the number of pools up to which the page shows every card open.
const openCards = 12

// drawnCards is the number of pools, the worst first, that get a chart and a
// time line: browsers do not cope with thousands of them.
const drawnCards = 200

// htmlPage is what the page shows of a fleet.
type htmlPage struct {
	*Explain
	Version string
	Style   template.CSS
	// Filters hides everything but the state that is chosen; it needs no script.
	Filters template.CSS
	Charts  []drawing
	// Cards are in the order of the table.
	Cards  []htmlCard
	States []stateCount
	Bar    []barPart
	Open   bool
}

// stateCount is a state with the number of its pools.
type stateCount struct {
	State   nodepool.State
	Count   int
	Meaning string
}

// barPart is a share of the bar that shows the fleet at a glance.
type barPart struct {
	X, Width, Count int
	Tone            string
}

func writeHTML(w io.Writer, doc Document, c Context) error {
	d, ok := doc.(*Explain)
	if !ok {
		return fmt.Errorf("%s has no page", doc.Command())
	}
	t, err := template.New("page.html").Funcs(htmlFuncs()).ParseFS(htmlFiles, "html/*.html")
	if err != nil {
		return fmt.Errorf("read the template of the page: %w", err)
	}
	p, err := newHTMLPage(d, c)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, p); err != nil {
		return fmt.Errorf("fill in the page: %w", err)
	}
	_, err = w.Write(b.Bytes())
	return err
}

func htmlFuncs() template.FuncMap {
	return template.FuncMap{
		"clean": Clean, "plain": plain, "tone": stateTone, "fateTone": fateTone, "count": count,
		"place": Place, "about": About, "related": relatedText, "rollout": rolloutText, "release": releaseText,
		"sentence": func(s string) string { return strings.ToUpper(s[:1]) + s[1:] },
		"severityTone": func(s checks.Severity) string {
			return map[checks.Severity]string{checks.Error: "alert", checks.Warning: "move"}[s]
		},
	}
}

func newHTMLPage(d *Explain, c Context) (*htmlPage, error) {
	style, err := htmlFiles.ReadFile("html/style.css")
	if err != nil {
		return nil, fmt.Errorf("read the style of the page: %w", err)
	}
	p := &htmlPage{Explain: d, Version: c.Version, Style: template.CSS(style), Charts: []drawing{draw(dualFlow), draw(singleFlow)}, Open: len(d.Pools) <= openCards}
	drawn := map[string]drawing{}
	for _, chart := range p.Charts {
		drawn[chart.Name] = chart
	}
	for i, pool := range d.sorted() {
		card := newHTMLCard(i+1, pool)
		if i < drawnCards {
			card.Charts, card.Line = marked(pool, drawn), newTimeLine(pool)
		}
		p.Cards = append(p.Cards, card)
	}
	p.countStates()
	return p, nil
}

// countStates fills in the tiles, their filters and the bar.
func (p *htmlPage) countStates() {
	var filters strings.Builder
	tones := map[string]int{}
	for _, s := range stateOrder {
		n := p.summary.ByState[string(s)]
		if n == 0 {
			continue
		}
		p.States = append(p.States, stateCount{s, n, stateMeaning[s]})
		tones[stateTone(s)] += n
		fmt.Fprintf(&filters, "body:has(#only-%[1]s:checked) [data-state]:not([data-state=%[1]s]){display:none}", s)
	}
	p.Filters = template.CSS(filters.String())
	x := 0
	for _, tone := range []string{"alert", "move", "gone", "rest"} {
		if n := tones[tone]; n > 0 {
			width := n * barWidth / len(p.Pools)
			p.Bar = append(p.Bar, barPart{x, max(width, 2), n, tone})
			x += width
		}
	}
}

// barWidth is the width of the bar in units of its view box.
const barWidth = 1000

// Now is the time that the pools were judged at.
func (p *htmlPage) Now() string {
	if len(p.Pools) == 0 {
		return ""
	}
	return p.Pools[0].Now().UTC().Format(time.RFC3339)
}

// Clusters counts the HostedClusters.
func (p *htmlPage) Clusters() int {
	var ids []string
	for _, pool := range p.Pools {
		ids = append(ids, pool.Namespace+"/"+pool.ClusterName)
	}
	slices.Sort(ids)
	return len(slices.Compact(ids))
}

// Errors, Warnings and Infos count the findings.
func (p *htmlPage) Errors() int { return p.summary.Errors }

// Warnings counts them.
func (p *htmlPage) Warnings() int { return p.summary.Warnings }

// Infos counts them.
func (p *htmlPage) Infos() int { return p.summary.Infos }

// Missing counts what could not be evaluated.
func (p *htmlPage) Missing() int { return p.summary.NotEvaluated }

// Files counts what was read, 0 for a live cluster.
func (p *htmlPage) Files() int {
	if p.Read == nil {
		return 0
	}
	return p.Read.Files
}

// Meaning words what the tone of a part of the bar says.
func (b barPart) Meaning() string {
	return map[string]string{"alert": "not known", "move": "changing", "gone": "being deleted", "rest": "at rest"}[b.Tone]
}

// stateTone is the colour family of a state, as paintState has it.
func stateTone(s nodepool.State) string {
	switch s {
	case nodepool.Steady, nodepool.Settled, nodepool.ManagementDrift:
		return "rest"
	case nodepool.Undetermined, nodepool.Unsupported:
		return "alert"
	case nodepool.Deleting:
		return "gone"
	}
	return "move"
}

// stateMeaning says in a few words what a state means for the nodes.
var stateMeaning = map[nodepool.State]string{
	nodepool.Steady: "nothing is pending", nodepool.ManagementDrift: "management content differs, no node rolls",
	nodepool.CompletedDrift: "only the completed payload is kept fresh", nodepool.NewRollout: "nodes roll, or will, to the current payload",
	nodepool.AdoptedRollout: "a rollout of an older operator goes on", nodepool.ContinuedRollout: "a rollout goes on with its payload",
	nodepool.SupersededRollout: "a newer change overtakes a rollout", nodepool.Undetermined: "the evidence admits several states",
	nodepool.Deleting: "being deleted", nodepool.Unsupported: "operator of a later architecture",
	nodepool.Settled: "nothing is pending", nodepool.Rolling: "nodes roll", nodepool.WillRoll: "nodes will roll",
}
