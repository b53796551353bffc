package nodepool

import (
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

var deletionBlocked = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/deletion-blocked", Severity: checks.Warning,
		Title:  "Something keeps the deletion from finishing",
		Why:    "The operator waits for the pool's last machine before it deletes secrets and drops the finalizer. Older operators also stop when the pull secret is gone, because they look it up before they clean up.",
		Fix:    "Find out why the named machines stay (drain, cloud errors); restore the pull secret until the deletion is through.",
		Source: "HyperShift, reports 411 and 1216",
		Fails: example("", samplePool+machineList+machineItem("workers-1", "user-data-workers-c3481e6f", ""),
			"  generation: 4\n", "  generation: 4\n"+deletionLine),
		Passes: example("", samplePool+machineList+machineItem("workers-1", "user-data-workers-c3481e6f", "")),
	},
	Check: func(p *Pool, out *checks.Sink) {
		if !p.Deleting() {
			return
		}
		var reasons []string
		f := p.finding(p.Object, p.Object.Get("metadata", "deletionTimestamp"), "")
		if n := len(p.Machines); n > 0 {
			var names []string
			for _, m := range p.Machines {
				names = append(names, m.Object.Name)
				f.Related = append(f.Related, related(m.Object, m.Object.Get("metadata", "name"), "Machine/"+m.Object.Name, "is still there"))
			}
			reasons = append(reasons, several(n, "machine")+" left ("+strings.Join(names, ", ")+")")
		}
		if name, gone := p.pullSecretGone(); gone && len(p.Secrets) > 0 {
			reasons = append(reasons, "pull secret "+name+" gone while "+several(len(p.Secrets), "secret")+" of the pool remain (whether that blocks depends on the operator's release)")
		}
		if len(reasons) > 0 {
			f.Message = "the deletion waits: " + strings.Join(reasons, "; ")
			out.Report(f)
		} else if p.Automated && !p.Has.Machines {
			out.Skip(p.lackMachines())
		}
	},
}

// pullSecretGone reports whether the pull secret that the cluster names is
// known not to exist.
func (p *Pool) pullSecretGone() (name string, gone bool) {
	if p.HostedCluster == nil {
		return "", false
	}
	name = p.HostedCluster.Get("spec", "pullSecret", "name").Text()
	_, there := p.Snapshot.Get(SecretKind, p.Namespace, name)
	return name, name != "" && !there && p.Snapshot.Complete(SecretKind, p.Namespace)
}
