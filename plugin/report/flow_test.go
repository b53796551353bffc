package report

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool"
)

// everyWorld gives each input every value that can make a difference.
func everyWorld(visit func(nodepool.World)) {
	for _, g := range []nodepool.Generation{nodepool.GenerationA, nodepool.GenerationB, nodepool.GenerationC} {
		for _, d := range []string{"", "h", "d"} {
			for _, c := range []string{"", "h", "d", "c"} {
				for _, dv := range []string{"", "v", "x"} {
					for _, s := range []string{"", "v", "x"} {
						for _, in := range []string{"", "r", "x"} {
							for _, baseline := range []string{"", "w", "x"} {
								visit(nodepool.World{
									Generation: g, H: "h", D: d, C: c, V: "v", DV: dv, S: s, R: "r", Target: in, InProgress: in,
									Rw: "w", Baseline: baseline, CompletedKey: c != "", Workload: d != "",
								})
							}
						}
					}
				}
			}
		}
	}
}

// TestChartsAreTheStateMachine walks what the state machine does through the
// charts: each question, answer and state must be drawn, and nothing else.
func TestChartsAreTheStateMachine(t *testing.T) {
	reached := map[string]*trail{dualFlow.name: {map[string]int{}, map[way]int{}}, singleFlow.name: {map[string]int{}, map[way]int{}}}
	everyWorld(func(w nodepool.World) {
		d := nodepool.Decide(w)
		chart, other := dualFlow, singleFlow
		if w.Generation == nodepool.GenerationA {
			chart, other = other, chart
		}
		route := nodepool.Route{Path: d.Path, State: d.State}
		one := &trail{map[string]int{}, map[way]int{}}
		require.Equal(t, d.State, chart.walk(route, one).state, "%v", w)
		require.Nil(t, other.follow([]nodepool.Route{route}))
		for _, asked := range d.Path {
			found := false
			for _, n := range chart.nodes {
				found = found || (n.question == asked.Question && one.ways[way{n.id, asked.Yes}] == 1)
			}
			require.True(t, found, "%s is not marked in %v", asked.Question, w)
		}
		reached[chart.name].merge(one)
	})
	for _, f := range []flow{dualFlow, singleFlow} {
		for _, n := range f.nodes {
			assert.Positive(t, reached[f.name].nodes[n.id], "nothing leads to %s", n.id)
			if n.question != "" {
				assert.Positive(t, reached[f.name].ways[way{n.id, true}], n.id)
				assert.Positive(t, reached[f.name].ways[way{n.id, false}], n.id)
				assert.NotEmpty(t, questionText[n.question])
			} else {
				assert.NotEmpty(t, maintained[n.state])
			}
		}
	}
}

func TestBoxesDoNotTouch(t *testing.T) {
	for _, f := range []flow{dualFlow, singleFlow} {
		d := draw(f)
		for i, a := range d.Boxes {
			assert.GreaterOrEqual(t, a.X, 0, a.ID)
			assert.GreaterOrEqual(t, a.Y, 0, a.ID)
			for _, line := range a.Lines {
				assert.Less(t, line.Y, a.Y+a.Height, "%s runs out of its box", line.Text)
				assert.LessOrEqual(t, len(line.Text), textColumns+2, line.Text)
			}
			for _, b := range d.Boxes[i+1:] {
				apart := a.X+a.Width < b.X || b.X+b.Width < a.X || a.Y+a.Height < b.Y || b.Y+b.Height < a.Y
				assert.True(t, apart, "%s and %s", a.ID, b.ID)
			}
		}
	}
}

func TestAxis(t *testing.T) {
	now := time.Date(2026, 9, 20, 10, 30, 0, 0, time.UTC)
	a := newAxis(now, []time.Time{now.Add(-19 * 24 * time.Hour), now.Add(70 * time.Minute), {}})
	assert.Equal(t, "30 days ago", ticks[a.first].text)
	assert.Equal(t, "in 6 h", ticks[a.last].text)
	assert.Equal(t, 0, a.at(time.Time{}))
	last := 0
	for _, d := range []time.Duration{-5000 * 24 * time.Hour, -8 * 24 * time.Hour, -3 * time.Hour, -time.Minute, 0, time.Minute, 70 * time.Minute, 5 * time.Hour, 5000 * 24 * time.Hour} {
		x := a.at(now.Add(d))
		assert.GreaterOrEqual(t, x, last, d)
		assert.LessOrEqual(t, x, lineMargin+lineWidth)
		assert.GreaterOrEqual(t, x, lineMargin)
		last = x
	}
	half := (a.tick(a.first+1) + a.tick(a.first)) / 2
	assert.InDelta(t, half, a.at(now.Add(-(30+7)*12*time.Hour)), 1, "linear between two ticks")
}

func TestDistance(t *testing.T) {
	now := time.Date(2026, 9, 20, 10, 30, 0, 0, time.UTC)
	for d, want := range map[time.Duration]string{
		-25 * time.Minute: "25 min ago", 70 * time.Minute: "in 1 h 10 min", -47 * time.Hour: "47 h ago", 72*time.Hour + time.Minute: "in 3 days", 0: "in 0 min",
	} {
		assert.Equal(t, want, distance(now, now.Add(d)))
	}
}

func TestLabelsCannotBreakOut(t *testing.T) {
	got := label("\"]:::x --> y<script>`a`\nend #quot; %%{init}%%")
	assert.Equal(t, 2, strings.Count(got, `"`))
	for _, bad := range []string{"<", ">", "`", "\n"} {
		assert.NotContains(t, got, bad)
	}
}
