package nodepool

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// Fleet is every NodePool of a snapshot.
type Fleet struct {
	// Pools are sorted by namespace and name; they are linked, not explained.
	Pools []*Pool
}

// NewFleet links the objects of a snapshot. It does not explain: that is done
// pool by pool, so that callers can select and spread the work.
func NewFleet(s *checks.Snapshot, params Parameters) *Fleet {
	l := newLinker(s, params)
	f := &Fleet{}
	for _, o := range s.List(NodePoolKind, "") {
		f.Pools = append(f.Pools, l.pool(o))
	}
	return f
}

// linker finds what belongs to a pool. Children are found by the back link
// annotation, never by labels or by splitting names.
type linker struct {
	snapshot *checks.Snapshot
	params   Parameters
	// owned are children by kind, then by pool id.
	owned map[checks.GroupKind]map[string][]*checks.Object
	// revisions are MachineSets, machines are Machines, each by namespace and
	// the name of their owner.
	revisions, machines map[[2]string][]*checks.Object
	// clusters are the HostedClusters by control-plane namespace.
	clusters map[string][]string
}

// unread reports whether an object has keys that stand twice: it is then left
// alone, because readers differ in what it says.
func unread(o *checks.Object) bool { return len(o.Duplicates) > 0 }

func newLinker(s *checks.Snapshot, params Parameters) *linker {
	l := &linker{
		snapshot: s, params: params,
		owned:     map[checks.GroupKind]map[string][]*checks.Object{},
		revisions: map[[2]string][]*checks.Object{}, machines: map[[2]string][]*checks.Object{},
		clusters: map[string][]string{},
	}
	for _, kind := range []checks.GroupKind{MachineDeploymentKind, MachineSetKind, MachineKind, SecretKind} {
		l.owned[kind] = byPool(s.List(kind, ""))
	}
	index(l.revisions, s.List(MachineSetKind, ""), "MachineDeployment")
	index(l.machines, s.List(MachineKind, ""), "MachineSet")
	for _, hc := range s.List(HostedClusterKind, "") {
		ns := ControlPlaneNamespace(hc.Namespace, hc.Name)
		l.clusters[ns] = append(l.clusters[ns], hc.Namespace+"/"+hc.Name)
	}
	return l
}

func byPool(list []*checks.Object) map[string][]*checks.Object {
	out := map[string][]*checks.Object{}
	for _, o := range list {
		if id, ok := o.Annotation(AnnotationNodePool); ok {
			out[id] = append(out[id], o)
		}
	}
	return out
}

func index(into map[[2]string][]*checks.Object, list []*checks.Object, ownerKind string) {
	for _, o := range list {
		if name, ok := owner(o, ownerKind); ok {
			key := [2]string{o.Namespace, name}
			into[key] = append(into[key], o)
		}
	}
}

// ControlPlaneNamespace is where the operator keeps the control plane of a
// HostedCluster. The rule is not reversible: several clusters can share one.
func ControlPlaneNamespace(namespace, cluster string) string {
	return namespace + "-" + strings.ReplaceAll(cluster, ".", "-")
}

func (l *linker) pool(o *checks.Object) *Pool {
	p := &Pool{
		Namespace: o.Namespace, Name: o.Name, Object: o,
		ClusterName: o.Get("spec", "clusterName").Text(),
		Platform:    o.Get("spec", "platform", "type").Text(),
		UpgradeType: cmp.Or(o.Get("spec", "management", "upgradeType").Text(), "Replace"),
		Conditions:  readConditions(o.Get("status", "conditions")),
		Params:      l.params, Snapshot: l.snapshot,
	}
	l.linkCluster(p)
	l.linkNamespace(p)
	l.linkWorkload(p)
	l.linkSecrets(p)
	l.setCompleteness(p)
	l.leaveAlone(p)
	return p
}

