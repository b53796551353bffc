package report

import (
	"fmt"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool"
)

// Measures of the drawn chart, in units of its view box.
const (
	boxWidth, boxHeight   = 192, 60
	leafWidth, leafHeight = 198, 42
	halfRow, chartMargin  = 31, 8
	textLine, textColumns = 15, 25
	// rootColumn stands between the columns 1 and 2.
	rootColumn = -1
)

// drawing is a chart as SVG draws it. Pools refer to its parts by name and
// repeat nothing but the marks.
type drawing struct {
	Name          string
	Width, Height int
	Boxes         []drawnBox
	Arrows        []drawnArrow
}

type drawnBox struct {
	ID                  string
	X, Y, Width, Height int
	State               bool
	Lines               []drawnLine
}

type drawnLine struct {
	X, Y int
	Text string
	Bold bool
}

// drawnArrow is a path from one box to another with its head and answer.
type drawnArrow struct {
	ID, Path, Head string
	X, Y           int
	Text           string
}

// columnsOf gives the centre of each column of a chart.
func columnsOf(f flow) map[int]int {
	if f.name == singleFlow.name {
		return map[int]int{0: 107, 1: 350, 2: 600, 3: 843}
	}
	return map[int]int{0: 107, 1: 350, rootColumn: 492, 2: 634, 3: 878, 4: 1121}
}

// draw lays a chart out. It depends on the chart alone.
func draw(f flow) drawing {
	d := drawing{Name: f.name}
	top := 0
	for _, n := range f.nodes {
		top = min(top, n.level*halfRow)
	}
	for _, n := range f.nodes {
		b := drawBox(f, n, top)
		d.Boxes = append(d.Boxes, b)
		d.Width, d.Height = max(d.Width, b.X+b.Width+chartMargin), max(d.Height, b.Y+b.Height+chartMargin)
	}
	for i, n := range f.nodes {
		for _, yes := range []bool{true, false} {
			if to := f.next(n, yes); to != "" {
				d.Arrows = append(d.Arrows, drawArrow(way{n.id, yes}, f.name, d.Boxes[i], d.Boxes[f.index(to)]))
			}
		}
	}
	return d
}

func (f flow) index(id string) int {
	for i, n := range f.nodes {
		if n.id == id {
			return i
		}
	}
	return -1
}

func drawBox(f flow, n flowNode, top int) drawnBox {
	b := drawnBox{ID: f.name + "-" + n.id, Width: boxWidth, Height: boxHeight, State: n.state != ""}
	var texts []string
	if b.State {
		b.Width, b.Height = leafWidth, leafHeight
		texts = []string{string(n.state), maintained[n.state]}
	} else {
		texts = strings.Split(Style{Width: textColumns}.Wrap(questionText[n.question], "", ""), "\n")
	}
	x, y := columnsOf(f)[n.column], chartMargin+boxHeight/2+n.level*halfRow-top
	b.X, b.Y = x-b.Width/2, y-b.Height/2
	first := y - (len(texts)-1)*textLine/2 + 4
	for i, text := range texts {
		b.Lines = append(b.Lines, drawnLine{x, first + i*textLine, text, b.State && i == 0})
	}
	return b
}

func (b drawnBox) centre() (x, y int) { return b.X + b.Width/2, b.Y + b.Height/2 }

// drawArrow goes straight where boxes stand in one column or row, else around
// one or two corners.
func drawArrow(w way, chart string, from, to drawnBox) drawnArrow {
	a := drawnArrow{ID: arrowID(chart, w), Text: yesNo(w.yes)}
	fx, fy := from.centre()
	tx, ty := to.centre()
	side, entry, sign := from.X+from.Width, to.X, 1
	if tx < fx {
		side, entry, sign = from.X, to.X+to.Width, -1
	}
	switch {
	case fx == tx: // down
		a.Path = fmt.Sprintf("M%d %dV%d", fx, from.Y+from.Height, to.Y-6)
		a.Head = down(tx, to.Y)
		a.X, a.Y = fx+20, from.Y+from.Height+18
	case ty-fy >= boxHeight && !to.State: // sideways, then down
		a.Path = fmt.Sprintf("M%d %dH%dV%d", side, fy, tx, to.Y-6)
		a.Head = down(tx, to.Y)
		a.X, a.Y = tx+sign*18, (from.Y+from.Height+to.Y)/2+4
	case fy == ty: // straight
		a.Path = fmt.Sprintf("M%d %dH%d", side, fy, entry-sign*6)
		a.Head = sideways(entry, ty, sign)
		a.X, a.Y = side+sign*20, fy-6
	default: // a step
		a.Path = fmt.Sprintf("M%d %dH%dV%dH%d", side, fy, side+sign*14, ty, entry-sign*6)
		a.Head = sideways(entry, ty, sign)
		a.X, a.Y = side+sign*30, ty-6
	}
	return a
}

func down(x, y int) string { return fmt.Sprintf("M%d %dl-5 -9h10z", x, y) }

func sideways(x, y, sign int) string { return fmt.Sprintf("M%d %dl%d -5v10z", x, y, -9*sign) }

func arrowID(chart string, w way) string {
	if w.yes {
		return chart + "-" + w.from + "-yes"
	}
	return chart + "-" + w.from + "-no"
}

// marks are the parts of a chart that a pool reaches.
type marks struct {
	Chart drawing
	// Parts are ids of arrows and boxes.
	Parts []string
	// Class tells a way that is certain from one that is possible.
	Class string
	// Right tells that every way ends on the right side, which narrow screens
	// should show first.
	Right bool
}

func marked(p *nodepool.Pool, drawn map[string]drawing) []marks {
	charts, trails := flows(p)
	var out []marks
	for i, f := range charts {
		m := marks{Chart: drawn[f.name], Class: "on"}
		if len(p.Routes) > 1 {
			m.Class = "may"
		}
		m.Right = trails[i].ways[way{f.nodes[0].id, false}] == 0
		for _, n := range f.nodes {
			for _, yes := range []bool{true, false} {
				if trails[i].ways[way{n.id, yes}] > 0 {
					m.Parts = append(m.Parts, arrowID(f.name, way{n.id, yes}))
				}
			}
		}
		for _, n := range f.nodes {
			if trails[i].nodes[n.id] > 0 {
				m.Parts = append(m.Parts, f.name+"-"+n.id)
			}
		}
		out = append(out, m)
	}
	return out
}
