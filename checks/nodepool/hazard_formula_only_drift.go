package nodepool

import (
	"fmt"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool/payload"
)

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
