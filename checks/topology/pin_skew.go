package topology

import (
	"fmt"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/topology/plan"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/version"
)

func pinSkew() Rule {
	before := cluster("v1.32.0", "md-0@v1.32.0").persisted()
	return Rule{
		Meta: checks.Meta{
			ID: "pin/skew", Severity: checks.Error,
			Title: "A pin is too far from the control plane",
			Why: "A kubelet may be at most three minors older than the API server, of the same major and never newer, at every moment of the change: what the pool runs with each version " +
				"of the control plane, the old pin with the new topology version, the new pin with all that are not older than the present one.",
			Fix:    "Raise the pin in steps before the topology version, or take a pin within three minors.",
			Source: "seeds/001, Behavior; pinning facts 2.5, 3.1 item 8",
			Fails:  update(cluster("v1.32.0", "md-0@v1.28.0"), before),
			Passes: update(cluster("v1.32.0", "md-0@v1.32.0"), before),
		},
		Check: func(c *Change, out *checks.Sink) {
			if c.Kind == Update && c.pinned() {
				c.skipControlPlane(out)
				c.skipRunningOf(out, func(p *Pool) bool { return p.kept() && !p.pin.IsZero() })
			}
			for _, p := range c.Pools {
				if p.pin.IsZero() {
					continue
				}
				if worst, wrong := c.widest(p); wrong {
					out.Report(c.tooFar(p, worst))
				}
			}
		},
	}
}

// pair is a version of the control plane and one of the pool that coexist.
type pair struct {
	plane, worker version.Version
	what          string // the worker's version in words
}

// excess is how far the pair is outside of the policy: 0 inside; the number of
// minors beyond it otherwise, and the most for different majors.
func (p pair) excess() int {
	switch skew := version.Skew(p.plane, p.worker); {
	case !version.SameMajor(p.plane, p.worker):
		return 1 << 20
	case skew < 0:
		return -skew
	default:
		return max(0, skew-version.MaxSkew)
	}
}

// widest is the worst of the pairs that can coexist.
func (c *Change) widest(p *Pool) (worst pair, wrong bool) {
	for _, candidate := range c.pairs(p) {
		if candidate.excess() > worst.excess() || (candidate.excess() > 0 && !wrong) {
			worst, wrong = candidate, true
		}
	}
	return worst, wrong
}

// pairs lists what coexists during the change. A running version that was not
// observed is the pin so far, which is there anyway. What is above the ceiling is
// told by that rule, so the "newer" half is left out then.
func (c *Change) pairs(p *Pool) []pair {
	var out []pair
	running, assumed := c.running(p)
	for _, plane := range c.bases() {
		if !running.IsZero() && !assumed {
			out = append(out, pair{plane, running, "the running version"})
			if oldest := p.worker.oldest(); !version.SameString(oldest, running) {
				out = append(out, pair{plane, oldest, "the lowest version that a kubelet reports"})
			}
		}
		older := !c.From().IsZero() && version.Older(plane, c.From(), version.BuildTags)
		if !older {
			out = append(out, pair{plane, p.pin, "the pin"})
		}
	}
	if !p.oldPin.IsZero() && p.kept() && !c.To().IsZero() {
		out = append(out, pair{c.To(), p.oldPin, "the pin so far"})
	}
	if _, above := c.exceeded(p); !above {
		return out
	}
	kept := out[:0]
	for _, candidate := range out {
		newer := version.SameMajor(candidate.plane, candidate.worker) && version.Skew(candidate.plane, candidate.worker) < 0
		if !newer {
			kept = append(kept, candidate)
		}
	}
	return kept
}

func (c *Change) tooFar(p *Pool, worst pair) checks.Finding {
	at := fmt.Sprintf("with the control plane at %s and the pool at %s, %s", worst.plane, worst.worker, worst.what)
	skew := version.Skew(worst.plane, worst.worker)
	switch {
	case !version.SameMajor(worst.plane, worst.worker):
		return fix(c.findPin(p, "%s would be of another major than the control plane, %s", p, at), "keep both at one major")
	case skew < 0:
		return fix(c.findPin(p, "%s would be newer than the control plane, %s", p, at), "keep the control plane at or above its pools")
	}
	f := c.findPin(p, "%s would be %d minors behind, %s; at most %d are allowed", p, skew, at, version.MaxSkew)
	return fix(f, "take a version of at least %s", lowestAllowed(worst.plane))
}

