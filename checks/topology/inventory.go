package topology

import (
	"slices"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/topology/plan"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/version"
)

// inventory finds, in the base, what belongs to a cluster and a pool. It is
// built once: looking through all objects for each pool would be quadratic.
type inventory struct {
	base    *checks.Snapshot
	live    bool
	workers map[poolKey]*Worker
	// holds says of which kinds the base has an object of the cluster.
	holds map[ownedKind]bool
	// owned lists the workers of each cluster, in the order of their objects.
	owned map[clusterKey][]poolKey
	// planes are control planes by their cluster label.
	planes map[clusterKey]*checks.Object
}

type clusterKey struct{ namespace, name string }

type poolKey struct {
	clusterKey
	lane plan.Lane
	name string
}

type ownedKind struct {
	clusterKey
	kind checks.GroupKind
}

func newInventory(base *checks.Snapshot, live bool) *inventory {
	inv := &inventory{
		base: base, live: live, workers: map[poolKey]*Worker{}, owned: map[clusterKey][]poolKey{},
		holds: map[ownedKind]bool{}, planes: map[clusterKey]*checks.Object{},
	}
	if base == nil {
		return inv
	}
	for _, lane := range lanes {
		inv.addWorkers(lane.Lane)
	}
	inv.addMachines()
	inv.addNodes()
	for _, gk := range base.Kinds() {
		if !controlPlaneKind(gk) {
			continue
		}
		for _, o := range inv.usable(gk) {
			if key := ownerOf(o); inv.planes[key] == nil {
				inv.planes[key] = o
			}
		}
	}
	return inv
}

// usable lists the objects of a kind that say one thing only.
func (inv *inventory) usable(gk checks.GroupKind) []*checks.Object {
	return slices.DeleteFunc(slices.Clone(inv.base.List(gk, "")), func(o *checks.Object) bool { return len(o.Duplicates) > 0 })
}

// ownerOf is the cluster that an object's label names.
func ownerOf(o *checks.Object) clusterKey {
	name, _ := o.Label(clusterLabel)
	return clusterKey{o.Namespace, name}
}

// addWorkers takes the objects that the webhook would list: those with the label
// of the cluster and of the topology. Of several for one entry the lowest
// version counts.
func (inv *inventory) addWorkers(lane plan.Lane) {
	label := deploymentLabel
	if lane == MachinePool {
		label = poolLabel
	}
	for _, o := range inv.usable(laneKinds[lane]) {
		owner := ownerOf(o)
		inv.holds[ownedKind{owner, laneKinds[lane]}] = true
		name, ok := o.Label(label)
		if _, owned := o.Label(ownedLabel); !ok || !owned {
			continue
		}
		key, w := poolKey{owner, lane, name}, newWorker(o)
		old := inv.workers[key]
		if old == nil {
			inv.owned[owner] = append(inv.owned[owner], key)
		}
		if old == nil || version.Older(w.running, old.running, version.BuildTags) {
			inv.workers[key] = w
		}
	}
}

func (inv *inventory) addMachines() {
	for _, o := range inv.usable(machineKind) {
		owner := ownerOf(o)
		inv.holds[ownedKind{owner, machineKind}] = true
		name, ok := o.Label(deploymentLabel)
		if w := inv.workers[poolKey{owner, MachineDeployment, name}]; ok && w != nil {
			w.machines = append(w.machines, o)
		}
	}
}

func (inv *inventory) addNodes() {
	for key, w := range inv.workers {
		if key.lane != MachinePool {
			continue
		}
		for _, ref := range w.Get("status", "nodeRefs").Items() {
			name := ref.Get("name").Text()
			if node, ok := inv.base.Get(nodeKind, "", name); ok && inv.nodeOf(node, key.clusterKey) {
				w.kubelets = append(w.kubelets, node)
				continue
			}
			w.unread = append(w.unread, name)
		}
	}
}

// nodeOf reports whether a Node can be one of the cluster's. A live base holds
// the Nodes of the management cluster, so there the annotation must say so.
func (inv *inventory) nodeOf(node *checks.Object, c clusterKey) bool {
	name, ok := node.Annotation(nodeClusterAnnotation)
	if !ok {
		return !inv.live
	}
	namespace, ok := node.Annotation(nodeSpaceAnnotation)
	return name == c.name && (!ok || namespace == c.namespace)
}

// complete reports whether the base holds every object of the kind for the
// cluster: lists do, and so does a base that holds one of them.
func (inv *inventory) complete(gk checks.GroupKind, c clusterKey) bool {
	return inv.base != nil && (inv.base.Complete(gk, c.namespace) || inv.holds[ownedKind{c, gk}])
}

// controlPlane follows the reference of the persisted cluster; without one, the
// label of the cluster decides.
func (inv *inventory) controlPlane(c *Cluster) ControlPlane {
	if inv.base == nil {
		return ControlPlane{}
	}
	ref := c.Get("spec", "controlPlaneRef")
	if !ref.Exists() {
		if o := inv.planes[clusterKey{c.Namespace, c.Name}]; o != nil {
			return newControlPlane(o)
		}
		return ControlPlane{}
	}
	if o, ok := inv.base.Get(refKind(ref), c.Namespace, ref.Get("name").Text()); ok && len(o.Duplicates) == 0 {
		return newControlPlane(o)
	}
	return ControlPlane{}
}

// refKind reads a reference of either API version.
func refKind(ref checks.Value) checks.GroupKind {
	group := ref.Get("apiGroup").Text()
	if group == "" {
		group = checks.GroupOf(ref.Get("apiVersion").Text())
	}
	return checks.GroupKind{Group: group, Kind: ref.Get("kind").Text()}
}
