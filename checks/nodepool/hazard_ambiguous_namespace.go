package nodepool

import (
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

var ambiguousNamespace = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/ambiguous-namespace", Severity: checks.Warning,
		Title:  "Two hosted clusters share one control-plane namespace",
		Why:    "The namespace is made of the cluster's namespace and name with dots replaced by dashes, so different clusters can end up in the same one. Their objects are told apart by the annotation on each only.",
		Fix:    "Rename one of the clusters; until then trust annotations, not names.",
		Source: "HyperShift naming of control-plane namespaces",
		Fails: example("", sampleCluster+samplePool, "  name: demo\n", "  name: a.b\n", "clusterName: demo", "clusterName: a.b",
			"status:\n", "status:\n", "---\napiVersion: hypershift.openshift.io/v1beta1\nkind: NodePool", "---\napiVersion: hypershift.openshift.io/v1beta1\nkind: HostedCluster\nmetadata: {name: a-b, namespace: clusters}\n---\napiVersion: hypershift.openshift.io/v1beta1\nkind: NodePool"),
		Passes: example("", sampleCluster+samplePool),
	},
	Check: func(p *Pool, out *checks.Sink) {
		if len(p.SharedNamespace) > 0 {
			out.Report(p.finding(p.Object, p.Object.Get("spec", "clusterName"), "HostedCluster "+strings.Join(p.SharedNamespace, ", ")+
				" maps to the same control-plane namespace "+p.ControlPlaneNamespace+"; objects there are attributed by their annotation"))
		}
	},
}
