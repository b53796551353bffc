package nodepool

// gates are the propagation gates in one world. A gate that is true by its
// formula is yes only when the write would change something; else the operator
// goes on to the completion step instead.
func (w possibility) gates(reference, pool string) Gates {
	if w.Generation == GenerationA {
		return w.singleHashGates(reference, pool)
	}
	version := w.DV != w.V
	changes := !w.Workload || version || reference != SecretName(UserDataSecret, pool, w.Effective)
	request := w.Request()
	return Gates{
		Version: answer(version && changes),
		Config:  answer(w.Baseline != "" && w.Rw != w.Baseline && changes),
		Revert:  answer(request != "" && w.R != request && changes),
	}
}

// singleHashGates: generation A writes whenever the reference is not the one
// of the full hash.
func (w possibility) singleHashGates(reference, pool string) Gates {
	return Gates{
		Version: answer(w.DV != w.V),
		Config:  answer(reference != SecretName(UserDataSecret, pool, w.H)),
		Revert:  No,
	}
}

// noGates is the answer for pools without a workload to write.
func noGates(a Answer) Gates { return Gates{Version: a, Config: a, Revert: a, PlatformTemplate: a} }

// join keeps what two worlds agree on.
func (g Gates) join(o Gates) Gates {
	return Gates{
		Version: g.Version.join(o.Version), Config: g.Config.join(o.Config),
		Revert: g.Revert.join(o.Revert), PlatformTemplate: g.PlatformTemplate.join(o.PlatformTemplate),
	}
}

// joinGates evaluates the gates of every world.
func joinGates(p *Pool, possible []possibility) Gates {
	if !p.Automated {
		return noGates(No)
	}
	var out Gates
	for _, w := range possible {
		out = out.join(w.gates(reference(p, w), p.Name))
	}
	out.PlatformTemplate = templateGate(p)
	return out
}

// reference is the bootstrap reference of the workload in a world.
func reference(p *Pool, w possibility) string {
	if p.Workload != nil {
		return p.Workload.Reference
	}
	if w.D == "" {
		return ""
	}
	return SecretName(UserDataSecret, p.Name, w.D)
}

// templateGate tells whether the machine template is about to be switched. The
// template's name holds a hash that cannot be computed from outside, so the
// condition that names the target is the evidence.
func templateGate(p *Pool) Answer {
	c, ok := p.Current(UpdatingTemplate)
	if !ok {
		if _, current := p.Current(UpdatingConfig); current {
			return No
		}
		return Unknown
	}
	if !c.True() {
		return No
	}
	if p.Workload == nil {
		return Unknown
	}
	return answer(lastWord(c.Message) != p.Workload.Template)
}
