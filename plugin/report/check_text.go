package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/topology"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/topology/nodepools"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/topology/plan"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/version"
)

// Text writes what happens, cluster by cluster, then the findings.
func (d *Check) Text(w io.Writer, style Style) error {
	p := &page{Style: style}
	for _, c := range d.reported() {
		p.cluster(c)
	}
	for _, n := range d.NodePools {
		p.nodePool(n)
	}
	if p.Len() > 0 && len(d.Result.Findings)+len(d.Result.NotEvaluated) > 0 {
		p.WriteByte('\n')
	}
	if _, err := io.WriteString(w, p.String()); err != nil {
		return err
	}
	return WriteFindings(w, d.Findings(), d.Result.NotEvaluated, style)
}

// cluster tells the story of one cluster.
func (p *page) cluster(c CheckedCluster) {
	p.gap()
	head := p.Bold(Clean("Cluster "+c.New.Namespace+"/"+c.New.Name)) + "  " + string(c.Kind) + "  " + Clean(c.Headline())
	p.line(head)
	if c.Paused() {
		p.line(p.Wrap("the Cluster is paused: nothing of this happens before it is unpaused", "  ", "  "))
	}
	switch {
	case c.Refused:
		p.line("  " + p.Red("refused: nothing rolls"))
	case len(c.Steps()) == 0:
		p.line("  nothing rolls")
	}
	at := c.Present()
	for i, step := range c.Steps() {
		p.line(p.Wrap(stepText(step, &at), "  "+strconv.Itoa(i+1)+". ", "     "))
	}
	p.stays(c)
	if stalled := c.stalled(); stalled != "" {
		p.line(p.Wrap("then it stops: "+Clean(stalled), "  ", "    "))
	}
	if c.conditional() {
		p.line(p.Wrap(p.Yellow("conditional")+": what could not be evaluated (below) may change these steps", "  ", "    "))
	}
	p.edits(c.nextEdits())
}

// nodePool says whether a HyperShift pool rolls.
func (p *page) nodePool(n nodepools.Change) {
	p.gap()
	p.line(p.Bold(Clean("NodePool "+n.Namespace+"/"+n.Name)) + "  " + n.Change)
	text := map[nodepool.Answer]string{nodepool.Yes: "rolls (" + n.How + ")", nodepool.No: "does not roll", nodepool.Unknown: "may roll (" + n.How + ")"}[n.Rolls]
	p.line("  " + text)
	for _, reason := range n.Reasons {
		p.line(p.Wrap(Clean(reason), "  - ", "    "))
	}
}

// stepText is a step as a sentence; at is where the control plane is before it.
func stepText(s plan.Step, at *version.Version) string {
	var text string
	switch {
	case s.Target != plan.ControlPlane:
		text = poolsText(s)
	case s.Create:
		text = "create the control plane at " + s.To
	case at.String() == s.To:
		text = "control plane finishes " + s.To
	default:
		text = "control plane " + at.String() + " -> " + s.To
	}
	if to, err := version.ParseTolerant(s.To); err == nil && s.Target == plan.ControlPlane {
		*at = to
	}
	if s.Parallel {
		text += ", at the same time"
	}
	return Clean(text)
}

// poolsText names the pools of a step, lane by lane.
func poolsText(s plan.Step) string {
	var lanes []string
	for _, lane := range []struct {
		kind    string
		batches [][]string
	}{{"MachineDeployment", s.MachineDeployments}, {"MachinePool", s.MachinePools}} {
		if len(lane.batches) > 0 {
			lanes = append(lanes, laneText(lane.kind, lane.batches))
		}
	}
	text := strings.Join(lanes, "; side by side ")
	switch {
	case s.Target == plan.Delete:
		return "delete " + text
	case s.Create:
		return "create at " + s.To + ": " + text
	}
	return "roll to " + s.To + ": " + text
}

// longLane is how many batches a line names before it counts the rest.
const longLane = 8

func laneText(kind string, batches [][]string) string {
	total := 0
	var parts []string
	for i, batch := range batches {
		total += len(batch)
		if i < longLane {
			parts = append(parts, batchText(batch))
		}
	}
	text := strings.Join(parts, ", then ")
	if len(batches) > longLane {
		text += fmt.Sprintf(", and so on up to %s", batchText(batches[len(batches)-1]))
	}
	if total > 1 {
		kind += "s"
	}
	if total > longLane {
		kind = strconv.Itoa(total) + " " + kind
	}
	return kind + " " + text
}

func batchText(names []string) string {
	if len(names) <= longLane {
		return strings.Join(names, " + ")
	}
	return strings.Join(names[:longLane], " + ") + fmt.Sprintf(" + %d more", len(names)-longLane)
}

// stays lists the pools that do not follow.
func (p *page) stays(c CheckedCluster) {
	if c.Refused {
		return
	}
	for _, s := range c.Stays {
		p.line(p.Wrap(stayText(s), "  ", "    "))
	}
}

func stayText(s topology.Stay) string {
	text := fmt.Sprintf("%s stays at %s (%s)", s.Pool, s.Version, s.Why)
	if s.Why != "pinned" {
		return Clean(text)
	}
	switch s.Headroom {
	case 0:
		text += ", no headroom left: the next minor is refused until it is raised"
	default:
		text += ", " + count(s.Headroom, "minor") + " of headroom left"
	}
	return Clean(text)
}

func (p *page) edits(list []string) {
	if len(list) == 0 {
		return
	}
	p.line("  " + p.Cyan("what to do instead, in this order:"))
	for i, text := range list {
		p.line(p.Wrap(Clean(text), "    "+strconv.Itoa(i+1)+". ", "       "))
	}
}
