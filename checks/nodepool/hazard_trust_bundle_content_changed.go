package nodepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool/payload"
)

var trustBundleContentChanged = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/trust-bundle-content-changed", Severity: checks.Warning,
		Title:  "The trust bundle was edited in place: nodes keep the old one",
		Why:    "Only the name of the trust bundle takes part in the decision to roll. New certificates under the old name reach no existing node.",
		Fix:    "Create a ConfigMap of another name and set it in spec.additionalTrustBundle.name of the HostedCluster.",
		Source: "HyperShift token secret key additional-trust-bundle-hash",
		Fails:  contentExample(trustBundleHead + "data: {ca-bundle.crt: edited}\n"),
		Passes: contentExample(trustBundleHead + "data: {ca-bundle.crt: test-ca-bundle}\n"),
	},
	Check: func(p *Pool, out *checks.Sink) {
		checkContent(p, out, content{
			key: "additional-trust-bundle-hash", what: "trust bundle", name: payload.Cluster.TrustBundle,
			hash: func(name string) (string, *checks.Object, bool) {
				o, ok := p.Snapshot.Get(ConfigMapKind, p.Namespace, name)
				if !ok {
					return "", nil, false
				}
				v := o.Get("data", "ca-bundle.crt")
				return payload.Sum(v.Text()).String(), o, v.Present()
			},
		})
	},
}
