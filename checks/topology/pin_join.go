package topology

import (
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/version"
)

func kubeadmJoin() Rule {
	before := []string{cluster("v1.31.4", "md-0@v1.31.4").persisted(), classYAML(sampleClass)}
	return Rule{
		Meta: checks.Meta{
			ID: "pin/kubeadm-join", Severity: checks.Warning,
			Title: "New Machines of a pinned pool need another kubeadm",
			Why: "kubeadm joins only a control plane of its own minor. For a pool of another minor, scaling up, remediation and autoscaling stop at the preflight check KubeadmVersionSkew, " +
				"and without it the node cannot join unless its image has the kubeadm of the control plane.",
			Fix:    "Install the control plane's kubeadm at bootstrap (a file with contentFormat Template and controlPlane.version), then skip the check for the pool.",
			Source: "seeds/001, Key prerequisite; pinning facts 2.6, 3.1 item 15",
			Fails:  update(cluster("v1.32.1", "md-0@v1.31.4"), before...),
			Passes: update(cluster("v1.31.5", "md-0@v1.31.4"), before...),
		},
		Check: func(c *Change, out *checks.Sink) {
			unknown := false
			for _, p := range c.Pools {
				if !c.behind(p) || p.pin.Minor() == c.To().Minor() {
					continue
				}
				kind := c.bootstrapKind(p)
				unknown = unknown || kind == ""
				if strings.HasPrefix(kind, "KubeadmConfig") && !c.skips(p, "KubeadmVersionSkew") {
					out.Report(c.cannotJoin(p))
				}
			}
			if unknown && c.Kind != Unchanged {
				out.Skip(c.lacks(noBootstrap, "add the ClusterClass, or the MachineDeployments and MachinePools, to --base",
					"with what new Machines of pinned pools are bootstrapped is not known"))
			}
		},
	}
}

// behind reports whether a pinned pool stays below, or at another build of, the
// topology version.
func (c *Change) behind(p *Pool) bool {
	return !p.pin.IsZero() && !c.To().IsZero() && version.SameMajor(p.pin, c.To()) &&
		!version.SameString(p.pin, c.To()) && !version.Newer(p.pin, c.To(), version.BuildTags)
}

func (c *Change) cannotJoin(p *Pool) checks.Finding {
	until := "scaling up, remediation and autoscaling stop until then"
	if p.Lane == MachinePool {
		until = "no preflight check stops instances that cannot"
	}
	f := c.findPin(p, "new nodes of %s at %s need the kubeadm of the control plane at %s to join: %s", p, p.pin, c.To().MinorString(), until)
	return fix(f, "install the kubeadm of the control plane at bootstrap, and skip the preflight check KubeadmVersionSkew for this pool")
}

// bootstrapKind is the kind of template that Machines of a pool are made with,
// empty when neither the object nor the class tells.
func (c *Change) bootstrapKind(p *Pool) string {
	if p.worker != nil {
		if kind := p.worker.Get("spec", "template", "spec", "bootstrap", "configRef", "kind").Text(); kind != "" {
			return kind
		}
	}
	if c.class == nil {
		return ""
	}
	return c.class.bootstrapKind(p.Lane, p.entry().class)
}

// skips reports whether an annotation switches a preflight check off for the
// Machines of a pool.
func (c *Change) skips(p *Pool, check string) bool {
	if c.Gates.off(PreflightGate) {
		return true
	}
	texts := []string{p.entry().annotation(skipPreflight).Text()}
	if p.worker != nil {
		text, _ := p.worker.Annotation(skipPreflight)
		texts = append(texts, text)
	}
	if c.class != nil {
		texts = append(texts, c.class.annotation(p.Lane, p.entry().class, skipPreflight))
	}
	for item := range strings.SplitSeq(strings.Join(texts, ","), ",") {
		if item = strings.TrimSpace(item); item == check || item == "All" {
			return true
		}
	}
	return false
}

