package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/topology/plan"
)

// Mermaid draws the plan of every cluster: one node a batch, lanes side by side.
func (d *Check) Mermaid(w io.Writer) error {
	g := &planGraph{}
	g.WriteString("flowchart TD\n")
	for i, c := range d.reported() {
		g.cluster(i, c)
	}
	g.WriteString("  classDef held stroke-dasharray: 5 5\n  classDef refused stroke:#c00,color:#c00\n")
	_, err := io.WriteString(w, g.String())
	return err
}

// planGraph collects nodes; their names count up.
type planGraph struct {
	strings.Builder
	nodes int
}

func (g *planGraph) cluster(i int, c CheckedCluster) {
	title := "Cluster " + c.New.Namespace + "/" + c.New.Name + " " + string(c.Kind) + " " + c.Headline()
	fmt.Fprintf(g, "  subgraph cluster%d[%s]\n", i, label(title))
	switch {
	case c.Refused:
		g.node("refused: nothing rolls", nil, ":::refused")
	case len(c.Steps()) == 0:
		g.node("nothing rolls", nil, "")
	}
	g.steps(c)
	if !c.Refused {
		for _, s := range c.Stays {
			g.node(stayText(s), nil, ":::held")
		}
	}
	g.WriteString("  end\n")
}

// steps chains the steps; one that runs in parallel starts where the one before
// it started.
func (g *planGraph) steps(c CheckedCluster) {
	var starts, ends []string
	at := c.Present()
	for _, s := range c.Steps() {
		if !s.Parallel {
			starts, ends = ends, nil
		}
		if s.Target == plan.ControlPlane {
			ends = append(ends, g.node(stepText(s, &at), starts, ""))
			continue
		}
		verb, to := actionText(s)
		for _, lane := range [][][]string{s.MachineDeployments, s.MachinePools} {
			if len(lane) > 0 {
				ends = append(ends, g.lane(verb, to, lane, starts))
			}
		}
	}
	if c.stalled() != "" {
		g.node("stops: "+c.stalled(), ends, ":::held")
	}
}

// actionText is what a step does to pools, before and after their names.
func actionText(s plan.Step) (verb, to string) {
	switch {
	case s.Target == plan.Delete:
		return "delete ", ""
	case s.Create:
		return "create ", " at " + s.To
	}
	return "roll ", " to " + s.To
}

// lane chains the batches of a lane and returns the last node.
func (g *planGraph) lane(verb, to string, batches [][]string, from []string) string {
	rest := 0
	if len(batches) > longLane+1 {
		batches, rest = batches[:longLane], len(batches)-longLane
	}
	for _, batch := range batches {
		from = []string{g.node(verb+batchText(batch)+to, from, "")}
	}
	if rest > 0 {
		from = []string{g.node(verb+strconv.Itoa(rest)+" more, one after the other"+to, from, "")}
	}
	return from[0]
}

// node adds a node with arrows from others and returns its name.
func (g *planGraph) node(text string, from []string, class string) string {
	g.nodes++
	name := "n" + strconv.Itoa(g.nodes)
	fmt.Fprintf(g, "    %s[%s]%s\n", name, label(text), class)
	for _, f := range from {
		fmt.Fprintf(g, "    %s --> %s\n", f, name)
	}
	return name
}
