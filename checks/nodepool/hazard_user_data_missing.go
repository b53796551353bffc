package nodepool

import (
	"cmp"
	"slices"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

var userDataMissing = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/user-data-missing", Severity: checks.Error,
		Title:  "A machine or workload names a bootstrap secret that does not exist",
		Why:    "New machines cannot boot without it. Where the platform keeps boot data attached (KubeVirt), existing machines fail as well when they restart.",
		Fix:    "Let the workload move to an existing payload, or restore the secret if it was deleted by hand.",
		Source: "NodePool Rollout State Machine, cleanupOutdated(); Secret Janitor",
		Fails:  example("", sampleSettled, "dataSecretName: user-data-workers-c3481e6f", "dataSecretName: user-data-workers-7419af7f"),
		Passes: example("", sampleSettled),
	},
	Check: func(p *Pool, out *checks.Sink) {
		if p.ended() {
			return
		}
		unseen := false
		for _, r := range p.references() {
			switch {
			case r.exists(p):
			case !p.Has.Secrets:
				unseen = true
			case !r.cleanedUp(p):
				out.Report(r.finding(p))
			}
		}
		if unseen {
			out.Skip(p.lackSecrets())
		}
		if p.Automated && !p.Has.Machines {
			out.Skip(p.lackMachines())
		}
	},
}

// bootReference is a bootstrap secret with everything that names it.
type bootReference struct {
	name  string
	users []user
}

// user is an object that names a bootstrap secret; joined tells that it needs
// the secret no more: a machine whose node exists, or a revision that wants no
// more machines than it has, as old ones do that are being scaled down.
type user struct {
	object *checks.Object
	at     checks.Value
	joined bool
}

// references collects the bootstrap secrets that the workload, revisions in
// use and machines name, sorted by name.
func (p *Pool) references() []bootReference {
	byName := map[string][]user{}
	if p.Workload != nil {
		byName[p.Workload.Reference] = append(byName[p.Workload.Reference], workloadUser(p.Workload))
	}
	for _, r := range p.Revisions {
		if n := r.Object.Get("spec", "replicas").Text(); n != "0" {
			u := workloadUser(r)
			u.joined = r.satisfied()
			byName[r.Reference] = append(byName[r.Reference], u)
		}
	}
	for _, m := range p.Machines {
		u := user{m.Object, m.Object.Get("spec", "bootstrap", "dataSecretName"), m.Node != ""}
		byName[m.Reference] = append(byName[m.Reference], u)
	}
	delete(byName, "")
	var out []bootReference
	for name, users := range byName {
		out = append(out, bootReference{name, users})
	}
	slices.SortFunc(out, func(a, b bootReference) int { return cmp.Compare(a.name, b.name) })
	return out
}

// satisfied reports whether a revision is known to want no more machines than
// it has.
func (w *Workload) satisfied() bool {
	c := w.Counters
	return c.Desired != nil && c.Total != nil && *c.Desired <= *c.Total
}

func workloadUser(w *Workload) user {
	return user{object: w.Object, at: w.Object.Get("spec", "template", "spec", "bootstrap", "dataSecretName")}
}

func (r bootReference) exists(p *Pool) bool {
	_, ok := p.Snapshot.Get(SecretKind, p.ControlPlaneNamespace, r.name)
	return ok
}

// cleanedUp recognises the normal end of user-data: it belongs to the completed
// payload, a change was asked for, and nothing that names it boots another
// machine with it.
// KubeVirt machines need it for as long as they live.
func (r bootReference) cleanedUp(p *Pool) bool {
	completed := p.Evidence.Hashes.Completed
	return completed.Set() && r.name == SecretName(UserDataSecret, p.Name, completed.Value) &&
		p.Outdated != No && p.Platform != "KubeVirt" && p.ClusterPlatform != "KubeVirt" &&
		!slices.ContainsFunc(r.users, func(u user) bool { return !u.joined })
}

func (r bootReference) finding(p *Pool) checks.Finding {
	first := r.users[0]
	message := first.object.Kind + " " + first.object.Name + " boots from secret " + r.name + ", which does not exist: new machines cannot start"
	if p.ClusterPlatform == "KubeVirt" {
		message += ", and existing ones fail when they restart"
	}
	f := p.finding(first.object, first.at, message)
	f.Subject = r.name
	for _, u := range r.users {
		f.Related = append(f.Related, related(u.object, u.at, u.object.Kind+"/"+u.object.Name, "names the secret"))
	}
	return f
}