// lowestAllowed is the oldest minor that a control plane tolerates.
func lowestAllowed(plane version.Version) string {
	return version.MinorOf(plane.Major(), max(0, plane.Minor()-version.MaxSkew))
}

func skewPinnedWorker() Rule {
	before := cluster("v1.34.0", "md-0@v1.31.0").persisted()
	return Rule{
		Meta: checks.Meta{
			ID: "topology/skew-pinned-worker", Severity: checks.Error,
			Title:  "The topology version leaves a pinned pool too far behind",
			Why:    "A pinned pool takes no part in an upgrade, not in a chained one either. The new version must be within three minors of the lowest that the pool has: its pin before and after, and what it runs.",
			Fix:    "Raise the pin first, wait for the pool, then raise the topology version.",
			Source: "seeds/001, Behavior; pinning facts 3.1 item 9, 3.3",
			Fails:  update(cluster("v1.35.0", "md-0@v1.31.0"), before),
			Passes: update(cluster("v1.34.1", "md-0@v1.31.0"), before),
		},
		Check: func(c *Change, out *checks.Sink) {
			if !c.bumps() {
				return
			}
			for _, p := range c.Pools {
				if p.New == nil || (p.pin.IsZero() && p.oldPin.IsZero()) {
					continue
				}
				running, assumed := c.running(p)
				low := version.Lowest(p.pin, p.oldPin, running)
				if p.worker != nil && !assumed {
					low = version.Lowest(low, p.worker.oldest())
				}
				if version.SameMajor(c.To(), low) && version.Skew(c.To(), low) > version.MaxSkew {
					f := c.leftBehind(p, low)
					out.Report(assumeRunning(f, assumed && version.SameString(low, running) && p.oldPin.IsZero()))
				}
			}
		},
	}
}

func (c *Change) leftBehind(p *Pool, low version.Version) checks.Finding {
	f := c.findPin(p, "%s stays at %s, %d minors behind %s; at most %d are allowed", p, low, version.Skew(c.To(), low), c.To(), version.MaxSkew)
	if at, ok := plan.FirstViolation(c.planInput, low); ok {
		f.Message += fmt.Sprintf(", and the first step that breaks it is %s", at)
	}
	return fix(f, "raise the pin to at least %s first, then the topology version", lowestAllowed(c.To()))
}

func legacyKubelet() Rule {
	return Rule{
		Meta: checks.Meta{
			ID: "pin/legacy-kubelet-skew", Severity: checks.Warning,
			Title:  "A kubelet below 1.25 is three minors behind",
			Why:    "Cluster API allows three minors for every kubelet; the policy of Kubernetes allows kubelets below 1.25 only two.",
			Fix:    "Raise the pin before the topology version.",
			Source: "pinning facts 2.5, 3.1 item 26",
			Fails:  update(cluster("v1.27.6", "md-0@v1.24.9"), cluster("v1.26.9", "md-0@v1.24.9").persisted()),
			Passes: update(cluster("v1.26.9", "md-0@v1.24.9"), cluster("v1.25.9", "md-0@v1.24.9").persisted()),
		},
		Check: func(c *Change, out *checks.Sink) {
			for _, p := range c.Pools {
				if p.pin.IsZero() || c.To().IsZero() || !version.SameMajor(p.pin, c.To()) {
					continue
				}
				if skew := version.Skew(c.To(), p.pin); skew > version.PolicySkew(p.pin) && skew <= version.MaxSkew {
					f := c.findPin(p, "%s is pinned to %s, %d minors behind %s: Cluster API accepts it, Kubernetes supports only %d for kubelets below 1.25", p, p.pin, skew, c.To(), version.PolicySkew(p.pin))
					out.Report(fix(f, "raise the pin to at least %s", version.MinorOf(c.To().Major(), c.To().Minor()-version.PolicySkew(p.pin))))
				}
			}
		},
	}
}
