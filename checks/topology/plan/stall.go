package plan

import (
	"fmt"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/version"
)

// Stall is a chained upgrade that waits for pools which an annotation keeps
// back: the control plane does not leave a stop before every follower is there.
type Stall struct {
	// Pools keep the chain waiting.
	Pools []Pool
	// ControlPlane is where the control plane stays.
	ControlPlane version.Version
	// Waiting names the pools that stay at the stop too, without a say.
	Waiting []string
}

// stalled finds the pools that keep the control plane at its present version
// after everything else has come up to it.
func stalled(in Input) *Stall {
	if version.SamePrinted(in.ControlPlane, in.To) {
		return nil
	}
	s := &Stall{ControlPlane: in.ControlPlane}
	for _, p := range in.Pools {
		switch {
		case p.back() && Headroom(in.ControlPlane, p.Running) <= 0:
			s.Pools = append(s.Pools, p)
		case p.follows() || p.Presence == Added:
			s.Waiting = append(s.Waiting, p.String())
		}
	}
	if len(s.Pools) == 0 {
		return nil
	}
	return s
}

// named is how many pools a sentence names before it counts the rest.
const named = 5

// String names the pools, their versions and the version of the control plane.
func (s *Stall) String() string {
	if s == nil {
		return ""
	}
	var pools []string
	for _, p := range s.Pools {
		pools = append(pools, fmt.Sprintf("%s at %s", p, p.Running))
	}
	text := fmt.Sprintf("%s stops the control plane at %s", enumerate(pools), s.ControlPlane)
	if len(s.Waiting) > 0 {
		text += "; behind it wait " + enumerate(s.Waiting)
	}
	return text
}

func enumerate(names []string) string {
	if len(names) <= named {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:named], ", "), len(names)-named)
}
