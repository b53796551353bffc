package topology

import (
	"fmt"
	"strconv"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

const unmanaged = `apiVersion: cluster.x-k8s.io/v1beta2
kind: Cluster
metadata:
  name: prod
  namespace: default
  resourceVersion: "4711"
spec:
  paused: false
`

func topologyAdded() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "topology/added-to-existing", Severity: checks.Error,
			Title:  "A topology is added to an existing Cluster",
			Why:    "The webhook refuses it. With the annotation " + skipClassAnnotation + " it accepts, and then checks no version of the update at all.",
			Fix:    "Create the Cluster with its topology, or adopt it on purpose with the annotation and check the versions by hand.",
			Source: "webhook of Cluster API main, pinning facts 1.2",
			Fails:  update(cluster("v1.32.1", "md-0"), unmanaged),
			Passes: update(cluster("v1.32.1", "md-0"), cluster("v1.31.4", "md-0").persisted()),
		},
		Check: func(c *Change, out *checks.Sink) {
			if !c.adopted {
				return
			}
			f := c.find(c.New.topology, "a topology cannot be added to an existing Cluster")
			if _, ok := c.New.annotation(skipClassAnnotation); ok {
				f = c.find(c.New.topology, "the annotation %s lets the topology be added to an existing Cluster, and then no version of the update is checked", skipClassAnnotation)
				f.Severity = checks.Warning
				out.Skip(c.lacks(noStability, "compare the versions of the running objects with the topology by hand",
					"the Cluster had no topology, so there is nothing to compare the new one with"))
			}
			out.Report(f)
		},
	}
}

func topologyRemoved() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "topology/removed-from-existing", Severity: checks.Error,
			Title:  "The topology is removed from a Cluster",
			Why:    "The webhook refuses to turn a managed Cluster into an unmanaged one.",
			Fix:    "Keep spec.topology.",
			Source: "webhook of Cluster API main",
			Fails:  example(sampleArgs, []string{unmanaged}, cluster("v1.31.4", "md-0").persisted()),
			Passes: update(cluster("v1.31.4", "md-0"), cluster("v1.31.4", "md-0").persisted()),
		},
		Check: func(c *Change, out *checks.Sink) {
			if c.dropped {
				out.Report(fix(c.find(c.New.Get("spec"), "spec.topology cannot be removed from an existing Cluster"), "keep spec.topology"))
			}
		},
	}
}

func definedTwice() Rule {
	twice := []string{cluster("v1.32.1", "md-0").manifest(), cluster("v1.33.0", "md-0").manifest()}
	return Rule{
		Meta: checks.Meta{
			ID: "topology/defined-twice", Severity: checks.Error,
			Title:  "The input holds a Cluster twice",
			Why:    "Two manifests of one name with other content are both applied, the later one wins, and which one that is depends on the tool. Only the first one is evaluated.",
			Fix:    "Leave one of them out.",
			Source: "our own: no answer about one of two manifests holds for both",
			Fails:  example(createArgs, twice),
			Passes: example(createArgs, twice[:1]),
		},
		Check: func(c *Change, out *checks.Sink) {
			for _, other := range c.copies {
				f := c.find(c.New.Get("metadata", "name"), "Cluster %s/%s stands in the input again with other content; only the first one is evaluated", c.New.Namespace, c.New.Name)
				f.Related = []checks.Related{{Position: other.At(other.Value), Message: "the other one"}}
				out.Report(fix(f, "leave one of them out"))
			}
		},
	}
}

func gateOff() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "topology/gate-off", Severity: checks.Error,
			Title:  "Managed topologies are switched off",
			Why:    "With the feature gate ClusterTopology off, which is its default, the webhook refuses every Cluster with a topology.",
			Fix:    "Switch the gate on in the controllers, or do not use spec.topology.",
			Source: "pinning facts 2.1",
			Fails:  example(createArgs+" --feature-gates ClusterTopology=false", []string{cluster("v1.32.1").manifest()}),
			Passes: example(createArgs+" --feature-gates ClusterTopology=true", []string{cluster("v1.32.1").manifest()}),
		},
		Check: func(c *Change, out *checks.Sink) {
			if c.Gates.off(TopologyGate) {
				out.Report(fix(c.find(c.New.topology, "spec.topology is refused while the feature gate %s is off", TopologyGate), "switch the gate on in the controllers"))
			}
		},
	}
}

func concurrencyInvalid() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "topology/upgrade-concurrency-invalid", Severity: checks.Error,
			Title:  "upgrade-concurrency is no positive number",
			Why:    "The webhook refuses a value of " + concurrencyAnnotation + " that is no whole number of at least 1.",
			Fix:    "Give a whole number of at least 1 in quotes, or remove the annotation.",
			Source: "pinning facts 1.2, 2.1",
			Fails:  creation(cluster("v1.32.1", "md-0").annotated(concurrencyAnnotation + `: "0"`)),
			Passes: creation(cluster("v1.32.1", "md-0").annotated(concurrencyAnnotation + `: "2"`)),
		},
		Check: func(c *Change, out *checks.Sink) {
			v := c.New.Get("metadata", "annotations", concurrencyAnnotation)
			if !v.Present() || v.Ambiguous() {
				return
			}
			if n, err := strconv.Atoi(v.Text()); err == nil && n >= 1 {
				return
			}
			f := c.find(v, "the annotation %s must be a whole number of at least 1, not %s", concurrencyAnnotation, quoted(v))
			out.Report(fix(f, "give a number such as \"1\", or remove the annotation"))
		},
	}
}

func poolNameInvalid() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "topology/pool-name-invalid", Severity: checks.Error,
			Title:  "A pool has no name of its own",
			Why:    "Entries are matched by name within their list. The API server refuses an entry without a name and a second one of the same name.",
			Fix:    "Give every entry of a list a name of its own.",
			Source: "pinning facts 1.1",
			Fails:  creation(cluster("v1.32.1", "md-0", "md-0")),
			Passes: creation(cluster("v1.32.1", "md-0", "md-1")),
		},
		Check: func(c *Change, out *checks.Sink) {
			seen := map[entryKey]*Entry{}
			for i, e := range c.New.entries {
				first := seen[e.key()]
				if e.name != "" && first == nil {
					seen[e.key()] = e
					continue
				}
				out.Report(c.misnamed(e, first, i))
			}
		},
	}
}

func (c *Change) misnamed(e, first *Entry, order int) checks.Finding {
	v := e.Get("name")
	f := c.find(v, "an entry of %ss has no name", e.lane)
	f.Subject, f.Order = fmt.Sprintf("%s[%d]", e.lane, e.index), order
	if !v.Present() {
		f.Position = c.New.At(e.Value)
	}
	if first != nil {
		f.Message = fmt.Sprintf("%s/%s stands twice in its list, first at line %d", e.lane, e.name, first.Line())
		f.Related = []checks.Related{{Position: c.New.At(first.Get("name")), Message: "the first one"}}
	}
	return fix(f, "give every entry a name of its own")
}
