package manifest

import (
	"fmt"
	"strconv"
	"time"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// group is the scaling group behind a pool: a TerraformMachinePool, or the
// template that a ClusterClass makes one from.
type group struct {
	object *checks.Object
	spec   checks.Value
}

func groups(s *checks.Snapshot) []*group {
	var out []*group
	for _, o := range usable(s, infraGroup, terraformPool) {
		out = append(out, &group{object: o, spec: o.Get("spec")})
	}
	for _, o := range usable(s, infraGroup, terraformTemplate) {
		out = append(out, &group{object: o, spec: o.Get("spec", "template", "spec")})
	}
	return out
}

// observed reports whether a controller has written a status.
func (g *group) observed() bool { return g.object.Get("status").Exists() }

// owner is the MachinePool of the group, nil when it is not in the input.
func (g *group) owner(in *Input) *pool {
	return in.read().owners[nameKey{g.object.Namespace, g.object.Name}]
}

func (g *group) conditions() []checks.Value { return g.object.Get("status", "conditions").Items() }

// lastTransition is the newest change of a condition; ok is false when no
// condition has a readable time.
func (g *group) lastTransition() (newest time.Time, ok bool) {
	for _, c := range g.conditions() {
		t, err := time.Parse(time.RFC3339, c.Get("lastTransitionTime").Text())
		if err == nil && (!ok || t.After(newest)) {
			newest, ok = t, true
		}
	}
	return newest, ok
}

func (g *group) finding(at checks.Value, format string, args ...any) checks.Finding {
	return checks.Finding{
		Message: fmt.Sprintf(format, args...),
		Object:  g.object.Ref(), Field: at.Path(), Position: g.object.At(at),
	}
}

// outside reports whether a value is there and is no whole number in [low, high].
func outside(v checks.Value, low, high int) bool {
	if !v.Exists() {
		return false
	}
	n, ok := v.Int()
	return !ok || n < low || n > high
}

// written shows a value in a message; text is quoted to tell it from a number,
// a list or mapping is only named.
func written(v checks.Value) string {
	if !v.IsScalar() {
		return "no number"
	}
	if _, ok := v.Int(); ok {
		return v.Text()
	}
	return strconv.Quote(v.Text())
}
