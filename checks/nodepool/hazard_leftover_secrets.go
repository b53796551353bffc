package nodepool

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

var leftoverSecrets = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/leftover-secrets", Severity: checks.Info,
		Title:  "Secrets of old payloads stay for ever on this platform",
		Why:    "On KubeVirt, and on AWS with clusters before 4.16, the secret janitor leaves secrets alone. Nothing names these any more and nothing will delete them.",
		Fix:    "They are safe to delete by hand once no machine boots with them.",
		Source: "NodePool Rollout State Machine, Secret Janitor",
		Fails: example("", sampleSettled+secretItem("user-data-workers-334d04d7", "2026-08-01T09:00:00Z"),
			"{type: Azure}", "{type: KubeVirt}"),
		Passes: example("", sampleSettled+secretItem("user-data-workers-334d04d7", "2026-08-01T09:00:00Z")),
	},
	Check: func(p *Pool, out *checks.Sink) {
		if p.ended() {
			return
		}
		var list []checks.Related
		var first *Secret
		for _, v := range p.Verdicts {
			s, ok := p.secretNamed(v.Name)
			if !ok || v.Fate != Leftover {
				continue
			}
			if first == nil {
				first = s
			}
			list = append(list, related(s.Object, s.Object.Get("metadata", "name"), s.Name, "nothing names it"))
		}
		if first != nil {
			f := p.finding(first.Object, first.Object.Get("metadata", "name"), several(len(list), "secret")+
				" of old payloads left over; on platform "+p.ClusterPlatform+" the operator keeps such secrets for ever")
			f.Related = list
			out.Report(f)
		}
		if !p.Has.Secrets {
			out.Skip(p.lackSecrets())
		}
	},
}

func (p *Pool) secretNamed(name string) (*Secret, bool) {
	for _, s := range p.Secrets {
		if s.Name == name {
			return s, true
		}
	}
	return nil, false
}
