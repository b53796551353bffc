package nodepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// Workload is the MachineDeployment (Replace) or MachineSet (InPlace) of a
// pool, or a MachineSet revision below the MachineDeployment. Both API
// versions of Cluster API are read; one dump can hold both.
type Workload struct {
	Object *checks.Object
	// Reference is the bootstrap.dataSecretName as written, "" when absent.
	Reference string
	// Hash is D as the operator reads it from Reference.
	Hash string
	// Version is DV, "" when absent.
	Version string
	// Target is WT, "" when absent.
	Target string
	// Template names the machine template, Infra its kind.
	Template, Infra string
	Counters        Counters
	// OnDelete tells that machines are replaced only when people delete them.
	OnDelete bool
}

// Counters are replica counts; nil means not reported.
type Counters struct {
	Desired, Total, Updated, Available *int
	// NativeUpdated and NativeAvailable are the second pair of counters that
	// v1beta1 objects carry below status.v1beta2; HasNative tells that the
	// block is there.
	NativeUpdated, NativeAvailable *int
	HasNative                      bool
	// Generation and Observed compare spec with status; 0 when absent.
	Generation, Observed int
}

func newWorkload(o *checks.Object) *Workload {
	spec := o.Get("spec", "template", "spec")
	w := &Workload{
		Object:    o,
		Reference: spec.Get("bootstrap", "dataSecretName").Text(),
		Version:   spec.Get("version").Text(),
		Template:  spec.Get("infrastructureRef", "name").Text(),
		Infra:     spec.Get("infrastructureRef", "kind").Text(),
		Counters:  readCounters(o),
	}
	w.Hash = ReferenceHash(w.Reference)
	w.Target, _ = o.Annotation(AnnotationTarget)
	w.OnDelete = o.Get("spec", "strategy", "type").Text() == "OnDelete" ||
		o.Get("spec", "rollout", "strategy", "type").Text() == "OnDelete"
	return w
}

// readCounters reads either API shape. In v1beta1 an absent count is zero as
// soon as there is a status; in v1beta2 it is not reported.
func readCounters(o *checks.Object) Counters {
	status := o.Get("status")
	c := Counters{Desired: integer(o.Get("spec", "replicas"))}
	c.Generation, _ = o.Get("metadata", "generation").Int()
	c.Observed, _ = status.Get("observedGeneration").Int()
	if o.Version() == "v1beta2" {
		c.Total, c.Available = integer(status.Get("replicas")), integer(status.Get("availableReplicas"))
		c.Updated = integer(status.Get("upToDateReplicas"))
		return c
	}
	if !status.Exists() {
		return c
	}
	c.Total, c.Available = legacyCount(status.Get("replicas")), legacyCount(status.Get("availableReplicas"))
	c.Updated = legacyCount(status.Get("updatedReplicas"))
	if native := status.Get("v1beta2"); native.Exists() {
		c.HasNative = true
		c.NativeUpdated = integer(native.Get("upToDateReplicas"))
		c.NativeAvailable = integer(native.Get("availableReplicas"))
	}
	return c
}

func integer(v checks.Value) *int {
	n, ok := v.Int()
	if !ok {
		return nil
	}
	return &n
}

func legacyCount(v checks.Value) *int {
	n, _ := v.Int()
	return &n
}

// isRevision reports whether a MachineSet belongs to a MachineDeployment.
func isRevision(o *checks.Object) bool {
	_, ok := owner(o, "MachineDeployment")
	return ok
}
