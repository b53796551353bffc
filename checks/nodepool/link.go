package nodepool

import (
	"cmp"
	"slices"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

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