func preflightBlocksScale() Rule {
	before := cluster("v1.31.4", "md-0@v1.31.4").persisted()
	skipped := "md-0@v1.31.4"
	return Rule{
		Meta: checks.Meta{
			ID: "pin/preflight-blocks-scale", Severity: checks.Warning,
			Title: "A preflight check stops new Machines of a pinned pool",
			Why: "ControlPlaneVersionSkew compares a MachineSet with the control plane as text, so every pool that differs, even by a patch, gets no new Machine: no scaling up, no remediation. " +
				"During an upgrade ControlPlaneIsStable stops it as well. A later Cluster API skips the first check for pins.",
			Fix:    "Skip the check for this pool with the annotation " + skipPreflight + ".",
			Source: "pinning facts 2.6, 3.1 item 16",
			Fails:  update(cluster("v1.31.5", skipped), before),
			Passes: update(cluster("v1.31.4", skipped), before),
		},
		Check: func(c *Change, out *checks.Sink) {
			for _, p := range c.Pools {
				if p.Lane != MachineDeployment || !c.behind(p) || c.skips(p, "ControlPlaneVersionSkew") {
					continue
				}
				what := "no scaling up, no remediation"
				if p.raised() {
					what = "the rollout to this pin stops as well, and so do scaling up and remediation"
				}
				f := c.findPin(p, "with a control plane at %s the preflight check ControlPlaneVersionSkew stops new Machines of %s at %s: %s", c.To(), p, p.pin, what)
				out.Report(fix(f, "annotate the entry with %s: ControlPlaneVersionSkew", skipPreflight))
			}
		},
	}
}

func machinePoolNoPreflight() Rule {
	before := cluster("v1.32.1", "mp-0@v1.31.4").persisted()
	return Rule{
		Meta: checks.Meta{
			ID: "pin/machine-pool-no-preflight", Severity: checks.Warning,
			Title:  "Nothing holds a MachinePool back while the control plane is behind",
			Why:    "MachinePools have no preflight checks: a raised pin starts to roll at once, also when the control plane is not there yet, and workers can get newer than it.",
			Fix:    "Raise the pin only when the control plane runs the version.",
			Source: "pinning facts 2.6, 3.1 item 16 (upstream issue 12732)",
			Fails:  update(cluster("v1.32.1", "mp-0@v1.32.1"), before),
			Passes: update(cluster("v1.32.1", "mp-0@v1.31.4"), before),
		},
		Check: func(c *Change, out *checks.Sink) {
			for _, p := range c.Pools {
				if p.Lane == MachinePool && p.raised() {
					f := c.findPin(p, "%s rolls to %s at once: no preflight check waits for the control plane", p, p.pin)
					out.Report(fix(f, "raise the pin only when the control plane runs %s", p.pin))
				}
			}
		},
	}
}

func inPlaceMinor() Rule {
	before := cluster("v1.32.1", "md-0@v1.31.4").persisted()
	extension := `apiVersion: runtime.cluster.x-k8s.io/v1beta2
kind: ExtensionConfig
metadata:
  name: updater
status:
  handlers:
  - name: can-update-machine.updater
    requestHook: {apiVersion: hooks.runtime.cluster.x-k8s.io/v1alpha1, hook: CanUpdateMachine}
`
	return Rule{
		Meta: checks.Meta{
			ID: "pin/inplace-minor", Severity: checks.Info,
			Title:  "A raised pin may be applied in place",
			Why:    "With an in-place updater the rules are the same, the pool counts as rolling until every kubelet reports the new version, and Kubernetes wants nodes drained before a kubelet gets another minor.",
			Fix:    "Make sure that the updater drains.",
			Source: "pinning facts 2.5, 3.1 item 28",
			Fails:  update(cluster("v1.32.1", "md-0@v1.32.1"), before, extension),
			Passes: update(cluster("v1.32.1", "md-0@v1.31.5"), before, extension),
		},
		Check: func(c *Change, out *checks.Sink) {
			for _, p := range c.Pools {
				if c.inPlace && p.raised() && p.pin.Minor() != p.oldPin.Minor() {
					out.Report(c.findPin(p, "an in-place updater is registered: if it updates %s from %s to %s, nodes must be drained for the new minor, "+
						"and the pool rolls until every kubelet reports it", p, p.oldPin, p.pin))
				}
			}
		},
	}
}
