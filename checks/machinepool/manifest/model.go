package manifest

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

const (
	coreGroup  = "cluster.x-k8s.io"
	infraGroup = "infrastructure.cluster.x-k8s.io"

	terraformPool     = "TerraformMachinePool"
	terraformTemplate = "TerraformMachinePoolTemplate"

	clusterNameLabel = "cluster.x-k8s.io/cluster-name"
)

// Reads reports whether any rule looks at objects of the kind, so that sources
// need not keep others.
func Reads(gk checks.GroupKind) bool {
	switch gk.Group {
	case coreGroup:
		return gk.Kind == "MachinePool" || gk.Kind == "Cluster" || gk.Kind == "ClusterClass" || gk.Kind == "MachineHealthCheck"
	case infraGroup:
		return gk.Kind == terraformPool || gk.Kind == terraformTemplate || gk.Kind == "TerraformCluster"
	}
	return false
}

// model is the input sorted by what the rules speak of.
type model struct {
	pools  []*pool
	groups []*group
	// owners finds the MachinePool that refers to a TerraformMachinePool.
	owners map[nameKey]*pool
}

type nameKey struct{ namespace, name string }

// read sorts the input once; rules may run side by side.
func (in *Input) read() *model {
	in.once.Do(func() {
		m := &in.model
		m.owners = map[nameKey]*pool{}
		for _, o := range usable(in.New, coreGroup, "MachinePool") {
			m.add(machinePool(o))
		}
		for _, o := range usable(in.Base, coreGroup, "MachinePool") {
			m.own(machinePool(o))
		}
		for _, o := range usable(in.New, coreGroup, "ClusterClass") {
			m.pools = append(m.pools, classPools(o)...)
		}
		for _, o := range usable(in.New, coreGroup, "Cluster") {
			m.pools = append(m.pools, topologyPools(o, in)...)
		}
		m.groups = groups(in.New)
	})
	return &in.model
}

func (m *model) add(p *pool) {
	m.pools = append(m.pools, p)
	m.own(p)
}

// own remembers who uses a scaling group; the new manifest wins over the base.
func (m *model) own(p *pool) {
	ref := p.template.Get("infrastructureRef")
	if ref.Get("kind").Text() != terraformPool {
		return
	}
	key := nameKey{p.object.Namespace, ref.Get("name").Text()}
	if _, known := m.owners[key]; !known {
		m.owners[key] = p
	}
}

// usable lists the objects of a kind that rules may judge: one with a key
// written twice has no certain meaning and is left alone.
func usable(s *checks.Snapshot, apiGroup, kind string) []*checks.Object {
	if s == nil {
		return nil
	}
	var out []*checks.Object
	for _, o := range s.List(checks.GroupKind{Group: apiGroup, Kind: kind}, "") {
		if len(o.Duplicates) == 0 {
			out = append(out, o)
		}
	}
	return out
}

// before finds the persisted state of an object; nil when there is none.
func (in *Input) before(o *checks.Object) *checks.Object {
	if in.Base == nil {
		return nil
	}
	old, ok := in.Base.Get(o.GroupKind(), o.Namespace, o.Name)
	if !ok || len(old.Duplicates) > 0 {
		return nil
	}
	return old
}
