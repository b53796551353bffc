package topology

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// Input is what a check compares.
type Input struct {
	Settings
	// New is the wanted state.
	New *checks.Snapshot
	// Base is the persisted state, nil when there is none.
	Base *checks.Snapshot
	// Live is true when Base was read from a cluster: what it lacks is not there.
	Live bool
}

// Changes joins every Cluster of the input with its base. Clusters without a
// topology on either side have nothing to evaluate and are left out, as are those
// with duplicate keys. Clusters that the base alone has come last and only when a
// ClusterClass of the input is theirs; Reported is false for them.
func Changes(in Input) []*Change {
	if in.New == nil {
		in.New = checks.NewBuilder().Snapshot()
	}
	inv := newInventory(in.Base, in.Live)
	var out []*Change
	copies := duplicates(in.New)
	for _, o := range in.New.List(clusterKind, "") {
		if c := newChange(in, inv, o, baseCluster(in, o)); c != nil {
			c.copies = copies[clusterKey{o.Namespace, o.Name}]
			out = append(out, c)
		}
	}
	return append(out, bystanders(in, inv)...)
}

// duplicates finds Clusters that the input holds again with other content.
func duplicates(s *checks.Snapshot) map[clusterKey][]*checks.Object {
	out := map[clusterKey][]*checks.Object{}
	for _, r := range s.Repeats() {
		if r.Kept.GroupKind() == clusterKind && !same(r.Kept.Value, r.Dropped.Value) {
			key := clusterKey{r.Kept.Namespace, r.Kept.Name}
			out[key] = append(out[key], r.Dropped)
		}
	}
	return out
}

func baseCluster(in Input, o *checks.Object) *checks.Object {
	if in.Base == nil {
		return nil
	}
	old, _ := in.Base.Get(clusterKind, o.Namespace, o.Name)
	return old
}

// bystanders are persisted clusters whose class the input changes.
func bystanders(in Input, inv *inventory) []*Change {
	if in.Base == nil || len(in.New.List(classKind, "")) == 0 {
		return nil
	}
	var out []*Change
	for _, o := range in.Base.List(clusterKind, "") {
		if _, both := in.New.Get(clusterKind, o.Namespace, o.Name); both {
			continue
		}
		if c := newChange(in, inv, o, o); c != nil && c.classChanges {
			c.bystander = true
			out = append(out, c)
		}
	}
	return out
}

// Reported is false for clusters that the input does not hold.
func (c *Change) Reported() bool { return !c.bystander }

func newChange(in Input, inv *inventory, o, old *checks.Object) *Change {
	if len(o.Duplicates) > 0 || (old != nil && len(old.Duplicates) > 0) {
		return nil
	}
	c := &Change{Settings: in.Settings, Kind: Create, New: newCluster(o), live: in.Live, inventory: inv}
	if old != nil && !c.compareWith(newCluster(old)) {
		return nil
	}
	if old == nil && !c.New.managed() {
		return nil
	}
	c.observe(in)
	c.join()
	c.stability = c.settle()
	c.refused = c.refusals()
	c.makePlan()
	return c
}

// compareWith sets the persisted side; false when neither side is managed.
func (c *Change) compareWith(old *Cluster) bool {
	c.New.inherit(old)
	c.Kind = Unchanged
	if !sameTopology(c.New, old) {
		c.Kind = Update
	}
	c.git = old.Rendered()
	switch {
	case !old.managed() && !c.New.managed():
		return false
	case !old.managed():
		c.adopted = true
		return true
	case !c.New.managed():
		c.dropped = true
	}
	c.Old = old
	return true
}

// observe collects what else is known.
func (c *Change) observe(in Input) {
	if c.Old != nil {
		c.controlPlane = c.inventory.controlPlane(c.Old)
	}
	c.class, c.classChanges = findClass(in, c.New.class)
	c.oldClass, _ = findClass(Input{Base: in.Base}, c.New.class)
	for _, s := range []*checks.Snapshot{in.New, in.Base} {
		if s == nil {
			continue
		}
		if crd, ok := s.Get(crdKind, "", crdName); ok {
			c.crd = crd
		}
		c.inPlace = c.inPlace || updatesInPlace(s)
	}
}

// findClass prefers the class of the input, which is applied with the change.
func findClass(in Input, name className) (class *Class, changes bool) {
	for _, s := range []*checks.Snapshot{in.New, in.Base} {
		if s == nil {
			continue
		}
		if o, ok := s.Get(classKind, name.namespace, name.name); ok && len(o.Duplicates) == 0 {
			return newClass(o), s == in.New
		}
	}
	return nil, false
}

// updatesInPlace reports whether a registered extension can update Machines in
// place.
func updatesInPlace(s *checks.Snapshot) bool {
	return slices.ContainsFunc(s.List(extensionKind, ""), func(o *checks.Object) bool {
		return slices.ContainsFunc(o.Get("status", "handlers").Items(), func(h checks.Value) bool {
			hook := h.Get("requestHook", "hook").Text()
			return strings.HasPrefix(hook, "CanUpdateMachine") || hook == "UpdateMachine"
		})
	})
}

// join matches the entries of both sides by name. Of entries that share a name
// the first one counts; a rule refuses the others.
func (c *Change) join() {
	pools := map[entryKey]*Pool{}
	for _, e := range c.New.entries {
		if pools[e.key()] == nil {
			pools[e.key()] = c.addPool(e)
			pools[e.key()].New = e
		}
	}
	if c.Old != nil {
		for _, e := range c.Old.entries {
			p := pools[e.key()]
			if p == nil {
				p = c.addPool(e)
				pools[e.key()] = p
			}
			if p.Old == nil {
				p.Old = e
			}
		}
	}
	slices.SortStableFunc(c.Pools, func(a, b *Pool) int { return cmp.Compare(a.Lane, b.Lane) })
	for i, p := range c.Pools {
		p.order = i + 1
		c.complete(p)
	}
}

func (c *Change) addPool(e *Entry) *Pool {
	p := &Pool{Lane: e.lane, Name: e.name}
	c.Pools = append(c.Pools, p)
	return p
}

// complete adds the pins that count and the object made of the entry.
func (c *Change) complete(p *Pool) {
	if c.Profile != Released {
		if p.Old != nil {
			p.oldPin = p.Old.pin.Version
		}
		if p.New != nil {
			p.pin = p.New.pin.Version
		}
	}
	if p.Old != nil {
		p.worker = c.inventory.workers[poolKey{clusterKey{c.New.Namespace, c.New.Name}, p.Lane, p.Name}]
	}
}
