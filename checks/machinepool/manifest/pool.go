package manifest

import (
	"fmt"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// pool is a machine pool wherever it is declared: a MachinePool, an entry of a
// Cluster topology, or a class of a ClusterClass.
type pool struct {
	object *checks.Object
	// subject names the part of the object, "" for a MachinePool.
	subject string
	order   int
	place   place
	// entry is the declaration, where a finding about something inherited points.
	entry checks.Value
	// annotations and labels that reach the pool, the nearest declaration first.
	annotations, labels []checks.Value
	replicas            checks.Value
	failureDomains      checks.Value
	taints              checks.Value
	// template is spec.template.spec of a MachinePool.
	template checks.Value
	// infraKind is the kind of the infrastructure, "" when it is not known.
	infraKind string
}

// place says where a pool is declared.
type place int

const (
	inMachinePool place = iota
	inTopology
	inClass
)

func machinePool(o *checks.Object) *pool {
	template := o.Get("spec", "template")
	return &pool{
		object: o, place: inMachinePool, entry: o.Value,
		annotations:    []checks.Value{o.Get("metadata", "annotations")},
		labels:         []checks.Value{template.Get("metadata", "labels")},
		replicas:       o.Get("spec", "replicas"),
		failureDomains: o.Get("spec", "failureDomains"),
		taints:         template.Get("spec", "taints"),
		template:       template.Get("spec"),
		infraKind:      template.Get("spec", "infrastructureRef", "kind").Text(),
	}
}

// topologyPools reads the machine pools of a Cluster topology. Metadata of the
// class reaches the pool too, below that of the entry.
func topologyPools(cluster *checks.Object, in *Input) []*pool {
	workers := cluster.Get("spec", "topology", "workers")
	offset := len(workers.Get("machineDeployments").Items())
	classes := map[string]*pool{}
	if class := classOf(cluster, in); class != nil {
		for _, p := range classPools(class) {
			classes[p.subject] = p
		}
	}
	var out []*pool
	for i, entry := range workers.Get("machinePools").Items() {
		p := &pool{
			object: cluster, place: inTopology, order: offset + i, entry: entry,
			subject:        "MachinePool/" + entry.Get("name").Text(),
			annotations:    []checks.Value{entry.Get("metadata", "annotations")},
			labels:         []checks.Value{entry.Get("metadata", "labels")},
			replicas:       entry.Get("replicas"),
			failureDomains: entry.Get("failureDomains"),
			taints:         entry.Get("taints"),
		}
		if class := classes[classSubject(entry)]; class != nil {
			p.annotations = append(p.annotations, class.annotations...)
			p.infraKind = class.infraKind
		}
		out = append(out, p)
	}
	return out
}

// classOf finds the ClusterClass of a Cluster in either side of the input.
func classOf(cluster *checks.Object, in *Input) *checks.Object {
	topology := cluster.Get("spec", "topology")
	name, namespace := topology.Get("classRef", "name").Text(), topology.Get("classRef", "namespace").Text()
	if cluster.Version() == "v1beta1" {
		name, namespace = topology.Get("class").Text(), topology.Get("classNamespace").Text()
	}
	if namespace == "" {
		namespace = cluster.Namespace
	}
	for _, side := range []*checks.Snapshot{in.New, in.Base} {
		if side == nil {
			continue
		}
		if o, ok := side.Get(checks.GroupKind{Group: coreGroup, Kind: "ClusterClass"}, namespace, name); ok && len(o.Duplicates) == 0 {
			return o
		}
	}
	return nil
}

func classPools(class *checks.Object) []*pool {
	workers := class.Get("spec", "workers")
	offset := len(workers.Get("machineDeployments").Items())
	var out []*pool
	for i, entry := range workers.Get("machinePools").Items() {
		metadata, ref := entry.Get("metadata"), entry.Get("infrastructure", "templateRef")
		if class.Version() == "v1beta1" {
			metadata, ref = entry.Get("template", "metadata"), entry.Get("template", "infrastructure", "ref")
		}
		out = append(out, &pool{
			object: class, place: inClass, order: offset + i, subject: classSubject(entry), entry: entry,
			annotations:    []checks.Value{metadata.Get("annotations")},
			labels:         []checks.Value{metadata.Get("labels")},
			failureDomains: entry.Get("failureDomains"),
			taints:         entry.Get("taints"),
			infraKind:      ref.Get("kind").Text(),
		})
	}
	return out
}

func classSubject(entry checks.Value) string { return "MachinePoolClass/" + entry.Get("class").Text() }

// annotation looks a key up, the nearest declaration first.
func (p *pool) annotation(key string) checks.Value {
	for _, a := range p.annotations {
		if v := a.Get(key); v.Present() {
			return v
		}
	}
	return checks.Value{}
}

// own is an annotation that stands in the pool's own declaration.
func (p *pool) own(key string) checks.Value { return p.annotations[0].Get(key) }

// at is where to point for an annotation: at the annotation, or at the pool's
// declaration when the class brings the annotation from another object.
func (p *pool) at(key string) checks.Value {
	if v := p.own(key); v.Present() {
		return v
	}
	return p.entry
}

// foreign reports whether another provider than Terraform is known to run the
// pool, so that this provider's promises do not hold.
func (p *pool) foreign() bool {
	return p.infraKind != "" && p.infraKind != terraformPool && p.infraKind != terraformTemplate
}

// finding speaks about a value inside the pool's object.
func (p *pool) finding(at checks.Value, format string, args ...any) checks.Finding {
	return checks.Finding{
		Message: fmt.Sprintf(format, args...),
		Object:  p.object.Ref(), Subject: p.subject, Order: p.order,
		Field: at.Path(), Position: p.object.At(at),
	}
}
