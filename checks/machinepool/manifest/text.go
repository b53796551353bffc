package manifest

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

// ambiguous reports what the rules read as text and YAML reads as something
// else. A null is as good as no value, so it is left out.
func (in *Input) ambiguous() checks.Result {
	var out checks.Result
	for _, p := range in.read().pools {
		out.Findings = append(out.Findings, checks.AmbiguousScalars(p.object, present(p.texts())...)...)
	}
	for _, g := range in.read().groups {
		ids := append([]checks.Value{g.spec.Get("providerID")}, g.spec.Get("providerIDList").Items()...)
		out.Findings = append(out.Findings, checks.AmbiguousScalars(g.object, present(ids)...)...)
	}
	for _, o := range usable(in.New, coreGroup, "MachineHealthCheck") {
		out.Findings = append(out.Findings, checks.AmbiguousScalars(o, present(children(o.Get("spec", "selector", "matchLabels")))...)...)
	}
	return out
}

// texts are the values of a pool that its API type declares as strings.
func (p *pool) texts() []checks.Value {
	out := []checks.Value{p.template.Get("version"), p.template.Get("bootstrap", "dataSecretName")}
	out = append(out, children(p.annotations[0])...)
	out = append(out, children(p.labels[0])...)
	return append(out, p.failureDomains.Items()...)
}

func children(v checks.Value) []checks.Value {
	var out []checks.Value
	for _, child := range v.Fields() {
		out = append(out, child)
	}
	return out
}

func present(list []checks.Value) []checks.Value {
	out := list[:0]
	for _, v := range list {
		if v.Exists() {
			out = append(out, v)
		}
	}
	return out
}
