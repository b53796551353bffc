package nodepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool/payload"
)

// content is something whose hash a token secret records.
type content struct {
	key, what string
	name      func(payload.Cluster) string
	hash      func(name string) (hash string, o *checks.Object, ok bool)
}

// checkContent compares the content of now with the hash in the effective token
// secret.
func checkContent(p *Pool, out *checks.Sink, c content) {
	if p.ended() || p.EffectiveHash == "" {
		return
	}
	if p.HostedCluster == nil {
		if p.Params.Payloads {
			out.Skip(p.lackCluster())
		}
		return
	}
	name := c.name(payload.NewCluster(p.HostedCluster))
	if name == "" {
		return
	}
	s, ok := p.Secret(TokenSecret, p.EffectiveHash)
	if !ok {
		p.skipPayloads(out)
		return
	}
	recorded, readable := payload.Text(s.Object, c.key)
	present, o, known := c.hash(name)
	switch {
	case !readable || !hashPattern.MatchString(recorded) || !known:
		p.skipPayloads(out)
	case recorded != present:
		f := p.finding(o, o.Get("metadata", "name"), "the content of "+c.what+" "+name+" is not the one that payload "+p.EffectiveHash+
			" was made with: only its name takes part in the decision, so no rollout follows; use another name to roll it")
		f.Subject = s.Name
		out.Report(f)
	}
}

const (
	pullSecretHead  = "apiVersion: v1\nkind: Secret\nmetadata: {name: demo-pull-secret, namespace: clusters}\n"
	trustBundleHead = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: user-ca, namespace: clusters}\n"
)

// contentExample is a settled pool with a content of the cluster. The token
// secret records the hashes of {"auths":{"example.com":{}}} and test-ca-bundle.
func contentExample(content string) checks.Example {
	return example("", sampleCluster+sampleSettled+"---\n"+content,
		"  platform: {type: Azure}\n---\n", "  additionalTrustBundle: {name: user-ca}\n  platform: {type: Azure}\n---\n",
		userDataHead, "  stringData: {pull-secret-hash: \"b6059933\", additional-trust-bundle-hash: \"196fecff\"}\n"+userDataHead)
}
