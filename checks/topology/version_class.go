package topology

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

func versionNotInClass() Rule {
	v1, v2 := "v1.31.4", "v1.32.1"
	return Rule{
		Meta: checks.Meta{
			ID: notInClassID, Severity: checks.Error,
			Title:  "The class does not list the topology version",
			Why:    "When a ClusterClass lists kubernetesVersions, the version must be one of them, letter by letter, at every write: a Cluster whose version left the list cannot be edited any more.",
			Fix:    "Take a version from the list, or add this one to the ClusterClass first.",
			Source: "pinning facts 2.1",
			Fails:  update(cluster("v1.32.2", "md-0"), cluster(v1, "md-0").persisted(), classYAML(sampleClass, v1, v2)),
			Passes: update(cluster(v2, "md-0"), cluster(v1, "md-0").persisted(), classYAML(sampleClass, v1, v2)),
		},
		Check: func(c *Change, out *checks.Sink) {
			c.skipClass(out)
			w := c.New.version
			if c.class == nil || !w.valid() || c.class.lists(w.Version.String()) {
				return
			}
			f := c.find(w.Value, "%s is not among the kubernetesVersions of ClusterClass %s (%s)", w.Version, c.class.Name, names(c.class.versions))
			if c.bystander {
				f = c.atClass(f)
			}
			out.Report(fix(f, "take a version that the class lists, or add %s to the class first", w.Version))
		},
	}
}

// atClass moves a finding to the list of the class, for clusters of which the
// input holds nothing but the class.
func (c *Change) atClass(f checks.Finding) checks.Finding {
	f.Related = append(f.Related, checks.Related{Position: f.Position, Message: "the version that the Cluster asks for"})
	f.Position, f.Field = c.class.At(c.class.list), c.class.list.Path()
	return f
}

// classMissing reports whether it is certain that the class does not exist.
func (c *Change) classMissing() bool {
	return c.class == nil && c.inventory.base != nil && c.inventory.base.Complete(classKind, c.New.class.namespace)
}

func classMissing() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "topology/class-missing", Severity: checks.Error,
			Title:  "The ClusterClass does not exist",
			Why:    "An update of a Cluster whose ClusterClass cannot be found is refused; a new Cluster is accepted with a warning and waits. It takes a live cluster, or a list of all classes, to tell: files need not hold the class.",
			Fix:    "Apply the ClusterClass first, or correct its name and namespace.",
			Source: "pinning facts 2.1",
			Fails:  update(cluster("v1.32.1", "md-0"), cluster("v1.31.4", "md-0").persisted(), classList("another")),
			Passes: update(cluster("v1.32.1", "md-0"), cluster("v1.31.4", "md-0").persisted(), classList(sampleClass)),
		},
		Check: func(c *Change, out *checks.Sink) {
			if c.New.class.name == "" {
				f := c.find(c.New.class.at, "spec.topology names no ClusterClass")
				f.Position = c.New.At(c.New.topology)
				out.Report(fix(f, "name the class in classRef.name"))
				return
			}
			if !c.classMissing() {
				return
			}
			f := c.find(c.New.class.at, "ClusterClass %s does not exist: the update is refused", c.New.class)
			if c.Kind == Create {
				f = c.find(c.New.class.at, "ClusterClass %s does not exist: the Cluster is accepted with a warning and waits for it", c.New.class)
				f.Severity = checks.Warning
			}
			out.Report(fix(f, "apply the ClusterClass first, or correct its name and namespace"))
		},
	}
}
