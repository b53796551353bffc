package nodepools

import (
	"cmp"
	"fmt"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/version"
)

// cluster is a HostedCluster with both sides of the change.
type cluster struct {
	// object is nil when no side has it, old when the base does not.
	object, old *checks.Object
	// version is the one that it has reached, assumed when only its manifest
	// tells.
	version version.Version
	assumed bool
	// next is the version that the change takes it to, zero when it stays.
	next version.Version
	// effects on every pool, and those only on pools from release 4.23 on.
	effects, from423 []effect
}

func (r *reader) cluster(o *checks.Object) *cluster {
	key := [2]string{o.Namespace, clusterName(o)}
	if c, ok := r.clusters[key]; ok {
		return c
	}
	now, old := r.sides.object(nodepool.HostedClusterKind, key[0], key[1])
	c := &cluster{object: now, old: old}
	if now == nil {
		c.object = old
	}
	c.readVersion()
	switch {
	case now != nil && old != nil:
		c.compare()
	case now != nil && r.Base != nil:
		c.effects = []effect{{rolls: nodepool.Unknown, reason: "HostedCluster " + now.Name + " is not in the base, so what changes in it is not known"}}
	}
	r.clusters[key] = c
	return c
}

// readVersion takes the newest completed version, else the newest one, else the
// desired one. A HostedCluster that exists on no side yet will have the version
// of its release image.
func (c *cluster) readVersion() {
	for _, o := range []*checks.Object{c.old, c.object} {
		if o != nil && c.version.IsZero() {
			c.version = reached(o.Get("status", "version"))
		}
	}
	if c.object == nil {
		return
	}
	wanted := observed(nodepool.TagVersion(image(c.object)))
	if c.version.IsZero() && c.old == nil {
		c.version, c.assumed = wanted, !wanted.IsZero()
	}
	if c.old != nil && image(c.old) != image(c.object) {
		c.next = wanted
	}
}

func image(o *checks.Object) string { return o.Get("spec", "release", "image").Text() }

func reached(status checks.Value) version.Version {
	history := status.Get("history").Items()
	for _, e := range history {
		if e.Get("state").Text() == "Completed" {
			return observed(e.Get("version").Text())
		}
	}
	if len(history) > 0 {
		return observed(history[0].Get("version").Text())
	}
	return observed(status.Get("desired", "version").Text())
}

func observed(text string) version.Version {
	v, err := version.ParseTolerant(text)
	if err != nil {
		return version.Version{}
	}
	return v
}

// rolling are the fields whose change rolls every pool of the HostedCluster.
var rolling = [][]string{
	{"pullSecret", "name"},
	{"additionalTrustBundle", "name"},
	{"imageContentSources"},
	{"configuration", "proxy"},
	{"configuration", "image"},
	{"networking", "apiServer", "port"},
	{"networking", "apiServer", "advertiseAddress"},
}

// tlsProfile counts in releases from 4.23 on.
var tlsProfile = []string{"configuration", "apiServer", "tlsSecurityProfile"}

// compare finds what reaches the nodes.
func (c *cluster) compare() {
	before, now := c.old.Get("spec"), c.object.Get("spec")
	for _, path := range rolling {
		if a, b := before.Get(path...), now.Get(path...); !same(a, b) {
			c.effects = append(c.effects, effect{rolls: nodepool.Yes, reason: c.reason(a, b)})
		}
	}
	for _, platform := range keys(before.Get("platform"), now.Get("platform")) {
		a, b := before.Get("platform", platform, "endpointAccess"), now.Get("platform", platform, "endpointAccess")
		if access(a) != access(b) {
			c.effects = append(c.effects, effect{rolls: nodepool.Yes, reason: c.reason(a, b)})
		}
	}
	if c.upgrades() {
		c.effects = append(c.effects, effect{rolls: nodepool.No, reason: "HostedCluster " + c.object.Name + ": spec.release.image changes, which upgrades the control plane only"})
	}
	if a, b := before.Get(tlsProfile...), now.Get(tlsProfile...); !same(a, b) {
		c.from423 = append(c.from423, effect{rolls: nodepool.Yes, reason: c.reason(a, b)})
	}
}

// access is how the API server is reached; public is the default.
func access(v checks.Value) string { return cmp.Or(v.Text(), "Public") }

func (c *cluster) reason(a, b checks.Value) string {
	return fmt.Sprintf("HostedCluster %s: %s", c.object.Name, differs(b.Path(), a, b))
}

// upgrades reports whether the release image of the control plane changes.
func (c *cluster) upgrades() bool {
	return c.old != nil && c.object != nil && image(c.old) != image(c.object)
}
