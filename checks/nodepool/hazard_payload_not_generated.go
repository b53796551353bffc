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
