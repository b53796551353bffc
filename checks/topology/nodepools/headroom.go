package nodepools

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/version"
)

func headroom() checks.Rule[*Input] {
	return checks.Rule[*Input]{
		Meta: checks.Meta{
			ID: "pin/nodepool-headroom", Severity: checks.Warning,
			Title: "NodePool is in the way of HostedCluster upgrades",
			Why: "A pool that is three minors behind becomes unsupported with the next minor upgrade of its HostedCluster; one that is two " +
				"behind has one such upgrade left.",
			Fix:    "Upgrade the NodePool, or plan to before the next minor upgrade of the HostedCluster.",
			Source: "NodePool manifests, skew",
			Fails:  checks.Example{Args: "check -f new.yaml --base base.yaml", Files: headroomFails},
			Passes: checks.Example{Args: "check -f new.yaml --base base.yaml", Files: headroomPasses},
		},
		Check: eachPool(checkHeadroom),
	}
}

func checkHeadroom(p *pool, out *checks.Sink) {
	d, ok := p.distance()
	if !ok || d.above {
		return
	}
	switch d.behind {
	case version.MaxSkew:
		p.report(out, checks.Warning, "the NodePool's release %s is %d minors behind its HostedCluster's %s: the next minor upgrade of the HostedCluster leaves it unsupported", d.pool, d.behind, d.where())
	case version.MaxSkew - 1:
		p.report(out, checks.Info, "the NodePool's release %s is %d minors behind its HostedCluster's %s: one more minor upgrade of the HostedCluster is supported", d.pool, d.behind, d.where())
	}
}

const headroomFails = `-- new.yaml --
apiVersion: hypershift.openshift.io/v1beta1
kind: NodePool
metadata:
  name: workers
spec:
  clusterName: demo
  release:
    image: quay.io/openshift-release-dev/ocp-release:4.15.9-x86_64
  management:
    upgradeType: Replace
-- base.yaml --
apiVersion: hypershift.openshift.io/v1beta1
kind: HostedCluster
metadata:
  name: demo
spec:
  release:
    image: quay.io/openshift-release-dev/ocp-release:4.18.5-x86_64
status:
  version:
    history:
    - state: Completed
      version: 4.18.5
      image: quay.io/openshift-release-dev/ocp-release:4.18.5-x86_64
`

const headroomPasses = `-- new.yaml --
apiVersion: hypershift.openshift.io/v1beta1
kind: NodePool
metadata:
  name: workers
spec:
  clusterName: demo
  release:
    image: quay.io/openshift-release-dev/ocp-release:4.17.9-x86_64
  management:
    upgradeType: Replace
-- base.yaml --
apiVersion: hypershift.openshift.io/v1beta1
kind: HostedCluster
metadata:
  name: demo
spec:
  release:
    image: quay.io/openshift-release-dev/ocp-release:4.18.5-x86_64
status:
  version:
    history:
    - state: Completed
      version: 4.18.5
      image: quay.io/openshift-release-dev/ocp-release:4.18.5-x86_64
`
