package machinepool

import (
	"github.com/zclconf/go-cty/cty"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/fix"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/flow"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/provider"
)

func poolMinMaxPin() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "pool/min-max-pin", Severity: checks.Warning,
			Title: "A fixed pool does not follow replicas",
			Why: "A group that ignores its desired count follows var.replicas only when the smallest and largest size are both pinned to it " +
				"while autoscaling is off. var.autoscaling.min and max are 0 then: used as they are, the pool shrinks to nothing.",
			Fix:    "min_size = var.autoscaling.enabled ? var.autoscaling.min : var.replicas, and max_size alike.",
			Source: "seeds/003, Module note",
			Fails: checks.Example{Args: lint, Files: awsPool(
				"var.autoscaling.enabled ? var.autoscaling.min : var.replicas", "var.autoscaling.min",
				"var.autoscaling.enabled ? var.autoscaling.max : var.replicas", "var.autoscaling.max")},
			Passes: checks.Example{Args: lint, Files: awsPool()},
		},
		Check: eachSink(func(in *Input, sink *flow.Node, out *checks.Sink) {
			b := in.boundsOf(sink)
			if b.needed && b.exist && b.pinned == flow.No {
				out.Report(in.boundsFinding(sink, b))
			}
		}),
	}
}

func poolIgnoreWithoutScaler() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "pool/ignore-without-scaler", Severity: checks.Warning,
			Title: "Nothing carries replicas while autoscaling is off",
			Why: "The group ignores its desired count, and nothing else sets its size while autoscaling is off. An edit of spec.replicas then " +
				"does nothing.",
			Fix:    "Keep an autoscale setting with its limits at var.replicas while autoscaling is off, or use two groups of which only one ignores its count.",
			Source: "machinepool.md 1.5 L2",
			Fails: checks.Example{Args: lint, Files: azurePool(
				"resource \"azurerm_monitor_autoscale_setting\" \"scale\" {\n", "resource \"azurerm_monitor_autoscale_setting\" \"scale\" {\n  count               = var.autoscaling.enabled ? 1 : 0\n")},
			Passes: checks.Example{Args: lint, Files: azurePool()},
		},
		Check: eachSink(func(in *Input, sink *flow.Node, out *checks.Sink) {
			b := in.boundsOf(sink)
			if b.needed && !b.exist && b.ignored {
				f := found(sink.RangeOf("lifecycle"), sink.Address(),
					"%s ignores its desired count, and nothing else carries var.replicas while autoscaling is off: edits of replicas do nothing", sink.Address())
				out.Report(cure(f, "pin the size in another way while autoscaling is off", nil))
			}
		}),
	}
}

// bounds says what sets the size of a group in fixed mode.
type bounds struct {
	// needed is true when the desired count does not do it; ignored when that is
	// because of ignore_changes.
	needed, ignored bool
	// exist is true when arguments for the smallest or largest size exist,
	// pinned how certain they are both the number of replicas.
	exist  bool
	pinned flow.Certainty
	// loose are settings that are certainly something else.
	loose []flow.Setting
}

func (in *Input) boundsOf(sink *flow.Node) bounds {
	view := in.flows().In(sampledMode)
	group := view.Node(sink.Address())
	if !isGroup(group) || group.Row().Size == nil || group.Exists() == flow.No {
		return bounds{}
	}
	b := bounds{ignored: group.Ignores(group.Row().Size.Argument)}
	b.needed = b.ignored || unset(group.Settings(group.Row().Size.Argument))
	if !b.needed {
		return b
	}
	for _, n := range view.Nodes() {
		if n == group || n.Kind() == provider.Scaler && n.Exists() != flow.No && n.Targets(group) != flow.No {
			in.addBounds(&b, n)
		}
	}
	return b
}

func unset(settings []flow.Setting) bool {
	for _, s := range settings {
		if !s.Value.IsKnown() || !s.Value.IsNull() {
			return false
		}
	}
	return true
}

// addBounds judges the limits that one resource has.
func (in *Input) addBounds(b *bounds, n *flow.Node) {
	if n.Row() == nil || n.Row().Bounds == nil {
		return
	}
	low, high := n.Settings(n.Row().Bounds.Min), n.Settings(n.Row().Bounds.Max)
	if len(low) == 0 || len(high) == 0 {
		return
	}
	b.exist = true
	pinned := flow.Yes
	if n.Ignores(n.Row().Bounds.Min) || n.Ignores(n.Row().Bounds.Max) {
		pinned = flow.No
	}
	for _, s := range append(low, high...) {
		c := in.pinned(n, s)
		if c == flow.No {
			b.loose = append(b.loose, s)
		}
		pinned = min(pinned, c)
	}
	b.pinned = max(b.pinned, pinned)
}

// pinned is how certain a limit is the number of replicas in fixed mode.
func (in *Input) pinned(n *flow.Node, s flow.Setting) flow.Certainty {
	v := s.Value
	if !v.IsWhollyKnown() {
		v = s.Usual
	}
	if v.IsWhollyKnown() {
		if !v.IsNull() && v.RawEquals(cty.NumberIntVal(sampleSize)) {
			return flow.Yes
		}
		return flow.No
	}
	view := in.flows().OfIn(contract.Replicas, fixedMode)
	for _, other := range view.Node(n.Address()).Settings(n.Row().Bounds.Min) {
		if other.Attribute == s.Attribute && view.Of(other.Taint, contract.Replicas) == flow.No {
			return flow.No
		}
	}
	for _, other := range view.Node(n.Address()).Settings(n.Row().Bounds.Max) {
		if other.Attribute == s.Attribute && view.Of(other.Taint, contract.Replicas) == flow.No {
			return flow.No
		}
	}
	return flow.Maybe
}

func (in *Input) boundsFinding(sink *flow.Node, b bounds) checks.Finding {
	at := sink.Resource().Block.DefRange()
	if len(b.loose) > 0 {
		at = b.loose[0].Attribute.NameRange
	}
	f := found(at, sink.Address(),
		"while autoscaling is off, the smallest and largest size of %s are not var.replicas, and its desired count is not set: the pool does not follow replicas", sink.Address())
	var edits []checks.Edit
	for _, s := range b.loose {
		edits = append(edits, in.pinEdits(s)...)
	}
	return cure(f, "pin both to var.replicas while autoscaling is off", edits)
}

// pinEdits makes a limit that is var.autoscaling.min or max conditional.
func (in *Input) pinEdits(s flow.Setting) []checks.Edit {
	if s.Expr == nil || !s.Root {
		return nil
	}
	file := in.fileOf(s.Attribute.NameRange)
	if file == nil || file.JSON {
		return nil
	}
	text := string(s.Expr.Range().SliceBytes(file.Source))
	if text != "var.autoscaling.min" && text != "var.autoscaling.max" {
		return nil
	}
	return []checks.Edit{fix.Replace(s.Expr.Range(), "var.autoscaling.enabled ? "+text+" : var.replicas")}
}
