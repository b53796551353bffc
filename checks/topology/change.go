package topology

import (
	"slices"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/topology/plan"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/version"
)

// Kind tells what a change does to its Cluster.
type Kind string

// The kinds of change.
const (
	Create    Kind = "create"
	Update    Kind = "update"
	Unchanged Kind = "unchanged"
)

// Change is one Cluster as it is and as it shall be, with what is observed of
// it. It is immutable once made.
type Change struct {
	Settings
	Kind Kind
	// New is never nil. Old is nil when there is no topology to compare with: on
	// create, and when a Cluster only now becomes managed.
	New, Old *Cluster
	// Pools are the entries of both sides: MachineDeployments, then MachinePools,
	// in the order of the new lists, the removed ones of each last.
	Pools []*Pool

	// adopted is true when a Cluster without topology gets one, dropped when it
	// loses it.
	adopted, dropped bool
	// bystander is true for a Cluster that the input does not change itself: only
	// its class does.
	bystander bool
	// git is true when the base is a manifest that no API server has seen.
	git, live bool

	controlPlane ControlPlane
	class        *Class // of the new side, nil when not known
	oldClass     *Class // the class as the base has it
	classChanges bool   // the input holds the class as well
	crd          *checks.Object
	copies       []*checks.Object // other objects of the input with the same name
	inPlace      bool             // an extension that updates Machines in place is registered
	inventory    *inventory

	stability stability
	refused   []refusal
	planInput plan.Input
	plan      plan.Plan
	// planErr wraps plan.ErrUnplannable; plannable is false when the versions do
	// not allow to ask.
	planErr   error
	plannable bool
}

// Pool is one entry of the topology on both sides, with the object made of it.
type Pool struct {
	Lane     plan.Lane
	Name     string
	Old, New *Entry // nil where the side does not have it
	// oldPin and pin are the pins that count: none under a profile without pins,
	// and none that is no version.
	oldPin, pin version.Version
	worker      *Worker // nil when not observed
	order       int
}

// String is the subject of findings, "MachineDeployment/md-0".
func (p *Pool) String() string { return p.Lane.String() + "/" + p.Name }

// kept reports whether both sides have the pool.
func (p *Pool) kept() bool { return p.Old != nil && p.New != nil }

// entry is the new side, or the old one of a removed pool.
func (p *Pool) entry() *Entry {
	if p.New != nil {
		return p.New
	}
	return p.Old
}

// From is the persisted topology version, zero without one.
func (c *Change) From() version.Version {
	if c.Old == nil {
		return version.Version{}
	}
	return c.Old.version.Version
}

// To is the wanted topology version, zero when it is none.
func (c *Change) To() version.Version { return c.New.version.Version }

// bumps reports whether the topology version changes between two that can be
// read; what Cluster API compares is the printed form.
func (c *Change) bumps() bool {
	return !c.From().IsZero() && !c.To().IsZero() && !version.SamePrinted(c.From(), c.To())
}

// creates reports whether nothing is persisted to compare with.
func (c *Change) creates() bool { return c.Old == nil }

// pins reports whether either side has a pin that counts.
func (c *Change) pins() bool {
	return slices.ContainsFunc(c.Pools, func(p *Pool) bool { return !p.pin.IsZero() || !p.oldPin.IsZero() })
}

// pinned reports whether the new side has a pin that counts.
func (c *Change) pinned() bool {
	return slices.ContainsFunc(c.Pools, func(p *Pool) bool { return !p.pin.IsZero() })
}

// repins reports whether any pin is set, changed or removed on an entry that
// stays or comes.
func (c *Change) repins() bool { return slices.ContainsFunc(c.Pools, c.repinned) }

// repinned reports whether the pin of a pool changes. The text decides: two
// spellings of one version make different templates.
func (c *Change) repinned(p *Pool) bool {
	return p.New != nil && p.New.pinReadable() && !version.SameString(p.oldPin, p.pin)
}

// pinReadable is false for a pin that is no version.
func (e *Entry) pinReadable() bool { return !e.pin.set() || e.pin.valid() }

// firstPin reports whether a pool that follows the topology gets a pin.
func (p *Pool) firstPin() bool { return p.kept() && p.oldPin.IsZero() && !p.pin.IsZero() }

// unpinned reports whether a pool loses its pin and stays.
func (p *Pool) unpinned() bool {
	return p.kept() && !p.oldPin.IsZero() && !p.New.pin.set()
}

// moved reports whether an existing pin changes its value.
func (p *Pool) moved() bool {
	return p.kept() && !p.oldPin.IsZero() && !p.pin.IsZero() && !version.SameString(p.oldPin, p.pin)
}

// raised reports whether an existing pin goes up, or to another build.
func (p *Pool) raised() bool {
	order := version.Compare(p.pin, p.oldPin, version.BuildTags)
	return p.moved() && (order == version.Greater || order == version.Unordered)
}

// running is the version that a pool has now. Where the object was not observed
// it is what the persisted topology asks for, and assumed is true. It is zero
// for pools that do not exist yet.
func (c *Change) running(p *Pool) (v version.Version, assumed bool) {
	switch {
	case p.Old == nil || c.Old == nil:
		return version.Version{}, false
	case p.worker != nil && !p.worker.running.IsZero():
		return p.worker.running, false
	case !p.oldPin.IsZero():
		return p.oldPin, true
	}
	return c.From(), true
}

// wanted is the version that the persisted topology asks of a pool.
func (c *Change) wanted(p *Pool) version.Version {
	if !p.oldPin.IsZero() {
		return p.oldPin
	}
	return c.From()
}

// ceilings are the versions that a worker must not exceed: the topology version
// on both sides and what the control plane asks for and runs.
func (c *Change) ceilings() []version.Version {
	var out []version.Version
	for _, v := range []version.Version{c.To(), c.From(), c.controlPlane.spec, c.controlPlane.lowest} {
		if !v.IsZero() {
			out = append(out, v)
		}
	}
	return out
}

// bases are the versions that the control plane has or will have.
func (c *Change) bases() []version.Version {
	var out []version.Version
	for _, v := range []version.Version{c.From(), c.To(), c.controlPlane.spec} {
		if !v.IsZero() {
			out = append(out, v)
		}
	}
	return out
}
