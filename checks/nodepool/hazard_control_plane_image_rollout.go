package nodepool

import (
	"fmt"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

var controlPlaneImageRollout = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/control-plane-image-rollout", Severity: checks.Warning,
		Title:  "A control plane update rolls nodes of a pool whose release did not change",
		Why:    "With an HTTPS proxy the static pod on the nodes runs the control plane operator's image. Its update changes the payload, so an update of the control plane alone reaches every node.",
		Fix:    "Plan node replacement together with the control plane update, or update to an operator with two hashes.",
		Source: "HyperShift, CNTRLPLANE-3952",
		Fails:  managementExample("A", cpoHash1, cpoPayload1, cpoHash2, cpoPayload2),
		Passes: managementExample("A", haproxyHash1, haproxyPayload1, haproxyHash2, haproxyPayload2),
	},
	Check: func(p *Pool, out *checks.Sink) {
		if p.ended() || p.Outdated != Yes || !p.controlPlaneImageOnly() {
			return
		}
		v := p.Versions
		cluster := clusterVersion(p)
		switch {
		case p.HostedCluster == nil:
			out.Skip(p.lackCluster())
		case !v.Requested.Set() || v.Requested.Value != v.Completed.Value || !p.clusterUpdated(cluster):
		default:
			out.Report(p.resting(p.finding(p.Object, p.Object.Get("spec", "release", "image"), fmt.Sprintf(
				"the update of HostedCluster %s to %s rolls the nodes although the pool stays at %s: %s",
				p.ClusterName, cluster, v.Requested.Value, strings.Join(imageTexts(p.Payload.Difference), "; ")))))
		}
	},
}

// clusterUpdated reports whether the HostedCluster went to another release
// since it was made, or runs another one than the pool.
func (p *Pool) clusterUpdated(version string) bool {
	history := p.HostedCluster.Get("status", "version", "history").Items()
	return len(history) > 1 || (version != "" && version != p.Versions.Requested.Value)
}

// controlPlaneImageOnly reports whether the image of the control plane
// operator's container is all that differs.
func (p *Pool) controlPlaneImageOnly() bool {
	if !p.managementOnly() {
		return false
	}
	for _, c := range p.Payload.Difference {
		for _, f := range c.Files {
			if f.Container != "kubernetes-default-proxy" {
				return false
			}
		}
	}
	return true
}
