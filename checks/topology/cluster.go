package topology

import (
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// Cluster is one side of a change: a Cluster object of either API version.
// Source: pinning facts 1.1.
type Cluster struct {
	*checks.Object
	topology checks.Value
	version  written
	class    className
	entries  []*Entry
	// inherited are controller-owned annotations that the manifest lacks.
	inherited map[string]string
}

// className is a ClusterClass reference.
type className struct {
	namespace, name string
	at              checks.Value
}

func (n className) String() string { return n.namespace + "/" + n.name }

func (n className) same(o className) bool { return n.namespace == o.namespace && n.name == o.name }

// newCluster reads a Cluster.
func newCluster(o *checks.Object) *Cluster {
	t := o.Get("spec", "topology")
	c := &Cluster{Object: o, topology: t, version: readTopologyVersion(t.Get("version")), class: readClass(o, t)}
	workers := t.Get("workers")
	for _, lane := range lanes {
		for i, item := range workers.Get(lane.list).Items() {
			c.entries = append(c.entries, newEntry(lane.Lane, i, item))
		}
	}
	keepBack(c.entries)
	return c
}

// managed reports whether the Cluster has a topology at all.
func (c *Cluster) managed() bool { return c.topology.Exists() }

func readClass(o *checks.Object, t checks.Value) className {
	n := className{namespace: t.Get("classRef", "namespace").Text(), at: t.Get("classRef", "name")}
	if !t.Get("classRef").Present() {
		n.namespace, n.at = t.Get("classNamespace").Text(), t.Get("class")
	}
	if n.name = n.at.Text(); n.namespace == "" {
		n.namespace = o.Namespace
	}
	return n
}

// annotation returns the text of an annotation and whether it is there, be it
// written in the manifest or inherited.
func (c *Cluster) annotation(key string) (string, bool) {
	if text, ok := c.Annotation(key); ok {
		return text, true
	}
	text, ok := c.inherited[key]
	return text, ok
}

// inherit takes over the annotations that controllers own: applying a manifest
// without them does not remove them.
func (c *Cluster) inherit(old *Cluster) {
	c.inherited = map[string]string{}
	for key, v := range old.Get("metadata", "annotations").Fields() {
		if strings.HasPrefix(key, internalPrefix) || key == hooksAnnotation {
			c.inherited[key] = v.Text()
		}
	}
}

// pendingHook reports whether a lifecycle hook has not completed.
func (c *Cluster) pendingHook(name string) bool {
	list, _ := c.annotation(hooksAnnotation)
	for hook := range strings.SplitSeq(list, ",") {
		if strings.TrimSpace(hook) == name {
			return true
		}
	}
	return false
}

// paused reports whether nothing is reconciled.
func (c *Cluster) paused() bool {
	on, _ := c.Get("spec", "paused").Bool()
	_, annotated := c.annotation(pausedAnnotation)
	return on || annotated
}

// Strings lists the values that rules read as strings and that no rule of its own
// judges.
func (c *Cluster) Strings() []checks.Value {
	out := []checks.Value{c.class.at, c.topology.Get("classRef", "namespace"), c.topology.Get("classNamespace")}
	for _, key := range readAnnotations {
		out = append(out, c.Get("metadata", "annotations", key))
	}
	for _, e := range c.entries {
		out = append(out, e.Get("name"), e.Get("class"))
		for _, key := range []string{deferAnnotation, holdAnnotation, skipPreflight} {
			out = append(out, e.annotation(key))
		}
	}
	return out
}
