package nodepool

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

const deletionLine = "  deletionTimestamp: 2026-09-20T09:00:00Z\n"

var deleting = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/deleting", Severity: checks.Info,
		Title:  "The pool or its hosted cluster is being deleted",
		Why:    "A pool that goes away has no rollout state. Its secrets stay until the last machine is gone; when the cluster goes, the janitor retires tokens and deletes user-data.",
		Fix:    "Nothing.",
		Source: "HyperShift NodePool deletion; Secret Janitor",
		Fails:  example("", samplePool, "  generation: 4\n", "  generation: 4\n"+deletionLine),
		Passes: example("", samplePool),
	},
	Check: func(p *Pool, out *checks.Sink) {
		switch {
		case p.PoolDeleting():
			out.Report(p.finding(p.Object, p.Object.Get("metadata", "deletionTimestamp"),
				"the pool is being deleted; its secrets stay until its last machine is gone"))
		case p.ClusterDeleting():
			out.Report(p.finding(p.HostedCluster, p.HostedCluster.Get("metadata", "deletionTimestamp"),
				"HostedCluster "+p.ClusterName+" is being deleted; the janitor retires the tokens and deletes the user-data of its pools"))
		}
	},
}
