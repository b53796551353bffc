package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool"
)

// SortKeys are the orders of the table.
func SortKeys() []string { return []string{"worst", "name", "state", "cluster"} }

// sorted returns the pools in the order of the table.
func (d *Explain) sorted() []*nodepool.Pool {
	out := slices.Clone(d.Pools)
	key := map[string]func(a, b *nodepool.Pool) int{
		"worst": compareWorst,
		"state": func(a, b *nodepool.Pool) int { return cmp.Compare(stateRank(a.State), stateRank(b.State)) },
		"cluster": func(a, b *nodepool.Pool) int {
			return cmp.Or(cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.ClusterName, b.ClusterName))
		},
	}[cmp.Or(d.SortBy, "worst")]
	slices.SortStableFunc(out, func(a, b *nodepool.Pool) int {
		if key == nil {
			return 0
		}
		return key(a, b)
	})
	return out
}

// compareWorst puts the pool with the worst findings first, then the one whose
// state asks for attention, then the one with more findings.
func compareWorst(a, b *nodepool.Pool) int {
	ae, aw, ai := checks.Count(a.Findings)
	be, bw, bi := checks.Count(b.Findings)
	return cmp.Or(
		cmp.Compare(be, ae), cmp.Compare(bw, aw),
		cmp.Compare(stateRank(a.State), stateRank(b.State)), cmp.Compare(bi, ai),
	)
}

// stateOrder lists the states, those that ask for attention first.
var stateOrder = []nodepool.State{
	nodepool.Unsupported, nodepool.Undetermined, nodepool.SupersededRollout, nodepool.AdoptedRollout,
	nodepool.ContinuedRollout, nodepool.CompletedDrift, nodepool.NewRollout, nodepool.WillRoll, nodepool.Rolling,
	nodepool.Deleting, nodepool.ManagementDrift, nodepool.Steady, nodepool.Settled,
}

func stateRank(s nodepool.State) int { return slices.Index(stateOrder, s) }

// paintState: green is at rest, yellow moves, red is not known.
func (s Style) paintState(state nodepool.State) func(string) string {
	switch state {
	case nodepool.Steady, nodepool.Settled, nodepool.ManagementDrift:
		return s.Green
	case nodepool.Undetermined, nodepool.Unsupported:
		return s.Red
	}
	return s.Yellow
}

// table has one line a pool.
func (d *Explain) table(w io.Writer, style Style) error {
	t := newPoolTable(style)
	t.contexts = d.Contexts
	for _, p := range d.sorted() {
		t.add(p)
	}
	if err := writeColumns(w, t.columns(), style); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n"+style.Wrap(d.footer(), "", "")+"\n")
	return err
}

// footer counts the states, in the order of stateOrder.
func (d *Explain) footer() string {
	var parts []string
	for _, s := range stateOrder {
		if n := d.summary.ByState[string(s)]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, s))
		}
	}
	return count(len(d.Pools), "pool") + ": " + strings.Join(parts, ", ") + ". Name one pool for its whole story."
}

type poolTable struct {
	Style
	contexts                                                               bool
	context, namespace, name, cluster, state, hash, rollout, issues, worst column
	version, generation, platform, upgrade, candidates                     column
}

func newPoolTable(style Style) *poolTable {
	return &poolTable{
		Style:     style,
		context:   column{title: "CONTEXT"},
		namespace: column{title: "NAMESPACE", rank: 4}, name: column{title: "NAME"}, cluster: column{title: "CLUSTER", rank: 3},
		state: column{title: "STATE"}, hash: column{title: "PAYLOAD", rank: 2}, rollout: column{title: "ROLLOUT"},
		issues: column{title: "ISSUES", rank: 1}, worst: column{title: "WORST", rank: 5},
		version: column{title: "VERSION", rank: 6}, generation: column{title: "GEN", rank: 7},
		platform: column{title: "PLATFORM", rank: 8}, upgrade: column{title: "UPGRADE", rank: 9},
		candidates: column{title: "CANDIDATES", rank: 10},
	}
}

