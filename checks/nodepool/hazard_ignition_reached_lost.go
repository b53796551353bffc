package nodepool

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

// annotationRestored is on HostedClusters that came out of a backup.
const annotationRestored = annotationPrefix + "restored-from-backup"

var ignitionReachedLost = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/ignition-reached-lost", Severity: checks.Warning,
		Title:  "Nodes are ready, but the pool says that none has fetched its configuration",
		Why:    "The mark that a machine has reached the ignition server was lost with the token secret, usually when the cluster was restored from a backup. Without it the operator makes no MachineHealthCheck: auto-repair is off.",
		Fix:    "Put annotation hypershift.openshift.io/ignition-reached: \"True\" back on the token secret, or roll the pool.",
		Source: "HyperShift, OCPBUGS-77621",
		Fails: example("", sampleCluster+samplePool, "  name: demo\n", "  name: demo\n  annotations: {hypershift.openshift.io/restored-from-backup: \"true\"}\n",
			"  version: 4.18.5\n", "  version: 4.18.5\n  replicas: 2\n", "  conditions:\n", "  conditions:\n"+
				condition("ReachedIgnitionEndpoint", "False", "ignitionNotReached", "")+condition("AllNodesHealthy", "True", "AsExpected", "")),
		Passes: example("", sampleCluster+samplePool, "  conditions:\n", "  conditions:\n"+
			condition("ReachedIgnitionEndpoint", "True", "AsExpected", "")),
	},
	Check: func(p *Pool, out *checks.Sink) {
		c, ok := p.Conditions.Get(ReachedIgnition)
		if p.ended() || !ok || !c.False() || c.Reason != "ignitionNotReached" || !p.nodesReady() {
			return
		}
		restored := false
		if p.HostedCluster != nil {
			_, restored = p.HostedCluster.Annotation(annotationRestored)
		}
		d := p.Evidence.Hashes.Deployed
		switch {
		case restored:
			out.Report(p.finding(p.Object, c.Value, "nodes are ready, but ReachedIgnitionEndpoint is False after the cluster was restored from a backup: no MachineHealthCheck exists, auto-repair is off"))
		case p.HostedCluster == nil:
			out.Skip(p.lackCluster())
		case p.Outdated == No && d.Set() && d.Value == p.EffectiveHash && p.Rollout.Complete == Yes:
			out.Report(p.finding(p.Object, c.Value, "nodes of a finished rollout are ready, but ReachedIgnitionEndpoint is False: no MachineHealthCheck exists, auto-repair is off"))
		}
	},
}

// nodesReady looks for any sign of a ready node.
func (p *Pool) nodesReady() bool {
	for _, typ := range []string{"AllNodesHealthy", "Ready"} {
		if c, ok := p.Conditions.Get(typ); ok && c.True() {
			return true
		}
	}
	for _, v := range p.Object.Get("status", "nodesInfo", "nodeVersions").Items() {
		if n, ok := v.Get("readyNodeCount").Int(); ok && n > 0 {
			return true
		}
	}
	if w := p.Workload; w != nil && w.Counters.Available != nil && *w.Counters.Available > 0 {
		return true
	}
	return false
}
