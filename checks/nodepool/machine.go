package nodepool

import (
	"slices"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// Machine is a Machine of a pool.
type Machine struct {
	Object *checks.Object
	// Reference is bootstrap.dataSecretName, "" when absent.
	Reference string
	// Node is the node that joined, "" when none has.
	Node string
	// Deleting tells that the machine has a deletion timestamp.
	Deleting bool
}

func newMachine(o *checks.Object) *Machine {
	return &Machine{
		Object:    o,
		Reference: o.Get("spec", "bootstrap", "dataSecretName").Text(),
		Node:      o.Get("status", "nodeRef", "name").Text(),
		Deleting:  o.Get("metadata", "deletionTimestamp").Exists(),
	}
}

// owner finds the name of an owner of the kind.
func owner(o *checks.Object, kind string) (name string, ok bool) {
	for _, ref := range o.Get("metadata", "ownerReferences").Items() {
		if ref.Get("kind").Text() == kind {
			return ref.Get("name").Text(), true
		}
	}
	return "", false
}

// Drain finds the condition that says that the machine waits for a drain, in
// either API shape: DrainingSucceeded False of v1beta1, also below
// status.deprecated, or Deleting True with reason DrainingNode of v1beta2.
func (m *Machine) Drain() (Condition, bool) {
	if !m.Deleting {
		return Condition{}, false
	}
	for _, path := range [][]string{{"conditions"}, {"v1beta2", "conditions"}, {"deprecated", "v1beta1", "conditions"}} {
		list := readConditions(m.Object.Get("status").Get(path...))
		if i := slices.IndexFunc(list, draining); i >= 0 {
			return list[i], true
		}
	}
	return Condition{}, false
}

func draining(c Condition) bool {
	return (c.Type == "Deleting" && c.True() && c.Reason == "DrainingNode") ||
		(c.Type == "DrainingSucceeded" && c.False())
}
