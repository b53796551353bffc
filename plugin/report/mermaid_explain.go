package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool"
)

// manySubgraphs is the number of pools up to which each has a part of its own:
// common tools refuse diagrams of 500 arrows or 50,000 characters.
const manySubgraphs = 40

// Mermaid draws the decision. One pool: the whole chart, with the way taken (or
// every way that the evidence admits) marked. Several: the ways alone, one
// subgraph a pool. Many: one chart that counts the pools on each way.
func (d *Explain) Mermaid(w io.Writer) error {
	g := &decisionGraph{}
	g.WriteString("flowchart TD\n")
	switch {
	case len(d.Pools) == 1:
		g.whole(d.Pools[0])
	case len(d.Pools) <= manySubgraphs:
		for i, p := range d.sorted() {
			g.part(i, p)
		}
	default:
		g.counts(d.Pools)
	}
	g.finish()
	_, err := io.WriteString(w, g.String())
	return err
}

// decisionGraph writes nodes and counts arrows, which mermaid styles by number.
type decisionGraph struct {
	strings.Builder
	indent string
	edges  int
	// marked are the numbers of the arrows on the way.
	marked []string
}

func (g *decisionGraph) line(format string, args ...any) {
	fmt.Fprintf(g, "  "+g.indent+format+"\n", args...)
}

// whole draws every question of the generations that come into question.
func (g *decisionGraph) whole(p *nodepool.Pool) {
	g.line("about[%s]", label("NodePool "+p.ID()+": "+p.Headline()))
	charts, trails := flows(p)
	if len(charts) == 0 {
		g.line("about --> pool_q")
		g.edges++
		g.outside("pool", p)
		return
	}
	for i, f := range charts {
		t := trails[i]
		g.line("about --> %s_%s", f.name, f.nodes[0].id)
		g.edges++
		g.chart(f, f.name+"_", func(n flowNode) (string, bool) { return g.text(p, n, t.nodes[n.key()] > 0), t.nodes[n.key()] > 0 },
			func(w way) (string, bool) { return yesNo(w.yes), t.ways[w] > 0 }, func(string) bool { return true })
	}
}

// part draws what a pool reaches.
func (g *decisionGraph) part(i int, p *nodepool.Pool) {
	name := "pool" + strconv.Itoa(i+1)
	g.line("subgraph %s[%s]", name, label("NodePool "+p.ID()))
	g.indent = "  "
	charts, trails := flows(p)
	for j, f := range charts {
		t := trails[j]
		g.chart(f, name+"_"+f.name+"_", func(n flowNode) (string, bool) { return g.text(p, n, true), n.state != "" },
			func(w way) (string, bool) { return yesNo(w.yes), false }, func(id string) bool { return t.nodes[id] > 0 })
	}
	if len(charts) == 0 {
		g.outside(name, p)
	}
	g.indent = ""
	g.line("end")
}

// counts draws all pools in one chart.
func (g *decisionGraph) counts(pools []*nodepool.Pool) {
	others := map[nodepool.State]int{}
	sums := map[string]*trail{}
	for _, p := range pools {
		charts, trails := flows(p)
		if len(charts) == 0 {
			others[p.State]++
		}
		for i, f := range charts {
			if sums[f.name] == nil {
				sums[f.name] = &trail{map[string]int{}, map[way]int{}}
			}
			sums[f.name].merge(trails[i])
		}
	}
	fmt.Fprintf(g, "  %%%% %d pools; a pool whose state is not certain counts on every way that it can take\n", len(pools))
	for _, f := range []flow{dualFlow, singleFlow} {
		t := sums[f.name]
		if t == nil {
			continue
		}
		g.chart(f, f.name+"_", func(n flowNode) (string, bool) {
			return nodeText(n) + " (" + count(t.nodes[n.key()], "pool") + ")", t.nodes[n.key()] > 0
		}, func(w way) (string, bool) { return yesNo(w.yes) + " (" + strconv.Itoa(t.ways[w]) + ")", t.ways[w] > 0 },
			func(string) bool { return true })
	}
	for _, s := range stateOrder {
		if others[s] > 0 {
			g.line("other_%s([%s]):::taken", s, label(string(s)+" ("+count(others[s], "pool")+")"))
		}
	}
}

// chart draws the nodes that are shown, and the arrows between them.
func (g *decisionGraph) chart(f flow, prefix string, node func(flowNode) (string, bool), edge func(way) (string, bool), shown func(string) bool) {
	drawn := map[string]bool{}
	for _, n := range f.nodes {
		if !shown(n.id) || drawn[n.key()] {
			continue
		}
		drawn[n.key()] = true
		text, marked := node(n)
		class := ""
		if marked {
			class = ":::taken"
		}
		if n.state != "" {
			g.line("%s%s([%s])%s", prefix, n.key(), label(text), class)
		} else {
			g.line("%s%s{%s}%s", prefix, n.id, label(text), class)
		}
	}
	for _, n := range f.nodes {
		for _, to := range []struct {
			id  string
			yes bool
		}{{n.yes, true}, {n.no, false}} {
			if to.id == "" || !shown(n.id) || !shown(to.id) {
				continue
			}
			text, marked := edge(way{n.id, to.yes})
			g.arrow(prefix+n.id, text, prefix+f.node(to.id).key(), marked)
		}
	}
}

func (g *decisionGraph) arrow(from, text, to string, marked bool) {
	g.line("%s -->|%s| %s", from, label(text), to)
	if marked {
		g.marked = append(g.marked, strconv.Itoa(g.edges))
	}
	g.edges++
}

// outside draws a pool that the state machine says nothing about.
func (g *decisionGraph) outside(name string, p *nodepool.Pool) {
	question, answer := outside(p.State)
	g.line("%s_q{%s}:::taken", name, label(question))
	g.line("%s_s([%s]):::taken", name, label(string(p.State)))
	g.arrow(name+"_q", answer, name+"_s", true)
}

// text names the payload of a reached state where it is known.
func (g *decisionGraph) text(p *nodepool.Pool, n flowNode, reached bool) string {
	if n.state != "" && reached && p.EffectiveHash != "" {
		return nodeText(n) + " " + p.EffectiveHash
	}
	return nodeText(n)
}

func nodeText(n flowNode) string {
	if n.state != "" {
		return string(n.state) + ": " + maintained[n.state]
	}
	return questionText[n.question]
}

func yesNo(yes bool) string {
	if yes {
		return "Yes"
	}
	return "No"
}

func (g *decisionGraph) finish() {
	g.line("classDef taken fill:#dbeafe,stroke:#1d4ed8,color:#0b2a6b,stroke-width:2px")
	if len(g.marked) > 0 {
		g.line("linkStyle %s stroke:#1d4ed8,stroke-width:3px", strings.Join(g.marked, ","))
	}
}
