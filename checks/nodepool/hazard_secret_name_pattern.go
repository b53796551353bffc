package nodepool

import (
	"fmt"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

var secretNamePattern = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/secret-name-pattern", Severity: checks.Warning,
		Title:  "The workload names a bootstrap secret that the operator would not make",
		Why:    "The operator takes the last dash-separated segment of the name for the deployed hash, whatever it is, and nothing when there are fewer than four segments. A foreign name therefore yields a deployed hash that belongs to no payload.",
		Fix:    "Do not write dataSecretName by hand; the next propagation puts the operator's own name there.",
		Source: "NodePool Rollout State Machine, Status Reconciliation",
		Fails:  example("", sampleSettled, "dataSecretName: user-data-workers-c3481e6f", "dataSecretName: bootstrap"),
		Passes: example("", sampleSettled),
	},
	Check: func(p *Pool, out *checks.Sink) {
		w := p.Workload
		if w == nil {
			if p.Automated && !p.Has.Workload && !p.ended() {
				out.Skip(p.lackWorkload())
			}
			return
		}
		if w.Reference == "" || (hashPattern.MatchString(w.Hash) && w.Reference == SecretName(UserDataSecret, p.Name, w.Hash)) {
			return
		}
		reads := "no deployed hash"
		if w.Hash != "" {
			reads = fmt.Sprintf("%q as the deployed hash", w.Hash)
		}
		f := p.finding(w.Object, w.Object.Get("spec", "template", "spec", "bootstrap", "dataSecretName"),
			fmt.Sprintf("the bootstrap secret %q is not user-data-%s-<8 hexadecimal digits>; the operator reads %s from it", w.Reference, p.Name, reads))
		f.Subject = p.WorkloadName()
		out.Report(f)
	},
}
