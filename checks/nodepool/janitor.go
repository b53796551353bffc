package nodepool

import (
	"cmp"
	"regexp"
	"strconv"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// janitorWorks tells whether the operator's secret janitor cleans up for this
// pool: never for HostedClusters on KubeVirt, nor on AWS before 4.16.
func janitorWorks(p *Pool) Answer {
	switch p.ClusterPlatform {
	case "KubeVirt":
		return No
	case "AWS":
		return awsJanitor(p)
	}
	return Yes
}

var minorPattern = regexp.MustCompile(`^(\d+)\.(\d+)\.(\d+)(-)?`)

// awsJanitor compares the HostedCluster's version with 4.16.0; a pre-release
// of 4.16.0 counts as lower.
func awsJanitor(p *Pool) Answer {
	m := minorPattern.FindStringSubmatch(clusterVersion(p))
	if m == nil {
		return Unknown
	}
	major, _ := strconv.Atoi(m[1])
	minor, _ := strconv.Atoi(m[2])
	patch, _ := strconv.Atoi(m[3])
	order := cmp.Or(cmp.Compare(major, 4), cmp.Compare(minor, 16), cmp.Compare(patch, 0))
	if order == 0 && m[4] != "" {
		order = -1
	}
	return answer(order >= 0)
}

// clusterVersion is the version that the janitor looks at: of the newest entry
// of the version history, else of the release image. "" when not known.
func clusterVersion(p *Pool) string {
	for _, c := range []struct {
		object  *checks.Object
		history string
		image   []string
	}{
		{p.HostedCluster, "version", []string{"spec", "release", "image"}},
		{p.ControlPlane, "versionStatus", []string{"spec", "releaseImage"}},
	} {
		if c.object == nil {
			continue
		}
		if history := c.object.Get("status", c.history, "history").Items(); len(history) > 0 {
			return cmp.Or(history[0].Get("version").Text(), tagVersion(history[0].Get("image").Text()))
		}
		return tagVersion(c.object.Get(c.image...).Text())
	}
	return ""
}

// retainsUserData tells whether the pool's own clean-up leaves user-data
// secrets alone because machines keep them attached.
func (p *Pool) retainsUserData() bool { return p.Platform == "AWS" || p.Platform == "KubeVirt" }
