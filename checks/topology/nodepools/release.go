package nodepools

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/version"
)

// level is a release on the scale of OpenShift 4: 5.x continues 4.23.
type level struct {
	minor int
	v     version.Version
}

// fiveIs is the 4.x minor that 5.0 is level with.
const fiveIs = 23

func levelOf(v version.Version) level {
	if v.Major() == 5 {
		return level{fiveIs + v.Minor(), v}
	}
	return level{v.Minor(), v}
}

// above compares with patch and pre-release.
func (l level) above(o level) bool {
	if l.minor != o.minor {
		return l.minor > o.minor
	}
	if l.v.Patch() != o.v.Patch() {
		return l.v.Patch() > o.v.Patch()
	}
	a, b := observed("0.0.0"+suffix(l.v)), observed("0.0.0"+suffix(o.v))
	return version.Newer(a, b, version.Plain)
}

func suffix(v version.Version) string {
	if v.Pre() == "" {
		return ""
	}
	return "-" + v.Pre()
}

// distance is how many minors a pool is behind its HostedCluster, now and after
// the change; ok is false when a version is missing.
type distance struct {
	pool, cluster version.Version
	// behind is negative when the pool is on a higher minor.
	behind int
	above  bool
	// upgrade is true when it is the change that takes the cluster there.
	upgrade bool
}

func (p *pool) distance() (distance, bool) {
	v := observed(p.version.Value)
	if v.IsZero() || p.cluster.version.IsZero() {
		return distance{}, false
	}
	d := between(v, p.cluster.version)
	if next := p.cluster.next; !next.IsZero() && version.Newer(next, p.cluster.version, version.Plain) && !d.above {
		d = between(v, next)
		d.upgrade = true
	}
	return d, true
}

func between(pool, cluster version.Version) distance {
	a, b := levelOf(pool), levelOf(cluster)
	return distance{pool: pool, cluster: cluster, behind: b.minor - a.minor, above: a.above(b)}
}

// where names the HostedCluster's version in a sentence.
func (d distance) where() string {
	if d.upgrade {
		return d.cluster.String() + ", to which this change upgrades it"
	}
	return d.cluster.String()
}

// report is a finding about the release image of the pool.
func (p *pool) report(out *checks.Sink, severity checks.Severity, format string, args ...any) {
	f := p.finding(p.object.Get("spec", "release", "image"), format, args...)
	f.Severity = severity
	f.Assumed = p.cluster.assumed
	if f.Assumed {
		f.Message += " (the version of the HostedCluster is assumed from its release image)"
	}
	out.Report(f)
}