func (t *poolTable) columns() []*column {
	out := []*column{&t.namespace, &t.name, &t.cluster, &t.state, &t.hash, &t.rollout, &t.issues, &t.worst}
	if t.contexts {
		out = append([]*column{&t.context}, out...)
	}
	if t.Wide {
		out = append(out, &t.version, &t.generation, &t.platform, &t.upgrade, &t.candidates)
	}
	return out
}

func (t *poolTable) add(p *nodepool.Pool) {
	errors, warnings, infos := checks.Count(p.Findings)
	t.context.add(p.Object.Origin.Context, nil)
	t.namespace.add(p.Namespace, nil)
	t.name.add(p.Name, t.Bold)
	t.cluster.add(p.ClusterName, nil)
	t.state.add(string(p.State), t.paintState(p.State))
	t.hash.add(cmp.Or(p.EffectiveHash, "?"), nil)
	t.rollout.add(rolloutText(p), nil)
	t.issues.add(issuesText(errors, warnings, infos), t.paintIssues(errors, warnings))
	t.worst.add(worstRule(p.Findings), t.Faint)
	t.version.add(releaseText(p), nil)
	t.generation.add(string(p.Operator.Value), nil)
	t.platform.add(p.Platform, nil)
	t.upgrade.add(p.UpgradeType, nil)
	t.candidates.add(candidatesText(p), nil)
}

func (t *poolTable) paintIssues(errors, warnings int) func(string) string {
	switch {
	case errors > 0:
		return t.Red
	case warnings > 0:
		return t.Yellow
	}
	return t.Faint
}

// rolloutText is the progress in a word.
func rolloutText(p *nodepool.Pool) string {
	r := p.Rollout
	progress := ""
	if r.Updated != nil && r.Desired != nil && p.UpgradeType != "InPlace" {
		progress = fmt.Sprintf(" %d/%d", *r.Updated, *r.Desired)
	}
	switch {
	case p.State == nodepool.Deleting:
		return "-"
	case p.Paused():
		return "paused"
	case r.Active == nodepool.Yes && len(r.BlockedBy) > 0:
		return "blocked" + progress
	case p.WillWrite() == nodepool.Yes:
		return "next pass"
	case r.Active == nodepool.Yes:
		return "rolling" + progress
	case len(r.BlockedBy) > 0:
		return "blocked"
	case r.Complete == nodepool.Yes:
		return "complete"
	case r.Complete == nodepool.No:
		return "scaling" + progress
	}
	return "?"
}

func issuesText(errors, warnings, infos int) string {
	var parts []string
	for _, n := range []struct {
		n    int
		noun string
	}{{errors, "error"}, {warnings, "warning"}, {infos, "info"}} {
		if n.n > 0 {
			parts = append(parts, count(n.n, n.noun))
		}
	}
	if len(parts) == 0 {
		return "-"
	}
	return parts[0]
}

// worstRule is the name of the first rule, which is the worst, without group.
func worstRule(findings []checks.Finding) string {
	for _, f := range findings {
		if f.Suppressed == nil {
			return strings.TrimPrefix(f.Rule, "nodepool/")
		}
	}
	return "-"
}

func releaseText(p *nodepool.Pool) string {
	have, want := p.Versions.Completed, p.Versions.Requested
	switch {
	case !want.Known || want.Value == have.Value:
		return cmp.Or(have.Value, "?")
	case have.Value == "":
		return want.Value
	}
	return have.Value + " to " + want.Value
}

func candidatesText(p *nodepool.Pool) string {
	if len(p.Candidates) < 2 {
		return "-"
	}
	out := make([]string, len(p.Candidates))
	for i, s := range p.Candidates {
		out[i] = string(s)
	}
	return strings.Join(out, ",")
}
