package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool"
)

// Explain is the document of kind ExplainReport: explained pools.
type Explain struct {
	// Pools are sorted by namespace and name.
	Pools []*nodepool.Pool
	// Result is about the run as a whole, for example files that could not be
	// read.
	Result checks.Result
	// Read says how much was read.
	Read *checks.ReadStats
	// SortBy orders the table; one of SortKeys.
	SortBy string
	// Contexts tells that the pools are of several clusters.
	Contexts bool

	summary explainSummary
}

type explainSummary struct {
	Pools        int               `json:"pools"`
	ByState      map[string]int    `json:"byState"`
	Errors       int               `json:"errors"`
	Warnings     int               `json:"warnings"`
	Infos        int               `json:"infos"`
	Suppressed   int               `json:"suppressed,omitempty"`
	NotEvaluated int               `json:"notEvaluated"`
	Read         *checks.ReadStats `json:"read,omitempty"`
}

// Command is "explain".
func (d *Explain) Command() string { return "explain" }

// Findings points at the findings of the run and of every pool.
func (d *Explain) Findings() []*checks.Finding {
	out := Pointers(d.Result.Findings)
	for _, p := range d.Pools {
		out = append(out, Pointers(p.Findings)...)
	}
	return out
}

// Add appends a finding about the run as a whole.
func (d *Explain) Add(f checks.Finding) { d.Result.Findings = append(d.Result.Findings, f) }

// NotEvaluated lists the missing evidence of the run and of every pool.
func (d *Explain) NotEvaluated() []checks.NotEvaluated {
	out := slices.Clone(d.Result.NotEvaluated)
	for _, p := range d.Pools {
		out = append(out, p.NotEvaluated...)
	}
	return out
}

// Seal counts.
func (d *Explain) Seal() {
	d.Result.Sort()
	s := explainSummary{Pools: len(d.Pools), ByState: map[string]int{}, Read: d.Read, NotEvaluated: len(d.NotEvaluated())}
	for _, p := range d.Pools {
		s.ByState[string(p.State)]++
	}
	for _, f := range d.Findings() {
		switch {
		case f.Suppressed != nil:
			s.Suppressed++
		case f.Severity == checks.Error:
			s.Errors++
		case f.Severity == checks.Warning:
			s.Warnings++
		default:
			s.Infos++
		}
	}
	d.summary = s
}

// SummaryLine says in one line what was explained.
func (d *Explain) SummaryLine() string {
	s := d.summary
	parts := []string{count(s.Errors, "error"), count(s.Warnings, "warning"), count(s.Infos, "info")}
	if s.Suppressed > 0 {
		parts = append(parts, fmt.Sprintf("%d suppressed", s.Suppressed))
	}
	if s.NotEvaluated > 0 {
		parts = append(parts, fmt.Sprintf("%d not evaluated", s.NotEvaluated))
	}
	return count(s.Pools, "NodePool") + ": " + strings.Join(parts, ", ")
}

// Names lists the pools as `kubectl -o name` does.
func (d *Explain) Names() []string {
	out := make([]string, len(d.Pools))
	for i, p := range d.Pools {
		out[i] = "nodepool.hypershift.openshift.io/" + p.Name
	}
	return out
}

type poolName struct {
	Namespace string `json:"namespace"`
	Name      string `json:"name"`
}

// explainItem is the JSON form of a pool.
type explainItem struct {
	NodePool              poolName              `json:"nodePool"`
	Context               string                `json:"context,omitempty"`
	HostedCluster         string                `json:"hostedCluster"`
	ControlPlaneNamespace string                `json:"controlPlaneNamespace"`
	Platform              string                `json:"platform"`
	UpgradeType           string                `json:"upgradeType"`
	OperatorGeneration    nodepool.Operator     `json:"operatorGeneration"`
	State                 nodepool.State        `json:"state"`
	Candidates            []nodepool.State      `json:"candidates"`
	EffectiveHash         string                `json:"effectiveHash"`
	Outdated              nodepool.Answer       `json:"outdated"`
	Hashes                nodepool.Hashes       `json:"hashes"`
	Versions              nodepool.Versions     `json:"versions"`
	Decision              []nodepool.Step       `json:"decision"`
	Gates                 nodepool.Gates        `json:"gates"`
	Secrets               []nodepool.Verdict    `json:"secrets"`
	Rollout               nodepool.Rollout      `json:"rollout"`
	Payload               nodepool.Payload      `json:"payload"`
	Next                  []string              `json:"next"`
	Findings              []checks.Finding      `json:"findings"`
	NotEvaluated          []checks.NotEvaluated `json:"notEvaluated"`
}

func newExplainItem(p *nodepool.Pool) explainItem {
	payload := p.Payload
	payload.Verified = cmp.Or(payload.Verified, nodepool.Unknown)
	payload.Difference = NonNil(payload.Difference)
	return explainItem{
		NodePool: poolName{p.Namespace, p.Name}, Context: p.Object.Origin.Context,
		HostedCluster: p.ClusterName, ControlPlaneNamespace: p.ControlPlaneNamespace,
		Platform: p.Platform, UpgradeType: p.UpgradeType, OperatorGeneration: p.Operator,
		State: p.State, Candidates: NonNil(p.Candidates), EffectiveHash: p.EffectiveHash, Outdated: p.Outdated,
		Hashes: p.Hashes, Versions: p.Versions, Decision: NonNil(p.Decision), Gates: p.Gates,
		Secrets: NonNil(p.Verdicts), Rollout: p.Rollout, Payload: payload, Next: NonNil(p.Next),
		Findings: NonNil(p.Findings), NotEvaluated: NonNil(p.NotEvaluated),
	}
}

// MarshalJSON writes the report; items are sorted by namespace and name.
func (d *Explain) MarshalJSON() ([]byte, error) {
	items := make([]explainItem, len(d.Pools))
	for i, p := range d.Pools {
		items[i] = newExplainItem(p)
	}
	return json.Marshal(struct {
		APIVersion   string                `json:"apiVersion"`
		Kind         string                `json:"kind"`
		Items        []explainItem         `json:"items"`
		Findings     []checks.Finding      `json:"findings,omitempty"`
		NotEvaluated []checks.NotEvaluated `json:"notEvaluated"`
		Summary      explainSummary        `json:"summary"`
	}{APIVersion, "ExplainReport", items, d.Result.Findings, NonNil(d.Result.NotEvaluated), d.summary})
}
