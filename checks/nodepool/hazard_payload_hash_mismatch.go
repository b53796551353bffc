package nodepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool/payload"
)

var payloadHashMismatch = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/payload-hash-mismatch", Severity: checks.Warning,
		Title:  "A payload does not give the hash in its secret's name",
		Why:    "The hash covers the payload, the release, two names and the cluster configuration. When none of the forms that operators have used gives it, one of these has changed since the secret was made, the operator is of an unknown build, or the payload was edited.",
		Fix:    "Compare the cluster's pull secret, trust bundle and configuration with those of the time of the secret; roll the pool if the payload was edited.",
		Source: "HyperShift calculation of the payload hash",
		Fails:  payloadExample("c3481e6f", userPayload),
		Passes: payloadExample(userHash, userPayload),
	},
	Check: func(p *Pool, out *checks.Sink) {
		if p.ended() {
			return
		}
		read := false
		for _, x := range p.Payload.examined {
			if x.state != payload.Readable || !p.inUse(x.secret) {
				continue
			}
			read = true
			switch {
			case x.clusterMissing && p.Params.Payloads:
				out.Skip(p.lackCluster())
			case x.verified == No:
				out.Report(p.about(x.secret, x.secret.Object.Get("metadata", "name"),
					x.why+": another operator build, or the names or the cluster configuration have changed since"))
			}
		}
		if !read {
			p.skipPayloads(out)
		}
	},
}

// inUse reports whether a secret is of the deployed or the effective payload.
func (p *Pool) inUse(s *Secret) bool {
	return p.effective(s) || p.Hashes.Deployed.Is(s.Hash)
}
