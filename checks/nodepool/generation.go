package nodepool

import "slices"

// Generation is a generation of the operator, as far as rollouts differ.
type Generation string

// The generations: A rolls on any change of the full hash, B was the first
// with two hashes, C also records the target on the workload.
const (
	GenerationA           Generation = "A"
	GenerationB           Generation = "B"
	GenerationC           Generation = "C"
	GenerationBC          Generation = "B/C"
	GenerationUnknown     Generation = "unknown"
	GenerationUnsupported Generation = "Unsupported"
)

// Operator is the generation that a pool's objects show.
type Operator struct {
	Value Generation `json:"value"`
	Basis string     `json:"basis"`
}

// possible lists the single generations that the value stands for.
func (o Operator) possible() []Generation {
	switch o.Value {
	case GenerationA, GenerationB, GenerationC:
		return []Generation{o.Value}
	case GenerationBC:
		return []Generation{GenerationB, GenerationC}
	case GenerationUnsupported:
		return nil
	}
	return []Generation{GenerationA, GenerationB, GenerationC}
}

// DualHash reports whether only generations with two hashes are possible.
func (o Operator) DualHash() bool {
	p := o.possible()
	return len(p) > 0 && !slices.Contains(p, GenerationA)
}

// judgeOperator finds the generation, strongest evidence first.
func judgeOperator(p *Pool) Operator {
	if name, ok := payloadObject(p); ok {
		return Operator{GenerationUnsupported, "IgnitionPayload " + name + " belongs to a later architecture"}
	}
	if g := p.Params.Generation; g != "" {
		return Operator{g, "given with --operator-generation"}
	}
	if p.Object.Rendered() {
		return Operator{GenerationUnknown, "a manifest without status shows nothing of the operator"}
	}
	if pendingIsStale(p) {
		return Operator{GenerationA, "ConfigUpdatePending was left behind at an older generation than UpdatingConfig: the operator no longer writes it"}
	}
	if p.Workload != nil && p.Workload.Target != "" {
		return Operator{GenerationC, p.WorkloadName() + " records its rollout target"}
	}
	return judgeByPool(p)
}

func judgeByPool(p *Pool) Operator {
	for _, key := range []string{AnnotationBaseline, AnnotationInProgress} {
		if v, _ := p.Object.Annotation(key); v != "" {
			return Operator{GenerationBC, "annotation " + key + " is there, and no target is seen on the workload"}
		}
	}
	if _, ok := p.Conditions.Get(ConfigUpdatePending); ok {
		return Operator{GenerationBC, "condition ConfigUpdatePending is there, and no target is seen on the workload"}
	}
	if _, current := p.Current(UpdatingConfig); current && p.reconciled() {
		return Operator{GenerationA, "a reconciled pool without rollout baseline and without condition ConfigUpdatePending"}
	}
	return Operator{GenerationUnknown, "no annotation, condition or workload shows what the operator does"}
}

// reconciled reports whether the operator has worked on the pool: it recorded
// a completion or made a workload.
func (p *Pool) reconciled() bool {
	completed, _ := p.Object.Annotation(AnnotationCompleted)
	return p.Workload != nil || (completed != "" && p.Object.Get("status", "version").Text() != "")
}

// pendingIsStale recognises a downgrade: a dual-hash operator writes both
// conditions in the same pass.
func pendingIsStale(p *Pool) bool {
	pending, ok := p.Conditions.Get(ConfigUpdatePending)
	updating, both := p.Conditions.Get(UpdatingConfig)
	return ok && both && pending.ObservedGeneration < updating.ObservedGeneration
}

// payloadObject finds an object of the architecture that has no token secrets
// for Replace pools any more.
func payloadObject(p *Pool) (string, bool) {
	for _, gk := range p.Snapshot.Kinds() {
		if gk.Kind != payloadKind {
			continue
		}
		if list := p.Snapshot.List(gk, p.ControlPlaneNamespace); len(list) > 0 {
			return list[0].Namespace + "/" + list[0].Name, true
		}
	}
	return "", false
}
