package machinepool

import (
	"slices"

	"github.com/zclconf/go-cty/cty"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/flow"
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

// refusesAutoscaling reports a module that fails when autoscaling is on.
func (in *Input) refusesAutoscaling() bool { return in.refuses(scaledMode) }

// refuses reports a module that certainly fails in a mode.
func (in *Input) refuses(mode string) bool {
	return slices.ContainsFunc(in.flows().In(mode).Conditions(), func(c flow.Condition) bool {
		v := c.Result
		return v.IsKnown() && !v.IsNull() && v.Type() == cty.Bool && v.False()
	})
}
