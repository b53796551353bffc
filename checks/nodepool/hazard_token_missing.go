package nodepool

import (
	"slices"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

var tokenMissing = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/token-missing", Severity: checks.Error,
		Title:  "The token secret of the payload in use does not exist",
		Why:    "The ignition server knows a payload by its token secret. Without it every new machine gets HTTP 511 and never joins.",
		Fix:    "Look at why the operator does not make it: conditions, a pause, or missing rights. A deleted one comes back with the next pass if it belongs to the effective payload.",
		Source: "NodePool Rollout State Machine, resolveEffectiveHash",
		Fails:  example("", sampleSettled, "name: token-workers-c3481e6f", "name: token-workers-00000000"),
		Passes: example("", sampleSettled),
	},
	Check: func(p *Pool, out *checks.Sink) {
		if p.ended() {
			return
		}
		for _, hash := range p.tokensNeeded() {
			name := SecretName(TokenSecret, p.Name, hash)
			if _, ok := p.Snapshot.Get(SecretKind, p.ControlPlaneNamespace, name); ok {
				continue
			}
			if !p.Has.Secrets {
				out.Skip(p.lackSecrets())
				continue
			}
			at := p.Object.Value
			f := p.finding(p.Object, at, "token secret "+name+" does not exist: the ignition server answers 511 to machines that boot with this payload")
			if w := p.Workload; w != nil && w.Hash == hash {
				f = p.finding(w.Object, workloadUser(w).at, "the workload boots machines with hash "+hash+", whose token secret does not exist: the ignition server answers them with 511")
			}
			f.Subject = name
			out.Report(f)
		}
	},
}

// tokensNeeded lists the deployed hash, and the effective one where no pass
// would make its token.
func (p *Pool) tokensNeeded() []string {
	var out []string
	if d := p.Evidence.Hashes.Deployed; d.Set() {
		out = append(out, d.Value)
	}
	for _, v := range p.Verdicts {
		if v.Role == TokenSecret && v.Fate == Missing && v.Hash == p.EffectiveHash && !slices.Contains(out, v.Hash) {
			out = append(out, v.Hash)
		}
	}
	return out
}
