package topology

import (
	"slices"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/topology/plan"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/version"
)

// Class is what a ClusterClass says about versions and bootstrap.
type Class struct {
	*checks.Object
	list     checks.Value
	versions []string
	// extension is true when a runtime extension decides the upgrade plan.
	extension bool
	workers   map[entryKey]checks.Value
}

func newClass(o *checks.Object) *Class {
	c := &Class{Object: o, list: o.Get("spec", "kubernetesVersions"), workers: map[entryKey]checks.Value{}}
	for _, v := range c.list.Items() {
		c.versions = append(c.versions, v.Text())
	}
	c.extension = o.Get("spec", "upgrade", "external", "generateUpgradePlanExtension").Text() != ""
	for _, lane := range lanes {
		for _, v := range o.Get("spec", "workers", lane.list).Items() {
			c.workers[entryKey{lane.Lane, v.Get("class").Text()}] = v
		}
	}
	return c
}

// lists reports whether the class allows the text; a class without versions
// allows all. The comparison is one of strings.
func (c *Class) lists(text string) bool {
	return len(c.versions) == 0 || slices.Contains(c.versions, text)
}

// parsed are the listed versions, in the order of the list.
func (c *Class) parsed() []version.Version {
	var out []version.Version
	for _, text := range c.versions {
		if v, err := version.ParseTolerant(text); err == nil {
			out = append(out, v)
		}
	}
	return out
}

// bootstrapKind is the kind of the bootstrap template of a worker class, empty
// when the class does not have it.
func (c *Class) bootstrapKind(lane plan.Lane, class string) string {
	worker := c.workers[entryKey{lane, class}]
	if ref := worker.Get("bootstrap", "templateRef"); ref.Present() {
		return ref.Get("kind").Text()
	}
	return worker.Get("template", "bootstrap", "ref", "kind").Text()
}

// annotation of the objects that a worker class makes.
func (c *Class) annotation(lane plan.Lane, class, key string) string {
	worker := c.workers[entryKey{lane, class}]
	if v := worker.Get("metadata", "annotations", key); v.Present() {
		return v.Text()
	}
	return worker.Get("template", "metadata", "annotations", key).Text()
}
