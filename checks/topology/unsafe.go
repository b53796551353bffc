package topology

import (
	"slices"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

func unsafeAnnotation() Rule {
	skip := skipVersionAnnotation + `: ""`
	base := []string{cluster("v1.32.0", "md-0").persisted(), controlPlane("v1.32.0", "v1.31.4")}
	return Rule{
		Meta: checks.Meta{
			ID: "topology/unsafe-annotation-present", Severity: checks.Warning,
			Title: "The update checks of the version are switched off",
			Why: "With this annotation the webhook skips every check of a new topology version, so a change that it would refuse goes through. " +
				"Syntax and membership of the class still apply.",
			Fix:    "Remove the annotation once the broken state that needed it is over.",
			Source: "pinning facts 2.2, 3.4-i",
			Fails:  update(cluster("v1.32.1", "md-0").annotated(skip), base...),
			Passes: update(cluster("v1.32.1", "md-0"), cluster("v1.32.0", "md-0").persisted(), controlPlane("v1.32.0", "v1.32.0")),
		},
		Check: func(c *Change, out *checks.Sink) {
			if !c.bypassed() {
				return
			}
			v := c.New.Get("metadata", "annotations", skipVersionAnnotation)
			f := c.find(v, "the annotation %s switches the update checks of the topology version off", skipVersionAnnotation)
			if ids, reasons := c.bypasses(); len(ids) > 0 {
				f.Message += "; it bypasses " + list(ids) + ": " + enumerate(reasons)
				f.Related = relatedRules(ids)
			}
			if c.pins() {
				f.Message += "; whether it also bypasses the update rules about pins depends on the build, so those stay errors"
			}
			out.Report(fix(f, "remove the annotation when the state that needed it is over"))
		},
	}
}

// bypasses lists the rules that the annotation silences, and their reasons.
func (c *Change) bypasses() (ids, reasons []string) {
	for _, r := range c.refused {
		if !slices.Contains(ids, r.rule) {
			ids = append(ids, r.rule)
		}
		reasons = append(reasons, r.text)
	}
	return ids, reasons
}

func relatedRules(ids []string) []checks.Related {
	var out []checks.Related
	for _, id := range ids {
		out = append(out, checks.Related{Rule: id, Message: "bypassed"})
	}
	return out
}
