package report

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool"
)

// flow is the chart of the decision that some operator generations make. It is
// a tree: a state that several ways lead to has several leaves.
type flow struct {
	name string
	// nodes are in the order of drawing, the first one is the root.
	nodes []flowNode
}

// flowNode is a question with two ways on, or a state.
type flowNode struct {
	id       string
	question nodepool.Question
	yes, no  string
	state    nodepool.State
	// column and level place the node: columns count from the left, levels
	// are half rows from the top.
	column, level int
}

// key is the same for all leaves of a state.
func (n flowNode) key() string {
	if n.state != "" {
		return string(n.state)
	}
	return n.id
}

func (f flow) node(id string) flowNode {
	for _, n := range f.nodes {
		if n.id == id {
			return n
		}
	}
	return flowNode{}
}

// dualFlow is the decision of the generations B and C.
var dualFlow = flow{"dual", []flowNode{
	{id: "asked", question: nodepool.AskOutdated, yes: "differs", no: "drifts", column: rootColumn},
	{id: "drifts", question: nodepool.AskDeployedDiffers, yes: "management", no: "completed", column: 1, level: 3},
	{id: "management", state: nodepool.ManagementDrift, column: 0, level: 3},
	{id: "completed", question: nodepool.AskCompletedDiffers, yes: "completedDrift", no: "steady", column: 1, level: 6},
	{id: "completedDrift", state: nodepool.CompletedDrift, column: 0, level: 5},
	{id: "steady", state: nodepool.Steady, column: 0, level: 7},
	{id: "differs", question: nodepool.AskDeployedDiffers, yes: "release", no: "new1", column: 2, level: 3},
	{id: "new1", state: nodepool.NewRollout, column: 4, level: 3},
	{id: "release", question: nodepool.AskVersionDiffers, yes: "overtaken", no: "running", column: 2, level: 6},
	{id: "overtaken", question: nodepool.AskDeployedAhead, yes: "superseded1", no: "new2", column: 3, level: 6},
	{id: "superseded1", state: nodepool.SupersededRollout, column: 4, level: 5},
	{id: "new2", state: nodepool.NewRollout, column: 4, level: 7},
	{id: "running", question: nodepool.AskRolloutInProgress, yes: "recorded", no: "new3", column: 2, level: 9},
	{id: "new3", state: nodepool.NewRollout, column: 4, level: 9},
	{id: "recorded", question: nodepool.AskRequestRecorded, yes: "same", no: "legacy", column: 2, level: 12},
	{id: "legacy", question: nodepool.AskDeployedAhead, yes: "adopted", no: "new4", column: 3, level: 12},
	{id: "adopted", state: nodepool.AdoptedRollout, column: 4, level: 11},
	{id: "new4", state: nodepool.NewRollout, column: 4, level: 13},
	{id: "same", question: nodepool.AskRequestMatches, yes: "continued", no: "superseded2", column: 2, level: 15},
	{id: "continued", state: nodepool.ContinuedRollout, column: 4, level: 15},
	{id: "superseded2", state: nodepool.SupersededRollout, column: 4, level: 17},
}}

// singleFlow is the decision of generation A.
var singleFlow = flow{"single", []flowNode{
	{id: "asked", question: nodepool.AskOutdated, yes: "deployed", no: "settled", column: 1},
	{id: "settled", state: nodepool.Settled, column: 0},
	{id: "deployed", question: nodepool.AskTargetDeployed, yes: "rolling", no: "willRoll", column: 2},
	{id: "rolling", state: nodepool.Rolling, column: 3, level: -1},
	{id: "willRoll", state: nodepool.WillRoll, column: 3, level: 1},
}}

// way is an edge of a chart.
type way struct {
	from string
	yes  bool
}

// trail is what is reached in a chart: nodes by id, states also by name, and
// edges, each with the number of pools that can pass there.
type trail struct {
	nodes map[string]int
	ways  map[way]int
}

// follow walks the routes of a pool; nil when none of them belongs to the chart.
func (f flow) follow(routes []nodepool.Route) *trail {
	t := &trail{map[string]int{}, map[way]int{}}
	for _, r := range routes {
		f.walk(r, t)
	}
	if len(t.nodes) == 0 {
		return nil
	}
	return t
}

// walk marks one route and returns the node where it ends. Generation B does
// not ask for the release of the workload: it goes on where generation C goes
// when that does not differ.
func (f flow) walk(r nodepool.Route, t *trail) flowNode {
	if !f.has(r.State) {
		return flowNode{}
	}
	n := f.nodes[0]
	for _, asked := range r.Path {
		for n.question != asked.Question && n.question == nodepool.AskVersionDiffers {
			t.nodes[n.id], t.ways[way{n.id, false}] = 1, 1
			n = f.node(n.no)
		}
		t.nodes[n.id], t.ways[way{n.id, asked.Yes}] = 1, 1
		n = f.node(f.next(n, asked.Yes))
	}
	t.nodes[n.id], t.nodes[n.key()] = 1, 1
	return n
}

func (f flow) next(n flowNode, yes bool) string {
	if yes {
		return n.yes
	}
	return n.no
}

func (f flow) has(s nodepool.State) bool {
	for _, n := range f.nodes {
		if n.state == s {
			return true
		}
	}
	return false
}

// merge adds the counts of another trail.
func (t *trail) merge(other *trail) {
	for id, n := range other.nodes {
		t.nodes[id] += n
	}
	for w, n := range other.ways {
		t.ways[w] += n
	}
}

// maintained words which payload the operator maintains in a state.
var maintained = map[nodepool.State]string{
	nodepool.Steady: "keeps the current payload", nodepool.ManagementDrift: "keeps the deployed payload",
	nodepool.CompletedDrift: "keeps the completed payload", nodepool.NewRollout: "makes the current payload",
	nodepool.AdoptedRollout: "keeps the deployed payload", nodepool.ContinuedRollout: "keeps the deployed payload",
	nodepool.SupersededRollout: "makes the current payload",
	nodepool.Settled:           "keeps the current payload", nodepool.Rolling: "keeps the current payload",
	nodepool.WillRoll: "makes the current payload",
}

// outside is the question that takes a pool out of the state machine.
func outside(s nodepool.State) (question, answer string) {
	switch s {
	case nodepool.Deleting:
		return "Is the pool or its HostedCluster being deleted?", "Yes"
	case nodepool.Unsupported:
		return "Is the operator's architecture known?", "No"
	}
	return "Can the pool's objects be read?", "No"
}

// flows are the charts with what a pool reaches in them.
func flows(p *nodepool.Pool) (charts []flow, trails []*trail) {
	for _, f := range []flow{dualFlow, singleFlow} {
		if t := f.follow(p.Routes); t != nil {
			charts, trails = append(charts, f), append(trails, t)
		}
	}
	return charts, trails
}
