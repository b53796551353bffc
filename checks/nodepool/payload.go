package nodepool

import (
	"fmt"
	"slices"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool/payload"
)

// examined is one payload of the pool compared with the name of its secret. It
// keeps conclusions only; the text is gone when the examination ends.
type examined struct {
	secret *Secret
	state  payload.State
	// verified is yes, no, or unknown with the reason in why.
	verified Answer
	fit      payload.Variant
	why      string
	// clusterMissing tells that the HostedCluster would have been needed.
	clusterMissing bool
}

// examinePayload compares the readable payloads of an explained pool with the
// names of their secrets and with each other, and fills p.Payload.
func examinePayload(p *Pool) {
	p.Payload = Payload{Verified: Unknown, Basis: "no payload is readable", Difference: []payload.Change{}}
	texts := map[string]*payload.Payload{}
	for _, hash := range p.payloadHashes() {
		s, ok := p.Secret(TokenSecret, hash)
		if !ok {
			continue
		}
		x, text := p.examine(s)
		p.Payload.examined = append(p.Payload.examined, x)
		if text != nil {
			texts[hash] = text
		}
	}
	p.verifyPayload()
	p.comparePayloads(texts)
	p.Payload.Notes = append(hashNotes(p), userDataNotes(p)...)
}

// payloadHashes lists the deployed, the effective and the completed hash.
func (p *Pool) payloadHashes() []string {
	var out []string
	for _, h := range []string{p.Hashes.Deployed.Value, p.EffectiveHash, p.Hashes.Completed.Value} {
		if h != "" && !slices.Contains(out, h) {
			out = append(out, h)
		}
	}
	return out
}

// verifyPayload takes the answer of the first readable payload: the deployed
// one, else the effective one. The completed one is examined for comparisons
// only.
func (p *Pool) verifyPayload() {
	e := &p.Payload
	for _, x := range e.examined {
		if x.state == payload.Readable && p.inUse(x.secret) {
			e.Verified, e.Basis = x.verified, x.why
			return
		}
	}
	for _, x := range e.examined {
		if x.state != payload.Absent && x.state != payload.Readable {
			e.Basis = fmt.Sprintf("the payload of %s is %s", x.secret.Name, x.state)
			return
		}
	}
}

// examine recomputes the hash of one token secret.
func (p *Pool) examine(s *Secret) (examined, *payload.Payload) {
	text, state := payload.Read(s.Object)
	x := examined{secret: s, state: state, verified: Unknown}
	if state != payload.Readable {
		return x, nil
	}
	name, ok := payload.ParseHash(s.Hash)
	in, why := p.suffixInputs(s, text.Runc())
	switch {
	case !ok:
		x.why = s.Name + " carries no hash"
		return x, text
	case why != "":
		x.why, x.clusterMissing = why, p.HostedCluster == nil
		return x, text
	}
	variants, err := payload.Variants(in)
	if err != nil {
		x.why = fmt.Sprintf("HostedCluster %s: %s", p.ClusterName, err)
		return x, text
	}
	x.judge(name, text.Hash(), variants)
	return x, text
}

// judge looks for a suffix that turns the payload into the name.
func (x *examined) judge(name, config payload.Hash, variants []payload.Variant) {
	fit, ok := payload.Fit(name, config, variants)
	x.fit = fit
	switch {
	case !ok:
		x.verified = No
		x.why = fmt.Sprintf("the payload in %s gives %s with the present names and configuration, and no older form gives the hash in the name",
			x.secret.Name, variants[0].Suffix.Full(config))
	case fit.Present():
		x.verified = Yes
		x.why = "the payload in " + x.secret.Name + " gives the hash in its name"
	default:
		x.verified = Yes
		x.why = "the payload in " + x.secret.Name + " gives the hash in its name with " + fit.Notes()
	}
}

// suffixInputs collects what follows the machine configuration in a hash, for
// a payload; why says what is missing.
func (p *Pool) suffixInputs(s *Secret, runc bool) (in payload.Inputs, why string) {
	if p.HostedCluster == nil {
		return in, "the names in the hash are those of HostedCluster " + p.ClusterName + ", which is not in the input"
	}
	versions := p.payloadVersions(s)
	if len(versions) == 0 {
		return in, "the release of the payload is not known"
	}
	return payload.Inputs{
		Cluster: payload.NewCluster(p.HostedCluster), Version: versions[0], OtherVersions: versions[1:],
		Stream: p.Object.Get("spec", "osImageStream", "name").Text(), Runc: runc,
		OtherPullSecrets: p.otherPullSecrets(), OtherTrustBundles: p.otherTrustBundles(),
	}, ""
}

// payloadVersions lists the releases that a payload may be made for, the one
// that its own secret names first.
func (p *Pool) payloadVersions(s *Secret) []string {
	own := ""
	if s != nil {
		if text, ok := payload.Text(s.Object, "release-version"); ok && versionPattern.MatchString(text) {
			own = text
		}
	}
	v := p.Versions
	list := []string{own, v.Requested.Value, v.Deployed.Value, v.Completed.Value}
	if s != nil && s.Hash == p.Hashes.Deployed.Value {
		list = []string{own, v.Deployed.Value, v.Requested.Value, v.Completed.Value}
	}
	var out []string
	for _, version := range list {
		if version != "" && !slices.Contains(out, version) {
			out = append(out, version)
		}
	}
	return out
}

// maxNames bounds the names that are tried for pull secret and trust bundle.
const maxNames = 16

// otherPullSecrets are names that the cluster may have used for its pull
// secret before.
func (p *Pool) otherPullSecrets() []string {
	present := payload.NewCluster(p.HostedCluster).PullSecret()
	var out []string
	for _, o := range p.Snapshot.List(SecretKind, p.Namespace) {
		if o.Name != present && o.Get("type").Text() == "kubernetes.io/dockerconfigjson" && len(out) < maxNames {
			out = append(out, o.Name)
		}
	}
	return out
}

func (p *Pool) otherTrustBundles() []string {
	present := payload.NewCluster(p.HostedCluster).TrustBundle()
	var out []string
	for _, o := range p.Snapshot.List(ConfigMapKind, p.Namespace) {
		if o.Name != present && o.Get("data", "ca-bundle.crt").Present() && len(out) < maxNames {
			out = append(out, o.Name)
		}
	}
	return out
}

// comparePayloads compares what nodes run with what they get: the deployed with
// the effective payload or, once that is deployed, the completed with it.
func (p *Pool) comparePayloads(texts map[string]*payload.Payload) {
	from, to := p.Hashes.Deployed.Value, p.EffectiveHash
	if from == to {
		from = p.Hashes.Completed.Value
	}
	if from == to || texts[from] == nil || texts[to] == nil {
		return
	}
	p.Payload.From, p.Payload.To = from, to
	if list := payload.Difference(texts[from], texts[to]); list != nil {
		p.Payload.Difference = list
	}
}
