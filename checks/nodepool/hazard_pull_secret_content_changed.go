package nodepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool/payload"
)

var pullSecretContentChanged = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/pull-secret-content-changed", Severity: checks.Warning,
		Title:  "The pull secret was edited in place: nodes keep the old one",
		Why:    "Only the name of the pull secret takes part in the decision to roll. New content under the old name reaches no existing node.",
		Fix:    "Create a Secret of another name and set it in spec.pullSecret.name of the HostedCluster.",
		Source: "HyperShift token secret key pull-secret-hash",
		Fails:  contentExample(pullSecretHead + "stringData: {.dockerconfigjson: '{\"auths\":{\"new.example.com\":{}}}'}\n"),
		Passes: contentExample(pullSecretHead + "stringData: {.dockerconfigjson: '{\"auths\":{\"example.com\":{}}}'}\n"),
	},
	Check: func(p *Pool, out *checks.Sink) {
		checkContent(p, out, content{
			key: "pull-secret-hash", what: "pull secret", name: payload.Cluster.PullSecret,
			hash: func(name string) (string, *checks.Object, bool) {
				o, ok := p.Snapshot.Get(SecretKind, p.Namespace, name)
				if !ok {
					return "", nil, false
				}
				raw, state := payload.Field(o, ".dockerconfigjson")
				return payload.SumList(raw).String(), o, state == payload.Readable
			},
		})
	},
}
