package nodepool

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

var paused = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/paused", Severity: checks.Warning,
		Title:  "The pool is paused: its secrets are not maintained",
		Why:    "While a pool is paused no pass creates secrets or refreshes user-data, so new machines fail to boot after the next token rotations. The secret janitor goes on: a generation A operator removes the secrets of the deployed payload as soon as a change waits.",
		Fix:    "Keep pauses shorter than the 5.5 hours of a token rotation; end the pause before scaling up.",
		Source: "HyperShift spec.pausedUntil; NodePool Rollout State Machine, Secret Janitor",
		Fails:  example("", samplePool, "  clusterName: demo", "  clusterName: demo\n  pausedUntil: \"true\""),
		Passes: example("", samplePool, "  clusterName: demo", "  clusterName: demo\n  pausedUntil: \"2026-09-20T08:00:00Z\""),
	},
	Check: func(p *Pool, out *checks.Sink) {
		if p.ended() || !p.Paused() {
			return
		}
		at := p.Object.Get("spec", "pausedUntil")
		if p.losesSecrets() {
			f := p.resting(p.finding(p.Object, at, "the pool is paused with a change pending, and the janitor of a generation A operator removes the secrets of the deployed payload meanwhile"))
			f.Severity = checks.Error
			out.Report(f)
			return
		}
		message := "the pool is paused: nothing rolls and no secret is maintained until the pause ends"
		if p.Outdated == Yes {
			message = "the pool is paused with a change pending: nothing rolls and no secret is maintained until the pause ends"
		}
		out.Report(p.finding(p.Object, at, message))
	},
}

// losesSecrets reports whether the janitor may remove the secrets of the
// deployed payload: generation A accepts the current hash only.
func (p *Pool) losesSecrets() bool {
	return p.Operator.Value == GenerationA && p.Outdated == Yes && p.State != Rolling &&
		p.Evidence.Hashes.Deployed.Set() && janitorWorks(p) != No
}
