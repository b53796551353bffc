package machinepool

import (
	"github.com/zclconf/go-cty/cty"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/contract"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/fix"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/flow"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/provider"
)

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
