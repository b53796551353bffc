package nodepools

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

func aboveCluster() checks.Rule[*Input] {
	return checks.Rule[*Input]{
		Meta: checks.Meta{
			ID: "pin/nodepool-above-cluster", Severity: checks.Error,
			Title: "NodePool is newer than its HostedCluster",
			Why: "A kubelet must never be newer than the API server. The operator does not refuse such a NodePool at admission: it reports " +
				"SupportedVersionSkew False and goes on, and the nodes come up unsupported.",
			Fix:    "Upgrade the HostedCluster first, then the NodePool.",
			Source: "NodePool manifests, skew; HyperShift versioning support",
			Fails:  checks.Example{Args: "check -f new.yaml --base base.yaml", Files: aboveClusterFails},
			Passes: checks.Example{Args: "check -f new.yaml --base base.yaml", Files: aboveClusterPasses},
		},
		Check: eachPool(checkAboveCluster),
	}
}

func checkAboveCluster(p *pool, out *checks.Sink) {
	if d, ok := p.distance(); ok && d.above {
		p.report(out, checks.Error, "the NodePool's release %s is newer than its HostedCluster's %s: this is not refused at admission, the operator reports SupportedVersionSkew False and goes on", d.pool, d.where())
	}
}

const aboveClusterFails = `-- new.yaml --
apiVersion: hypershift.openshift.io/v1beta1
kind: NodePool
metadata:
  name: workers
spec:
  clusterName: demo
  release:
    image: quay.io/openshift-release-dev/ocp-release:4.19.1-x86_64
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

const aboveClusterPasses = `-- new.yaml --
apiVersion: hypershift.openshift.io/v1beta1
kind: NodePool
metadata:
  name: workers
spec:
  clusterName: demo
  release:
    image: quay.io/openshift-release-dev/ocp-release:4.18.5-x86_64
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