func (l *linker) linkCluster(p *Pool) {
	p.HostedCluster, _ = l.snapshot.Get(HostedClusterKind, p.Namespace, p.ClusterName)
	p.ClusterPlatform = p.Platform
	if p.HostedCluster != nil && !unread(p.HostedCluster) {
		p.ClusterPlatform = cmp.Or(p.HostedCluster.Get("spec", "platform", "type").Text(), p.Platform)
	}
	p.Automated = p.Platform != "None" && !l.userProvisioned(p)
}

// userProvisioned recognises IBM Cloud clusters whose machines the user makes.
func (l *linker) userProvisioned(p *Pool) bool {
	if p.Platform != "IBMCloud" {
		return false
	}
	for _, o := range []*checks.Object{p.Object, p.HostedCluster} {
		if o != nil && o.Get("spec", "platform", "ibmcloud", "providerType").Text() == "UPI" {
			return true
		}
	}
	return false
}

// linkNamespace derives the control-plane namespace. Where nothing of the pool
// is found there, the annotations of its children decide: some clusters
// override the name and some dumps obfuscate it.
func (l *linker) linkNamespace(p *Pool) {
	p.ControlPlaneNamespace = ControlPlaneNamespace(p.Namespace, p.ClusterName)
	if found := l.childNamespaces(p); len(found) == 1 && len(l.inNamespace(p)) == 0 {
		p.ControlPlaneNamespace = found[0]
	}
	if cp, ok := l.snapshot.Get(HostedControlKind, p.ControlPlaneNamespace, p.ClusterName); ok && !unread(cp) {
		p.ControlPlane = cp
		if p.HostedCluster == nil {
			p.ClusterPlatform = cmp.Or(cp.Get("spec", "platform", "type").Text(), p.Platform)
		}
	}
	for _, id := range l.clusters[p.ControlPlaneNamespace] {
		if id != p.Namespace+"/"+p.ClusterName {
			p.SharedNamespace = append(p.SharedNamespace, id)
		}
	}
}

