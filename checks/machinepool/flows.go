package machinepool

import (
	"encoding/base64"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/flow"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/module"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/provider"
)

// Modes in which counts are judged.
const (
	fixedMode  = "fixed"
	scaledMode = "scaled"
	// sampledMode is the fixed mode with a known number of replicas.
	sampledMode = "sampled"
)

// formats are the values of bootstrap_format, each a mode of its own; with
// labels there is a second one.
var formats = []string{"cloud-config", "ignition"}

const withLabels = " with labels"

// sampleSize is a number of replicas that no module writes by chance.
const sampleSize = 73

// flows is the data-flow analysis of the module, made at first use.
func (in *Input) flows() *flow.Analysis {
	in.once.Do(func() {
		in.analysis = flow.Analyse(in.Module, flow.Options{
			Table:    provider.Known(),
			Contract: func(name string) bool { _, ok := in.Contract.Input(name); return ok },
			Sources:  in.sources(),
			Modes:    modes(),
		})
	})
	return in.analysis
}

func modes() map[string]map[string]cty.Value {
	out := map[string]map[string]cty.Value{
		fixedMode:   {contract.Autoscaling: autoscaling(false, cty.Zero, cty.Zero)},
		scaledMode:  {contract.Autoscaling: autoscaling(true, cty.UnknownVal(cty.Number), cty.UnknownVal(cty.Number))},
		sampledMode: {contract.Autoscaling: autoscaling(false, cty.Zero, cty.Zero), contract.Replicas: cty.NumberIntVal(sampleSize)},
	}
	for _, f := range formats {
		out[f] = map[string]cty.Value{contract.BootstrapFormat: cty.StringVal(f)}
		out[f+withLabels] = map[string]cty.Value{contract.BootstrapFormat: cty.StringVal(f), contract.NodeLabels: stringMap("team", "a")}
	}
	return out
}

func autoscaling(enabled bool, low, high cty.Value) cty.Value {
	return cty.ObjectVal(map[string]cty.Value{"enabled": cty.BoolVal(enabled), "min": low, "max": high})
}

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

// sinks are what holds the members of the pool: groups of a known type, and
// single machines whose number follows var.replicas.
func (in *Input) sinks() []*flow.Node {
	view := in.flows().Free()
	var out []*flow.Node
	for _, n := range view.Nodes() {
		switch {
		case !n.Managed() || n.Exists() == flow.No:
		case n.Kind() == provider.Group, n.Kind() == provider.Machine && view.Of(n.Presence(), contract.Replicas) != flow.No:
			out = append(out, n)
		}
	}
	return out
}

// isGroup reports native groups among the sinks.
func isGroup(n *flow.Node) bool { return n.Kind() == provider.Group }

// eachSink makes a rule body from one about a group or counted machine. Without
// one the rule cannot be judged, unless the module manages nothing native.
func eachSink(check func(in *Input, sink *flow.Node, out *checks.Sink)) func(*Input, *checks.Sink) {
	return func(in *Input, out *checks.Sink) {
		sinks := in.sinks()
		if len(sinks) == 0 {
			in.skipUnknown(out)
		}
		for _, n := range sinks {
			check(in, n, out)
		}
	}
}

// withSink makes a rule body from one about the module as a whole that needs a
// known group or counted machine somewhere.
func withSink(check func(in *Input, out *checks.Sink)) func(*Input, *checks.Sink) {
	return func(in *Input, out *checks.Sink) {
		if len(in.sinks()) == 0 {
			in.skipUnknown(out)
			return
		}
		check(in, out)
	}
}

// skipUnknown tells what hides the answer: resource types that the table does
// not know, and modules that are not read.
func (in *Input) skipUnknown(out *checks.Sink) {
	view := in.flows().Free()
	for _, n := range view.Nodes() {
		if n.Managed() && !n.Known() && !utility(n.Resource().Type) {
			out.Skip(unknownType(n.Resource().Type))
		}
	}
	if _, names := view.Remote(); len(names) > 0 {
		for _, name := range names {
			out.Skip(checks.NotEvaluated{
				ID: "remote-source", Because: name + " is not read",
				How: "vendor the module below the module directory and call it by a local path",
			})
		}
	}
}

func unknownType(typ string) checks.NotEvaluated {
	return checks.NotEvaluated{
		ID: "unknown-resource", Because: "nothing is known about " + typ,
		How: "check by hand what a change of its arguments does",
	}
}

// skipSink tells that a group itself cannot be judged.
func (in *Input) skipSink(n *flow.Node, out *checks.Sink) {
	if n.Trust() != flow.Yes {
		u := unknownType(n.Resource().Type)
		u.Because = "what is known about " + n.Resource().Type + " is not verified for this provider and version"
		out.Skip(u)
		return
	}
	in.skipUnknown(out)
}

// pathTexts are the steps of a proof as strings.
func pathTexts(steps []flow.Step) []string {
	out := make([]string, len(steps))
	for n, s := range steps {
		out[n] = s.Text
	}
	return out
}

// proved makes a finding with its proof. The related positions begin with those
// of the path, in its order.
func proved(at hcl.Range, subject string, path []flow.Step, format string, args ...any) checks.Finding {
	f := found(at, subject, format, args...)
	f.Path = pathTexts(path)
	for _, s := range path {
		f.Related = append(f.Related, related(s.Range, s.Text, ""))
	}
	return f
}

// lastPlace is the place of the last step before the effect: the argument that
// brings the change to the group.
func lastPlace(path []flow.Step) hcl.Range {
	for n := len(path) - 1; n >= 0; n-- {
		if path[n].Kind != flow.Effect && path[n].Range.Filename != "" {
			return path[n].Range
		}
	}
	return hcl.Range{}
}

// refusesAutoscaling reports a module that fails when autoscaling is on.
func (in *Input) refusesAutoscaling() bool { return in.refuses(scaledMode) }

// refuses reports a module that certainly fails in a mode.
func (in *Input) refuses(mode string) bool {
	return slices.ContainsFunc(in.flows().In(mode).Conditions(), func(c flow.Condition) bool {
		v := c.Result
		return v.IsKnown() && !v.IsNull() && v.Type() == cty.Bool && v.False()
	})
}

// usesAutoscaling reports a module that does something with the input.
func (in *Input) usesAutoscaling() bool { return in.used(contract.Autoscaling) }

// used reports whether an input reaches a managed resource, a provider
// configuration, a provisioner or a module that is not read.
func (in *Input) used(name string) bool {
	view := in.flows().Free()
	remote, _ := view.Remote()
	if view.Of(remote, name) != flow.No || view.Of(view.Provisioned(), name) != flow.No {
		return true
	}
	return slices.ContainsFunc(view.Nodes(), func(n *flow.Node) bool {
		return n.Managed() && (view.Of(n.Written("*"), name) != flow.No || view.Of(n.Presence(), name) != flow.No)
	})
}

// moduleOf is the module that a resource is written in.
func (in *Input) editable(n *flow.Node) *module.File { return in.fileOf(n.Resource().Block.DefRange()) }
