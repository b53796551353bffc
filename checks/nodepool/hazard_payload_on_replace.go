package nodepool

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

var payloadOnReplace = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/payload-on-replace", Severity: checks.Info,
		Title:  "Token secrets of a Replace pool hold the whole generated payload",
		Why:    "Only in-place upgrades need the payload key. On Replace pools it makes every token secret some hundred kilobytes larger, which the management cluster's API server keeps in memory.",
		Fix:    "Update the operator; newer ones do not write the key on Replace pools.",
		Source: "HyperShift, report 1843",
		Fails:  example("", sampleSettled+"  data: {payload: \"\"}\n"+secretItem("token-workers-334d04d7", "2026-08-01T09:00:00Z")+"  data: {payload: \"\"}\n"),
		Passes: example("", sampleSettled),
	},
	Check: func(p *Pool, out *checks.Sink) {
		if p.UpgradeType != "Replace" || p.State == Unsupported {
			return
		}
		f := checks.Finding{}
		for _, s := range p.Secrets {
			v := s.Object.Get("data", "payload")
			if s.Role != TokenSecret || !v.Present() {
				continue
			}
			if len(f.Related) == 0 {
				f = p.finding(s.Object, v, "")
			}
			f.Related = append(f.Related, related(s.Object, v, s.Name, "holds the payload key"))
		}
		if n := len(f.Related); n > 0 {
			f.Message = several(n, "token secret") + " of this Replace pool with the whole payload (key payload), which only in-place upgrades need"
			out.Report(f)
		} else if !p.Has.Secrets {
			out.Skip(p.lackSecrets())
		}
	},
}
