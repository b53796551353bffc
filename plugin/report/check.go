package report

import (
	"encoding/json"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/topology"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/topology/nodepools"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/topology/plan"
)

// Check is the document of `check`.
type Check struct {
	Base
	// Profile is the revision of the pin rules.
	Profile string
	// Clusters are sorted by namespace and name.
	Clusters []CheckedCluster
	// NodePools are sorted by namespace and name.
	NodePools []nodepools.Change
}

// CheckedCluster is one Cluster with the answer about it.
type CheckedCluster struct {
	*topology.Change
	topology.Outcome
}

// NewCheck makes the document of judged changes.
func NewCheck(profile string, clusters []CheckedCluster) *Check {
	d := &Check{Base: Base{Name: "check"}, Profile: profile, Clusters: clusters}
	for _, c := range clusters {
		d.Result.Merge(c.Result)
	}
	return d
}

// Seal counts. A cluster all of whose errors are accepted is not refused.
func (d *Check) Seal() {
	d.Base.Seal()
	about := map[checks.ObjectRef][]checks.Finding{}
	for _, f := range d.Result.Findings {
		if f.Object != nil {
			about[*f.Object] = append(about[*f.Object], f)
		}
	}
	for i := range d.Clusters {
		c := &d.Clusters[i]
		c.Refused = topology.Refused(about[*c.New.Ref()])
	}
}

// Merge adds what other rules said about the same input.
func (d *Check) Merge(r checks.Result) { d.Result.Merge(r) }

type clusterJSON struct {
	Namespace   string        `json:"namespace"`
	Name        string        `json:"name"`
	Change      topology.Kind `json:"change"`
	Paused      bool          `json:"paused,omitempty"`
	Plan        []plan.Step   `json:"plan"`
	Held        []string      `json:"held"`
	Stalled     string        `json:"stalled"`
	Conditional bool          `json:"conditional"`
	Headroom    *int          `json:"headroom,omitempty"`
	NextEdits   []string      `json:"nextEdits"`
}

// MarshalJSON writes the contract of reports of kind Report.
func (d *Check) MarshalJSON() ([]byte, error) {
	clusters := make([]clusterJSON, 0, len(d.Clusters))
	for _, c := range d.reported() {
		clusters = append(clusters, clusterJSON{
			Namespace: c.New.Namespace, Name: c.New.Name, Change: c.Kind, Paused: c.Paused(),
			Plan: NonNil(c.Steps()), Held: NonNil(c.Held), Headroom: c.Headroom, NextEdits: NonNil(c.nextEdits()),
			Stalled: c.stalled(), Conditional: c.conditional(),
		})
	}
	return json.Marshal(struct {
		APIVersion   string                `json:"apiVersion"`
		Kind         string                `json:"kind"`
		Command      string                `json:"command"`
		Profile      string                `json:"profile"`
		Clusters     []clusterJSON         `json:"clusters"`
		NodePools    []nodepools.Change    `json:"nodePools,omitempty"`
		Findings     []checks.Finding      `json:"findings"`
		NotEvaluated []checks.NotEvaluated `json:"notEvaluated"`
		Summary      Summary               `json:"summary"`
	}{APIVersion, "Report", d.Name, d.Profile, clusters, d.NodePools, NonNil(d.Result.Findings), NonNil(d.Result.NotEvaluated), d.Summary})
}

func (c CheckedCluster) conditional() bool { return c.Conditional && !c.Refused }

func (c CheckedCluster) stalled() string {
	if c.Refused {
		return ""
	}
	return c.Stalled
}

func (c CheckedCluster) nextEdits() []string {
	if !c.Refused {
		return nil
	}
	return c.NextEdits
}

// reported leaves out clusters that the input does not hold.
func (d *Check) reported() []CheckedCluster {
	var out []CheckedCluster
	for _, c := range d.Clusters {
		if c.Reported() {
			out = append(out, c)
		}
	}
	return out
}

// Empty reports whether there is neither a cluster nor a NodePool to speak about.
func (d *Check) Empty() bool {
	return len(d.Clusters)+len(d.NodePools) == 0
}

// Names lists clusters and pools as `kubectl -o name` does.
func (d *Check) Names() []string {
	var out []string
	for _, c := range d.reported() {
		out = append(out, "cluster.cluster.x-k8s.io/"+c.New.Name)
	}
	for _, n := range d.NodePools {
		out = append(out, "nodepool.hypershift.openshift.io/"+n.Name)
	}
	return out
}
