package nodepool

import (
	"cmp"
	"regexp"
	"strconv"
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
	if p.HostedCluster == nil {
		return ""
	}
	if history := p.HostedCluster.Get("status", "version", "history").Items(); len(history) > 0 {
		return cmp.Or(history[0].Get("version").Text(), tagVersion(history[0].Get("image").Text()))
	}
	return tagVersion(p.HostedCluster.Get("spec", "release", "image").Text())
}

// retainsUserData tells whether the pool's own clean-up leaves user-data
// secrets alone because machines keep them attached.
func (p *Pool) retainsUserData() bool { return p.Platform == "AWS" || p.Platform == "KubeVirt" }
