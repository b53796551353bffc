package nodepool

import (
	"fmt"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool/payload"
)

var payloadNotGenerated = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/payload-not-generated", Severity: checks.Error,
		Title:  "The ignition server cannot generate the target payload",
		Why:    "New machines wait for a payload that does not come: the rollout cannot progress.",
		Fix:    "Cure what the reason and the message name: an invalid configuration of the user, or a cloud configuration that is still to come.",
		Source: "HyperShift condition ValidGeneratedPayload; reason and message of the token secret",
		Fails: example("", samplePool+sampleWorkload, "  conditions:\n", "  conditions:\n"+
			condition("ValidGeneratedPayload", "False", "InvalidConfig", "kernelArguments: not valid")),
		Passes: example("", samplePool+sampleWorkload, "  conditions:\n", "  conditions:\n"+
			condition("ValidGeneratedPayload", "True", "AsExpected", "")),
	},
	Check: func(p *Pool, out *checks.Sink) {
		if p.ended() || p.EffectiveHash == "" {
			return
		}
		token, there := p.Secret(TokenSecret, p.EffectiveHash)
		if there {
			reason, readable := payload.Text(token.Object, "reason")
			if readable && (reason == "InvalidConfig" || reason == "CloudConfigPending") {
				message, _ := payload.Text(token.Object, "message")
				f := p.about(token, token.Object.Get("data", "reason"), notGenerated(p.EffectiveHash, reason, message))
				out.Report(f)
				return
			}
			if readable && reason == "AsExpected" {
				return
			}
		}
		p.reportPayloadCondition(out, there)
	},
}

// reportPayloadCondition reads the condition. While the operator keeps an older
// payload than it would make now, the condition may speak of one that is never
// made; the same goes for a token secret that is still to come.
func (p *Pool) reportPayloadCondition(out *checks.Sink, there bool) {
	if p.drifting() || p.State == ContinuedRollout || p.State == AdoptedRollout || p.State == Undetermined {
		return
	}
	c, ok := p.written(ValidPayload)
	absent := c.Reason == "NotFound" || c.Reason == "FailedToGet"
	switch {
	case !ok:
		if _, old := p.Conditions.Get(ValidPayload); old || len(p.Conditions) == 0 {
			out.Skip(p.lackConditions())
		}
	case c.True() || (absent && !there):
	default:
		f := p.finding(p.Object, c.Value, notGenerated(p.EffectiveHash, c.Reason, c.Message))
		f.Subject = SecretName(TokenSecret, p.Name, p.EffectiveHash)
		out.Report(f)
	}
}

// written returns a condition of the operator's last pass. Unlike Current it
// counts while the pool is paused: a pause ends the pass later.
func (p *Pool) written(typ string) (Condition, bool) {
	c, ok := p.Conditions.Get(typ)
	return c, ok && p.fresh(c) && len(p.Conditions.Blocking()) == 0
}

func notGenerated(hash, reason, message string) string {
	if reason == "" {
		reason = "no reason yet"
	}
	return fmt.Sprintf("payload %s is not generated (%s: %s): machines cannot boot with it", hash, reason, quoted(message))
}

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
			read = read || x.state == payload.Readable
			switch {
			case x.state != payload.Readable:
			case x.clusterMissing && p.Params.Payloads:
				out.Skip(p.lackCluster())
			case x.verified == No && p.inUse(x.secret):
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

var formulaOnlyDrift = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/formula-only-drift", Severity: checks.Info,
		Title:  "The hash changed, the configuration behind it did not",
		Why:    "Operator builds have changed what goes into the hash. Walked back to the machine configuration, both hashes are the same: ConfigUpdatePending says that something waits although no content does.",
		Fix:    "Nothing; the next rollout takes the new hash.",
		Source: "HyperShift, OCPBUGS-105865 and OCPBUGS-50860",
		Fails: example("--assume hash=ce3b0a98", sampleCluster+samplePool+sampleWorkload, "4.18.5", "4.23.1",
			"ConfigUpdatePending, status: \"False\"", "ConfigUpdatePending, status: \"True\", reason: ManagementConfigDrift"),
		Passes: example("--assume hash=8d3fc104", sampleCluster+samplePool+sampleWorkload, "4.18.5", "4.23.1",
			"ConfigUpdatePending, status: \"False\"", "ConfigUpdatePending, status: \"True\", reason: ManagementConfigDrift"),
	},
	Check: func(p *Pool, out *checks.Sink) {
		h, v := p.Hashes, p.Versions
		if p.State == ManagementDrift && !h.Current.Known && p.Params.Payloads {
			out.Skip(p.lackHash())
			return
		}
		if p.ended() || !h.Current.Set() || !h.Deployed.Set() || h.Current.Value == h.Deployed.Value {
			return
		}
		if p.HostedCluster == nil {
			out.Skip(p.lackCluster())
			return
		}
		older, okOld := payload.ParseHash(h.Deployed.Value)
		newer, okNew := payload.ParseHash(h.Current.Value)
		if !okOld || !okNew || !v.Requested.Set() || v.Requested.Value != v.Deployed.Value || len(p.Payload.Difference) > 0 {
			return
		}
		if fit, ok := payload.FormulaOnly(older, newer, p.formulas(v.Requested.Value)); ok {
			out.Report(p.resting(p.finding(p.Object, p.Object.Get("status", "conditions"), fmt.Sprintf(
				"hashes %s and %s are consistent with the same machine configuration; only the formula differs (%s)",
				h.Deployed.Value, h.Current.Value, formulaNote(fit)))))
		}
	},
}

func formulaNote(fit payload.Variant) string {
	if fit.Present() {
		return "the newer operator leaves something out"
	}
	return "the older one: " + fit.Notes()
}
