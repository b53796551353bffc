package manifest

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

func membershipRefresh() checks.Rule[*Input] {
	return checks.Rule[*Input]{
		Meta: checks.Meta{
			ID: "machinepool/membership-refresh", Severity: checks.Error,
			Title: "Membership refresh interval out of range",
			Why: "A Node that joins stays unschedulable until its provider id is in the list, and only a refresh puts it there. The interval " +
				"therefore lies between 15 and 86400 seconds, and 0 does not switch the refresh off for a pool.",
			Fix:    "Give a value from 15 to 86400, or leave it unset for 60 seconds.",
			Source: "seeds/003, Membership refresh",
			Fails:  checks.Example{Args: "check -f pool.yaml --base none", Files: membershipRefreshFails},
			Passes: checks.Example{Args: "check -f pool.yaml --base none", Files: membershipRefreshPasses},
		},
		Check: eachGroup(checkMembershipRefresh),
	}
}

func checkMembershipRefresh(g *group, out *checks.Sink) {
	interval := g.spec.Get("membershipRefreshIntervalSeconds")
	if !outside(interval, 15, 86400) {
		return
	}
	f := g.finding(interval, "membershipRefreshIntervalSeconds is %s, allowed are 15 to 86400: 0 does not switch it off for a pool, because a Node stays unschedulable until a refresh lists it", written(interval))
	f.Fix = &checks.Fix{Description: "give a value from 15 to 86400, or leave it unset for 60"}
	out.Report(f)
}

const membershipRefreshFails = `-- pool.yaml --
apiVersion: infrastructure.cluster.x-k8s.io/v1alpha1
kind: TerraformMachinePool
metadata:
  name: workers
spec:
  source:
    image: registry.example.com/modules/pool:1.4.0
  membershipRefreshIntervalSeconds: 0
`

const membershipRefreshPasses = `-- pool.yaml --
apiVersion: infrastructure.cluster.x-k8s.io/v1alpha1
kind: TerraformMachinePool
metadata:
  name: workers
spec:
  source:
    image: registry.example.com/modules/pool:1.4.0
  membershipRefreshIntervalSeconds: 15
`
