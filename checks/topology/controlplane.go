package topology

import (
	"fmt"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/version"
)

// ControlPlane is the observed control plane object of any provider that follows
// the contract. The zero value stands for "not known".
type ControlPlane struct {
	*checks.Object
	// spec is the version asked for; lowest is the lowest that a member runs,
	// zero when none is reported.
	spec, lowest version.Version
	// members are the versions that members run.
	members []version.Version
	// reports is false for a manifest that no controller has seen: it has no
	// status to conclude anything from.
	reports bool
}

// newControlPlane reads the versions. Source: pinning facts 1.3.
func newControlPlane(o *checks.Object) ControlPlane {
	c := ControlPlane{Object: o, reports: !o.Rendered()}
	spec := o.Get("spec", "version")
	if !spec.Exists() {
		spec = o.Get("spec", "agentConfig", "version") // before RKE2 had the contract field
	}
	c.spec = observed(spec)
	for _, v := range o.Get("status", "versions").Items() {
		c.add(v.Get("version"))
	}
	if len(c.members) == 0 {
		c.add(o.Get("status", "version"))
	}
	c.lowest = version.Lowest(c.members...)
	return c
}

func (c *ControlPlane) add(v checks.Value) {
	if member := observed(v); !member.IsZero() {
		c.members = append(c.members, member)
	}
}

// known reports whether the object and its version were found.
func (c ControlPlane) known() bool { return c.Object != nil && !c.spec.IsZero() }

// name for sentences.
func (c ControlPlane) name() string { return c.Kind + "/" + c.Name }

// unsettled says why the control plane does not run the wanted version, all of
// it; empty when it does. Source: pinning facts 1.4, item 3.
func (c ControlPlane) unsettled(want version.Version) string {
	switch {
	case !version.SamePrinted(c.spec, want):
		return fmt.Sprintf("the topology version %s has not reached %s yet, which is at %s", want, c.name(), c.spec)
	case len(c.members) == 0 && c.reports:
		return fmt.Sprintf("%s is still provisioning: it reports no version", c.name())
	}
	for _, m := range c.members {
		if order := version.Compare(c.spec, m, version.BuildTags); order == version.Greater || order == version.Unordered {
			return fmt.Sprintf("%s is still upgrading to %s: a member runs %s", c.name(), c.spec, m)
		}
	}
	return ""
}

// controlPlaneKind reports whether a kind is named like a control plane; a
// reference finds those with other names.
func controlPlaneKind(gk checks.GroupKind) bool {
	return strings.HasSuffix(gk.Kind, "ControlPlane") && gk.Group != ""
}
