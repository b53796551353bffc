package nodepools

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/version"
)

func skew() checks.Rule[*Input] {
	return checks.Rule[*Input]{
		Meta: checks.Meta{
			ID: "pin/nodepool-skew", Severity: checks.Error,
			Title: "NodePool is more than three minors behind its HostedCluster",
			Why: "Kubelets may be three minor versions behind the API server. Releases 5.x continue 4.23: 5.0 and 4.23 are one level. The " +
				"operator does not refuse more at admission: it reports SupportedVersionSkew False and goes on.",
			Fix:    "Upgrade the NodePool before the HostedCluster goes further.",
			Source: "NodePool manifests, skew; HyperShift versioning support",
			Fails:  checks.Example{Args: "check -f new.yaml --base base.yaml", Files: skewFails},
			Passes: checks.Example{Args: "check -f new.yaml --base base.yaml", Files: skewPasses},
		},
		Check: eachPool(checkSkew),
	}
}

func checkSkew(p *pool, out *checks.Sink) {
	if d, ok := p.distance(); ok && !d.above && d.behind > version.MaxSkew {
		p.report(out, checks.Error, "the NodePool's release %s is %d minors behind its HostedCluster's %s, supported are %d: this is not refused at admission, the operator reports SupportedVersionSkew False and goes on",
			d.pool, d.behind, d.where(), version.MaxSkew)
	}
}

const skewFails = `-- new.yaml --
apiVersion: hypershift.openshift.io/v1beta1
kind: NodePool
metadata:
  name: workers
spec:
  clusterName: demo
  release:
    image: quay.io/openshift-release-dev/ocp-release:4.14.9-x86_64
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

const skewPasses = `-- new.yaml --
apiVersion: hypershift.openshift.io/v1beta1
kind: NodePool
metadata:
  name: workers
spec:
  clusterName: demo
  release:
    image: quay.io/openshift-release-dev/ocp-release:4.16.9-x86_64
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
