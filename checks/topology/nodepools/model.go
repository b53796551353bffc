package nodepools

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool"
)

// pool is a NodePool with both sides of the change.
type pool struct {
	// object is the pool as it will be.
	object *checks.Object
	// old is the persisted pool, nil when there is none or it is not known.
	old *checks.Object
	// oldKnown is true when an absent old means that the pool is new.
	oldKnown bool
	cluster  *cluster
	sides    sides
	// version and before are the release versions wanted and persisted.
	version, before nodepool.Fact
	operator        func() nodepool.Operator
	missing         []checks.NotEvaluated
}

// sides find what a pool refers to on either side.
type sides struct{ fresh, base *checks.Snapshot }

// object looks in the manifests first, they are what will be.
func (s sides) object(gk checks.GroupKind, namespace, name string) (now, before *checks.Object) {
	return get(s.fresh, gk, namespace, name), get(s.base, gk, namespace, name)
}

func get(s *checks.Snapshot, gk checks.GroupKind, namespace, name string) *checks.Object {
	if s == nil {
		return nil
	}
	o, ok := s.Get(gk, namespace, name)
	if !ok || len(o.Duplicates) > 0 {
		return nil
	}
	return o
}

func list(s *checks.Snapshot, gk checks.GroupKind) []*checks.Object {
	if s == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(s.List(gk, "")), func(o *checks.Object) bool { return len(o.Duplicates) > 0 })
}

// read links the pools once; rules may run side by side.
func (in *Input) read() []*pool {
	in.once.Do(func() {
		r := &reader{Input: in, sides: sides{in.New, in.Base}, clusters: map[[2]string]*cluster{}}
		r.observe()
		for _, o := range list(in.New, nodepool.NodePoolKind) {
			r.add(o)
		}
		for _, o := range list(in.Base, nodepool.NodePoolKind) {
			if _, again := in.New.Get(nodepool.NodePoolKind, o.Namespace, o.Name); !again && r.concerns(o) {
				r.add(o)
			}
		}
		slices.SortFunc(in.pools, func(a, b *pool) int {
			return cmp.Or(cmp.Compare(a.object.Namespace, b.object.Namespace), cmp.Compare(a.object.Name, b.object.Name))
		})
	})
	return in.pools
}

// reader links one input.
type reader struct {
	*Input
	sides    sides
	clusters map[[2]string]*cluster
	// observed are the pools as the cluster shows them, wanted those of the
	// manifests among what the cluster shows beside them.
	observed, wanted map[[2]string]*nodepool.Pool
	// populated are the clusters of which the base holds a pool.
	populated map[[2]string]bool
}

// observe links both sides, so that versions can be found in secrets, conditions
// and histories that only the base holds.
func (r *reader) observe() {
	r.populated = map[[2]string]bool{}
	for _, o := range list(r.Base, nodepool.NodePoolKind) {
		r.populated[[2]string{o.Namespace, clusterName(o)}] = true
	}
	if r.Base != nil {
		r.observed = fleet(r.Base, r.Parameters)
	}
	r.wanted = fleet(r.overlay(), r.Parameters)
}

func fleet(s *checks.Snapshot, params nodepool.Parameters) map[[2]string]*nodepool.Pool {
	out := map[[2]string]*nodepool.Pool{}
	for _, p := range nodepool.NewFleet(s, params).Pools {
		out[[2]string{p.Namespace, p.Name}] = p
	}
	return out
}

// overlay is the base with the pools of the manifests in it. A HostedCluster
// stays as observed: its manifest has no history of versions.
func (r *reader) overlay() *checks.Snapshot {
	b := checks.NewBuilder()
	for _, o := range list(r.New, nodepool.NodePoolKind) {
		b.Add(o)
	}
	for _, side := range []*checks.Snapshot{r.Base, r.New} {
		if side == nil {
			continue
		}
		for _, o := range side.All() {
			if nodepool.Relevant(o.GroupKind()) && o.GroupKind() != nodepool.NodePoolKind {
				b.Add(o)
			}
		}
	}
	return b.Snapshot()
}

func (r *reader) add(o *checks.Object) {
	p := &pool{object: o, sides: r.sides, cluster: r.cluster(o)}
	p.old = get(r.Base, nodepool.NodePoolKind, o.Namespace, o.Name)
	p.oldKnown = r.Base == nil || p.old != nil || r.populated[[2]string{o.Namespace, clusterName(o)}] || r.Base.Complete(nodepool.NodePoolKind, o.Namespace)
	key := [2]string{o.Namespace, o.Name}
	wanted, observed := r.wanted[key], r.observed[key]
	if wanted == nil {
		wanted = observed // a pool of the base alone
	}
	p.version = wanted.RequestedVersion()
	if observed != nil {
		p.before = observed.RequestedVersion()
		if observed.ReleaseImage() == wanted.ReleaseImage() {
			p.version = p.before
		}
	}
	p.operator = func() nodepool.Operator {
		if observed != nil {
			return observed.JudgeOperator()
		}
		return wanted.JudgeOperator()
	}
	p.note()
	r.pools = append(r.pools, p)
}

// concerns reports whether a manifest is about something that a pool of the base
// depends on.
func (r *reader) concerns(o *checks.Object) bool {
	if get(r.New, nodepool.HostedClusterKind, o.Namespace, clusterName(o)) != nil {
		return true
	}
	for _, field := range []string{"config", "tuningConfig"} {
		for _, name := range names(o.Get("spec", field)) {
			if get(r.New, nodepool.ConfigMapKind, o.Namespace, name) != nil {
				return true
			}
		}
	}
	return false
}

func clusterName(o *checks.Object) string { return o.Get("spec", "clusterName").Text() }

// note lists what is missing to judge the pool's versions.
func (p *pool) note() {
	if !p.oldKnown {
		p.missing = append(p.missing, checks.NotEvaluated{
			ID: "persisted-is-live", Rules: []string{"pin/nodepool-immutable"}, Object: p.object.Ref(),
			Because: "the base holds no NodePool of HostedCluster " + clusterName(p.object) + ", so whether this one is new is not known",
			How:     "give the persisted NodePools with --base",
		})
	}
	rules := []string{"pin/nodepool-above-cluster", "pin/nodepool-skew", "pin/nodepool-headroom"}
	if !p.version.Known {
		p.missing = append(p.missing, checks.NotEvaluated{
			ID: "release-version", Rules: rules, Object: p.object.Ref(), Because: p.version.Basis,
			How: "use a release image with a version tag, or give the HostedCluster with its version history or the token secret of the pool",
		})
	}
	if p.cluster.version.IsZero() {
		p.missing = append(p.missing, checks.NotEvaluated{
			ID: "release-version", Rules: rules, Object: p.object.Ref(),
			Because: fmt.Sprintf("the version of HostedCluster %s is not in the input", clusterName(p.object)),
			How:     "give the HostedCluster with its status",
		})
	}
}

// poolFinding speaks about a value of the pool.
func (p *pool) finding(at checks.Value, format string, args ...any) checks.Finding {
	return checks.Finding{
		Message: fmt.Sprintf(format, args...),
		Object:  p.object.Ref(), Field: at.Path(), Position: p.object.At(at),
	}
}
