package plan

import (
	"fmt"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/version"
)

// Edit is one change of the manifest that admission accepts when everything
// before it has settled.
type Edit struct {
	// Wait is true when there is nothing to change yet.
	Wait bool
	// Version is the new topology version, zero when it stays.
	Version Choice
	// Pins lists the pins that change.
	Pins []PinEdit
	// Release names the pools whose defer and hold annotations go.
	Release []string
	// Create is true for a cluster that does not exist yet.
	Create bool
}

// Choice is a version, or any patch of its minor when only that matters.
type Choice struct {
	version.Version
	AnyPatch bool
}

// String is the version as it is written, or "v1.32.x".
func (c Choice) String() string {
	if c.AnyPatch {
		return c.MinorString() + ".x"
	}
	return c.Version.String()
}

// PinEdit changes the pin of pools; From or To is zero when there is none.
type PinEdit struct {
	// Pools are named as in findings, "MachineDeployment/md-0".
	Pools []string
	From  version.Version
	To    Choice
}

// NextEdits is the shortest sequence (a first pin that lies between the two
// topology versions can take one edit more) of legal edits that leads from what is
// persisted to what the input wants, one at a time and each after the one before
// has settled; settled tells whether the cluster is so now. Where the wanted
// state is itself illegal, it leads to the nearest legal one: a pin that would be
// too far behind is raised as little as possible, and a pin above the topology
// version takes that version along. It returns nil where there is no way, for
// example for a version to go down, and where the edit is legal as it is is not
// its business.
//
// It follows the rules of the proposal, which are also legal in the draft
// implementation. Errors about syntax, gates and annotations must be cured
// before.
func NextEdits(in Input, settled bool) []Edit {
	if in.Create {
		return createEdit(in)
	}
	w, ok := newWalk(in)
	if !ok {
		return nil
	}
	var out []Edit
	if behind := w.behind(); len(behind) > 0 {
		out = append(out, Edit{Release: behind})
	} else if !settled {
		out = append(out, Edit{Wait: true})
	}
	edits, ok := w.edits()
	if !ok {
		return nil
	}
	return append(out, edits...)
}

// createEdit lifts pins that are too low, and lowers pins that are too high.
func createEdit(in Input) []Edit {
	edit := Edit{Create: true, Version: Choice{Version: in.To}}
	at := map[string]int{}
	for i := range in.Pools {
		p := &in.Pools[i]
		if !p.pinned() {
			continue
		}
		to := nearest(in, p.Pin)
		if version.SameString(to.Version, p.Pin) {
			continue
		}
		k, seen := at[p.Pin.String()]
		if !seen {
			k = len(edit.Pins)
			at[p.Pin.String()] = k
			edit.Pins = append(edit.Pins, PinEdit{From: p.Pin, To: to})
		}
		edit.Pins[k].Pools = append(edit.Pins[k].Pools, p.String())
	}
	return []Edit{edit}
}

// nearest is the legal version closest to a pin at the wanted topology version.
func nearest(in Input, pin version.Version) Choice {
	switch {
	case !version.SameMajor(pin, in.To), version.Newer(pin, in.To, version.BuildTags):
		return Choice{Version: in.To}
	case Headroom(in.To, pin) >= 0:
		return Choice{Version: pin}
	}
	return lift(in)
}

// lift is a version of the lowest minor that the wanted topology version leaves
// legal: the newest listed one where the class lists versions.
func lift(in Input) Choice {
	lowest := in.To.Minor() - version.MaxSkew
	var best version.Version
	for _, v := range in.ClassVersions {
		if v.Minor() < lowest || version.Newer(v, in.To, version.Plain) {
			continue
		}
		if best.IsZero() || v.Minor() < best.Minor() || (v.Minor() == best.Minor() && !version.Older(v, best, version.BuildTags)) {
			best = v
		}
	}
	if best.IsZero() {
		return anyPatch(in.To, lowest)
	}
	return Choice{Version: best}
}

// anyPatch is the first release of a minor, standing for all of them.
func anyPatch(like version.Version, minor int) Choice {
	v, err := version.ParseStrict(version.MinorOf(like.Major(), minor) + ".0")
	if err != nil {
		return Choice{Version: like}
	}
	return Choice{Version: v, AnyPatch: true}
}

// Sentences describes the edits to people.
func Sentences(edits []Edit) []string {
	out := []string{}
	for i, e := range edits {
		text := e.String()
		if i < len(edits)-1 && !e.Wait {
			text += ", and wait until the cluster has settled"
		}
		out = append(out, text)
	}
	return out
}

// String is the edit as an instruction.
func (e Edit) String() string {
	if e.Wait {
		return "wait until the cluster has settled"
	}
	var parts []string
	if e.Create {
		parts = append(parts, "create the cluster at "+e.Version.String())
	} else if !e.Version.IsZero() {
		parts = append(parts, "set topology.version to "+e.Version.String())
	}
	if len(e.Release) > 0 {
		parts = append(parts, "remove the annotations that keep back "+enumerate(e.Release))
	}
	for _, p := range e.Pins {
		parts = append(parts, p.String())
	}
	return strings.Join(parts, "; ")
}

// String is the edit of pins as an instruction.
func (p PinEdit) String() string {
	pools := enumerate(p.Pools)
	switch {
	case p.To.IsZero():
		return "remove the pin of " + pools
	case p.From.IsZero():
		return fmt.Sprintf("pin %s at %s", pools, p.To)
	}
	return fmt.Sprintf("raise %s from %s to %s", pools, p.From, p.To)
}
