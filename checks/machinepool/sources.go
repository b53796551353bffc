package machinepool

import (
	"encoding/base64"

	"github.com/zclconf/go-cty/cty"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/flow"
)

// sources are the inputs that can change in an object's life: those of the
// contract without the identity, and user variables.
func (in *Input) sources() []flow.Source {
	var out []flow.Source
	for _, v := range in.Module.Variables {
		known, ok := in.Contract.Input(v.Name)
		if ok && known.Identity {
			continue
		}
		s := flow.Source{Name: v.Name, Pairs: typicalChanges[v.Name]}
		if v.Name == contract.BootstrapData {
			s.Form = flow.AsGiven
		}
		out = append(out, s)
	}
	return out
}

// typicalChanges are changes of inputs that happen: a rotated token, the next
// patch release, an edited label, one more replica, another template, a further
// domain, other limits of the scaler or none.
var typicalChanges = map[string][][2]cty.Value{
	contract.BootstrapData: {{payload("aaaaaa.0000000000000000"), payload("bbbbbb.1111111111111111")}},
	contract.Version:       {{cty.StringVal("v1.31.4+rke2r1"), cty.StringVal("v1.31.5+rke2r1")}},
	contract.NodeLabels:    {{labelsOfAllKinds("a"), labelsOfAllKinds("b", "zone", "c")}},
	contract.Replicas:      {{cty.NumberIntVal(3), cty.NumberIntVal(4)}},
	contract.Tags:          {{tagValues("a"), tagValues("b")}},
	"failure_domains": {
		{stringList("a"), stringList("a", "b")},
		{stringList("a"), cty.ListValEmpty(cty.String)},
	},
	"cluster_failure_domains": {{stringList("a"), stringList("a", "b")}},
	contract.Autoscaling: {
		{autoscaling(true, cty.NumberIntVal(1), cty.NumberIntVal(3)), autoscaling(true, cty.NumberIntVal(2), cty.NumberIntVal(5))},
		{autoscaling(true, cty.NumberIntVal(1), cty.NumberIntVal(3)), autoscaling(false, cty.Zero, cty.Zero)},
	},
	contract.BootstrapFormat: {{cty.StringVal("cloud-config"), cty.StringVal("ignition")}},
}

// labelsOfAllKinds are labels that a module may tell apart by their keys.
func labelsOfAllKinds(value string, more ...string) cty.Value {
	return stringMap(append(more, "team", value, "example.com/team", value, "node.cluster.x-k8s.io/pool", value,
		"node-restriction.kubernetes.io/pool", value, "node-role.kubernetes.io/worker", value)...)
}

// suffixChange is a change of the distribution's suffix alone.
var suffixChange = flow.Source{
	Name:  contract.Version,
	Pairs: [][2]cty.Value{{cty.StringVal("v1.31.4+rke2r1"), cty.StringVal("v1.31.4+rke2r2")}},
}

func payload(token string) cty.Value {
	text := "#cloud-config\nruncmd:\n- kubeadm join 10.0.0.1:6443 --token " + token + "\n"
	return cty.StringVal(base64.StdEncoding.EncodeToString([]byte(text)))
}

func stringMap(pairs ...string) cty.Value {
	out := map[string]cty.Value{}
	for n := 0; n+1 < len(pairs); n += 2 {
		out[pairs[n]] = cty.StringVal(pairs[n+1])
	}
	return cty.MapVal(out)
}

func stringList(items ...string) cty.Value {
	out := make([]cty.Value, len(items))
	for n, s := range items {
		out[n] = cty.StringVal(s)
	}
	return cty.ListVal(out)
}

// tagValues are the fixed tags of an object; only the template can change.
func tagValues(template string) cty.Value {
	return stringMap("captf.io/cluster", "c", "captf.io/namespace", "n", "captf.io/kind", "TerraformMachinePool",
		"captf.io/name", "p", "captf.io/managed-by", "captf", "captf.io/template", template)
}

// suffixes follows a change of the version's suffix alone.
func (in *Input) suffixes() *flow.View { return in.flows().Following("suffix", suffixChange) }
