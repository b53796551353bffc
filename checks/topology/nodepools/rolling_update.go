package nodepools

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

func rollingUpdate() checks.Rule[*Input] {
	return checks.Rule[*Input]{
		Meta: checks.Meta{
			ID: "pin/nodepool-rolling-update", Severity: checks.Error,
			Title:  "Rolling update that can neither add nor remove a node",
			Why:    "With maxSurge 0 and maxUnavailable 0 a rolling update may neither make a node more nor take one away: it never moves.",
			Fix:    "Give one of the two a value above 0.",
			Source: "NodePool manifests, what a change does",
			Fails:  checks.Example{Args: "check -f new.yaml --base none", Files: rollingUpdateFails},
			Passes: checks.Example{Args: "check -f new.yaml --base none", Files: rollingUpdatePasses},
		},
		Check: eachPool(checkRollingUpdate),
	}
}

// checkRollingUpdate knows the defaults: maxSurge 1 and maxUnavailable 0.
func checkRollingUpdate(p *pool, out *checks.Sink) {
	update := p.object.Get("spec", "management", "replace", "rollingUpdate")
	surge, unavailable := update.Get("maxSurge"), update.Get("maxUnavailable")
	if !surge.Exists() || !zero(surge) || (unavailable.Exists() && !zero(unavailable)) {
		return
	}
	f := p.finding(surge, "maxSurge and maxUnavailable are both 0, so a rolling update can never replace a node")
	f.Fix = &checks.Fix{Description: "give maxSurge or maxUnavailable a value above 0"}
	out.Report(f)
}

func zero(v checks.Value) bool { return v.Text() == "0" || v.Text() == "0%" }

const rollingUpdateFails = `-- new.yaml --
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
    replace:
      strategy: RollingUpdate
      rollingUpdate:
        maxSurge: 0
        maxUnavailable: 0
`

const rollingUpdatePasses = `-- new.yaml --
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
    replace:
      strategy: RollingUpdate
      rollingUpdate:
        maxSurge: 0
        maxUnavailable: 1
`