func (l *linker) childNamespaces(p *Pool) []string {
	var out []string
	for _, kind := range []checks.GroupKind{MachineDeploymentKind, MachineSetKind} {
		for _, o := range l.owned[kind][p.ID()] {
			out = append(out, o.Namespace)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// inNamespace lists workload objects of the pool in its derived namespace.
func (l *linker) inNamespace(p *Pool) []*checks.Object {
	var out []*checks.Object
	for _, kind := range []checks.GroupKind{MachineDeploymentKind, MachineSetKind} {
		if o, ok := l.snapshot.Get(kind, p.ControlPlaneNamespace, p.Name); ok && ours(o, p) {
			out = append(out, o)
		}
	}
	return out
}

// ours reports whether an object may belong to the pool: its annotation names
// the pool or is missing.
func ours(o *checks.Object, p *Pool) bool {
	id, ok := o.Annotation(AnnotationNodePool)
	return !ok || id == p.ID()
}

func (l *linker) linkWorkload(p *Pool) {
	o, ok := l.snapshot.Get(p.workloadKind(), p.ControlPlaneNamespace, p.Name)
	if ok && ours(o, p) && !isRevision(o) {
		p.Workload = newWorkload(o)
	}
	for _, ms := range l.revisions[[2]string{p.ControlPlaneNamespace, p.Name}] {
		if ours(ms, p) && p.UpgradeType == "Replace" {
			p.Revisions = append(p.Revisions, newWorkload(ms))
		}
	}
	p.Machines = l.poolMachines(p)
}

// poolMachines finds machines by annotation and, where a dump lost it, by the
// MachineSets of the pool.
func (l *linker) poolMachines(p *Pool) []*Machine {
	list := slices.Clone(l.owned[MachineKind][p.ID()])
	sets := p.Revisions
	if p.Workload != nil {
		sets = append(slices.Clone(sets), p.Workload)
	}
	for _, set := range sets {
		for _, m := range l.machines[[2]string{p.ControlPlaneNamespace, set.Object.Name}] {
			if ours(m, p) && set.Object.Kind == "MachineSet" && !slices.Contains(list, m) {
				list = append(list, m)
			}
		}
	}
	var out []*Machine
	for _, m := range list {
		if m.Namespace == p.ControlPlaneNamespace {
			out = append(out, newMachine(m))
		}
	}
	slices.SortFunc(out, func(a, b *Machine) int { return cmp.Compare(a.Object.Name, b.Object.Name) })
	return out
}

func (l *linker) linkSecrets(p *Pool) {
	for _, o := range l.owned[SecretKind][p.ID()] {
		if o.Namespace != p.ControlPlaneNamespace {
			continue
		}
		if s, ok := newSecret(o, p.Name); ok {
			p.Secrets = append(p.Secrets, s)
		}
	}
}

func (l *linker) setCompleteness(p *Pool) {
	ns := p.ControlPlaneNamespace
	p.Has = Completeness{
		HostedCluster: l.snapshot.Complete(HostedClusterKind, p.Namespace),
		Workload:      l.snapshot.Complete(p.workloadKind(), ns),
		Revisions:     l.snapshot.Complete(MachineSetKind, ns),
		Machines:      l.snapshot.Complete(MachineKind, ns),
		Secrets:       l.snapshot.Complete(SecretKind, ns),
	}
}

// leaveAlone takes out what has keys that stand twice, so that the pool is
// judged as if the input did not hold it, and notes it for a finding.
func (l *linker) leaveAlone(p *Pool) {
	if unread(p.Object) {
		p.Unread = append(p.Unread, p.Object)
	}
	if p.HostedCluster != nil && unread(p.HostedCluster) {
		p.Unread, p.HostedCluster, p.Has.HostedCluster = append(p.Unread, p.HostedCluster), nil, false
	}
	if p.Workload != nil && unread(p.Workload.Object) {
		p.Unread, p.Workload, p.Has.Workload = append(p.Unread, p.Workload.Object), nil, false
	}
	p.Secrets = slices.DeleteFunc(p.Secrets, func(s *Secret) bool {
		twice := unread(s.Object)
		if twice {
			p.Unread, p.Has.Secrets = append(p.Unread, s.Object), false
		}
		return twice
	})
}

// Selection says which pools are wanted; empty fields do not restrict.
type Selection struct {
	// Names are NAME or NAMESPACE/NAME.
	Names         []string
	Namespace     string
	HostedCluster string
	// Matches is a label selector over the NodePool's labels.
	Matches func(labels map[string]string) bool
}

// Select returns the wanted pools in order, and the names that no pool has.
func (f *Fleet) Select(s Selection) (pools []*Pool, missing []string) {
	found := map[string]bool{}
	for _, p := range f.Pools {
		if !s.wants(p) {
			continue
		}
		if len(s.Names) > 0 {
			i := slices.IndexFunc(s.Names, p.named)
			if i < 0 {
				continue
			}
			for _, n := range s.Names {
				found[n] = found[n] || p.named(n)
			}
		}
		pools = append(pools, p)
	}
	for _, n := range s.Names {
		if !found[n] && !slices.Contains(missing, n) {
			missing = append(missing, n)
		}
	}
	return pools, missing
}

func (p *Pool) named(name string) bool { return name == p.Name || name == p.ID() }

func (s Selection) wants(p *Pool) bool {
	if s.Namespace != "" && s.Namespace != p.Namespace {
		return false
	}
	if s.HostedCluster != "" && s.HostedCluster != p.ClusterName && s.HostedCluster != p.Namespace+"/"+p.ClusterName {
		return false
	}
	if s.Matches == nil {
		return true
	}
	labels := map[string]string{}
	for k, v := range p.Object.Get("metadata", "labels").Fields() {
		labels[k] = v.Text()
	}
	return s.Matches(labels)
}
