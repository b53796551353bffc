package topology

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

func versionSyntax() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: versionSyntaxID, Severity: checks.Error,
			Title:  "The topology version is no version",
			Why:    "The webhook wants \"v\" and a complete semantic version: three numbers without leading zeros. Unquoted, 1.30 is the number 1.3.",
			Fix:    "Write a complete version such as v1.32.1.",
			Source: "pinning facts 2.1, 4.1",
			Fails:  creation(cluster("v1.32", "md-0")),
			Passes: creation(cluster("v1.32.1", "md-0")),
		},
		Check: func(c *Change, out *checks.Sink) {
			w := c.New.version
			if w.problem == "" {
				return
			}
			f := c.find(w.Value, "spec.topology.version %s is no version: %s", quoted(w.Value), w.problem)
			if !w.Present() {
				f = c.find(w.Value, "spec.topology.version is missing")
				f.Position = c.New.At(c.New.topology)
			}
			out.Report(fix(f, "write a complete version in quotes or with its \"v\", for example v1.32.1"))
		},
	}
}

// quoted shows a scalar in a sentence; anything else has no short form.
func quoted(v checks.Value) string {
	if !v.IsScalar() {
		return "(no scalar)"
	}
	return "\"" + v.Text() + "\""
}

func versionPrefixDefaulted() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "topology/version-prefix-defaulted", Severity: checks.Warning,
			Title:  "The topology version lacks its v",
			Why:    "The mutating webhook stores the version with a \"v\" in front, so the manifest differs from the cluster for ever; versions of a class are compared after that.",
			Fix:    "Write the version with its \"v\".",
			Source: "pinning facts 2.1",
			Fails:  creation(cluster("1.32.1", "md-0")),
			Passes: creation(cluster("v1.32.1", "md-0")),
		},
		Check: func(c *Change, out *checks.Sink) {
			w := c.New.version
			if !w.defaulted {
				return
			}
			text := "v" + w.Text()
			f := c.find(w.Value, "spec.topology.version %s has no \"v\": the webhook stores %q, and the manifest stays different from it", quoted(w.Value), text)
			f = fix(f, "write %s", text)
			if w.valid() {
				f = rewrite(f, w.Value, text)
			}
			out.Report(f)
		},
	}
}
