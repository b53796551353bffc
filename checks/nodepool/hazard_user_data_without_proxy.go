package nodepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool/payload"
)

var userDataWithoutProxy = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/user-data-without-proxy", Severity: checks.Warning,
		Title:  "The cluster has a proxy, but user-data does not name it",
		Why:    "A machine fetches its configuration before anything is installed on it. Behind a proxy that its user-data does not name, it cannot reach the ignition server.",
		Fix:    "Roll the pool once so that the operator makes new user-data.",
		Source: "HyperShift, OCPBUGS-36230",
		Fails:  example("", sampleCluster+sampleSettled+freshUserData, "  platform: {type: Azure}\n---\n", proxiedCluster),
		Passes: example("", sampleCluster+sampleSettled+freshUserData),
	},
	Check: func(p *Pool, out *checks.Sink) {
		switch {
		case p.ended():
		case p.HostedCluster == nil:
			if p.Params.Payloads {
				out.Skip(p.lackCluster())
			}
		case payload.NewCluster(p.HostedCluster).HasProxy():
			for _, u := range p.readableUserData(out) {
				if !u.Proxy {
					out.Report(p.about(u.secret, u.secret.Object.Get("metadata", "name"),
						"HostedCluster "+p.ClusterName+" has a proxy, but the ignition config in "+u.secret.Name+" names none: machines behind it cannot fetch their configuration"))
				}
			}
		}
	},
}
