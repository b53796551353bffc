package nodepool

import (
	"cmp"
	"slices"
)

// linkWorkload finds the workload, its revisions and the machines.
func (l *linker) linkWorkload(p *Pool) {
	o, ok := l.snapshot.Get(p.workloadKind(), p.ControlPlaneNamespace, p.Name)
	if ok && ours(o, p) && !isRevision(o) {
		p.Workload = newWorkload(o)
	}
	for _, ms := range l.revisions[[2]string{p.ControlPlaneNamespace, p.Name}] {
		if ours(ms, p) && p.UpgradeType == "Replace" {
			p.Revisions = append(p.Revisions, newWorkload(ms))
		}
	}
	p.Machines = l.poolMachines(p)
}

// poolMachines finds machines by annotation and, where a dump lost it, by the
// MachineSets of the pool.
func (l *linker) poolMachines(p *Pool) []*Machine {
	list := slices.Clone(l.owned[MachineKind][p.ID()])
	sets := p.Revisions
	if p.Workload != nil {
		sets = append(slices.Clone(sets), p.Workload)
	}
	for _, set := range sets {
		for _, m := range l.machines[[2]string{p.ControlPlaneNamespace, set.Object.Name}] {
			if ours(m, p) && set.Object.Kind == "MachineSet" && !slices.Contains(list, m) {
				list = append(list, m)
			}
		}
	}
	var out []*Machine
	for _, m := range list {
		if m.Namespace == p.ControlPlaneNamespace {
			out = append(out, newMachine(m))
		}
	}
	slices.SortFunc(out, func(a, b *Machine) int { return cmp.Compare(a.Object.Name, b.Object.Name) })
	return out
}

func (l *linker) linkSecrets(p *Pool) {
	for _, o := range l.owned[SecretKind][p.ID()] {
		if o.Namespace != p.ControlPlaneNamespace {
			continue
		}
		if s, ok := newSecret(o, p.Name); ok {
			p.Secrets = append(p.Secrets, s)
		}
	}
}

func (l *linker) setCompleteness(p *Pool) {
	ns := p.ControlPlaneNamespace
	p.Has = Completeness{
		HostedCluster: l.snapshot.Complete(HostedClusterKind, p.Namespace),
		Workload:      l.snapshot.Complete(p.workloadKind(), ns),
		Revisions:     l.snapshot.Complete(MachineSetKind, ns),
		Machines:      l.snapshot.Complete(MachineKind, ns),
		Secrets:       l.snapshot.Complete(SecretKind, ns),
	}
}

// leaveAlone takes out what has keys that stand twice, so that the pool is
// judged as if the input did not hold it, and notes it for a finding.
func (l *linker) leaveAlone(p *Pool) {
	if unread(p.Object) {
		p.Unread = append(p.Unread, p.Object)
	}
	if p.HostedCluster != nil && unread(p.HostedCluster) {
		p.Unread, p.HostedCluster, p.Has.HostedCluster = append(p.Unread, p.HostedCluster), nil, false
	}
	if p.Workload != nil && unread(p.Workload.Object) {
		p.Unread, p.Workload, p.Has.Workload = append(p.Unread, p.Workload.Object), nil, false
	}
	p.Secrets = slices.DeleteFunc(p.Secrets, func(s *Secret) bool {
		twice := unread(s.Object)
		if twice {
			p.Unread, p.Has.Secrets = append(p.Unread, s.Object), false
		}
		return twice
	})
}
