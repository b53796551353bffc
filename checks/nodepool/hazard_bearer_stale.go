package nodepool

import (
	"slices"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool/payload"
)

// The examples' secrets are made up: the token is "example-token".
const (
	sampleToken    = "  data: {token: ZXhhbXBsZS10b2tlbg==}\n"
	freshUserData  = "  stringData:\n    value: '{\"ignition\":{\"config\":{\"merge\":[{\"httpHeaders\":[{\"name\":\"Authorization\",\"value\":\"Bearer ZXhhbXBsZS10b2tlbg==\"}]}]}}}'\n"
	staleUserData  = "  stringData:\n    value: '{\"ignition\":{\"config\":{\"merge\":[{\"httpHeaders\":[{\"name\":\"Authorization\",\"value\":\"Bearer b2xkZXItdG9rZW4=\"}]}]}}}'\n"
	userDataHead   = "- metadata:\n    name: user-data-"
	proxiedCluster = "  platform: {type: Azure}\n  configuration: {proxy: {httpProxy: 'http://proxy.example.com:3128'}}\n---\n"
)

var bearerStale = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/bearer-stale", Severity: checks.Error,
		Title:  "User-data carries a token that the ignition server does not accept",
		Why:    "Machines present the token of their user-data to the ignition server. One rotation behind it is still accepted; after the next the server answers 511 and the machine never joins.",
		Fix:    "Let the operator refresh the user-data (end a pause, cure what blocks it), or finish the rollout so that the payload becomes the effective one.",
		Source: "HyperShift token rotation: token and old_token of the token secret",
		Fails:  example("", sampleSettled+staleUserData, userDataHead, sampleToken+userDataHead),
		Passes: example("", sampleSettled+freshUserData, userDataHead, sampleToken+userDataHead),
	},
	Check: func(p *Pool, out *checks.Sink) {
		for _, u := range p.readableUserData(out) {
			at := u.secret.Object.Get("metadata", "name")
			switch u.Bearer {
			case payload.BearerStale:
				out.Report(p.about(u.secret, at, "machines that boot with "+u.secret.Name+" send a token that is neither the present nor the previous one: the ignition server answers 511"))
			case payload.BearerPrevious:
				f := p.about(u.secret, at, "machines that boot with "+u.secret.Name+" send the previous token, which the ignition server forgets at the next rotation")
				f.Severity = checks.Warning
				out.Report(f)
			case payload.BearerUnknown:
				p.skipPayloads(out)
			}
		}
	},
}

// inspected is a user-data secret with what it would make machines do.
type inspected struct {
	secret *Secret
	state  payload.State
	payload.UserData
}

// userData looks into the user-data of the deployed and the effective payload.
func (p *Pool) userData() []inspected {
	var out []inspected
	for _, h := range []string{p.Hashes.Deployed.Value, p.EffectiveHash} {
		s, ok := p.Secret(UserDataSecret, h)
		if h == "" || !ok || slices.ContainsFunc(out, func(i inspected) bool { return i.secret == s }) {
			continue
		}
		var token *checks.Object
		if t, ok := p.Secret(TokenSecret, h); ok {
			token = t.Object
		}
		u, state := payload.InspectUserData(s.Object, token, p.ID())
		out = append(out, inspected{s, state, u})
	}
	return out
}

// readableUserData is the same without the secrets that cannot be read, which
// are reported as missing evidence where payloads were asked for.
func (p *Pool) readableUserData(out *checks.Sink) []inspected {
	if p.ended() {
		return nil
	}
	return slices.DeleteFunc(p.userData(), func(u inspected) bool {
		if u.state != payload.Readable {
			p.skipPayloads(out)
		}
		return u.state != payload.Readable
	})
}

// skipPayloads says that payloads are missing, if somebody asked for them.
func (p *Pool) skipPayloads(out *checks.Sink) {
	if p.Params.Payloads {
		out.Skip(p.lackPayloads())
	}
}
