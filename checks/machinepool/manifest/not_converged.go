package manifest

import (
	"time"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

func notConverged() checks.Rule[*Input] {
	return checks.Rule[*Input]{
		Meta: checks.Meta{
			ID: "machinepool/not-converged", Severity: checks.Warning,
			Title: "Machine pool does not converge",
			Why: "Outside a scaling transition the desired capacity equals the number of listed members. A pool where they differ for long is " +
				"refreshed every 30 seconds without end, and with a rotating bootstrap token applied about every 7.5 minutes on top.",
			Fix: "Look at the group in the cloud for instances that cannot start, and at the module's provider_id_list for members that it " +
				"leaves out.",
			Source: "seeds/003, Membership refresh",
			Fails:  checks.Example{Args: "check -f pool.yaml --base none --now 2026-07-01T12:00:00Z", Files: notConvergedFails},
			Passes: checks.Example{Args: "check -f pool.yaml --base none --now 2026-07-01T12:00:00Z", Files: notConvergedPasses},
		},
		Check: checkNotConverged,
	}
}

// settleTime is how long a scaling may take before a difference is a problem.
const settleTime = 10 * time.Minute

func checkNotConverged(in *Input, out *checks.Sink) {
	for _, g := range in.read().groups {
		if !g.observed() {
			continue
		}
		if !in.checkMembers(g, out) {
			checkTruncated(g, out)
		}
	}
}

func checkTruncated(g *group, out *checks.Sink) {
	for _, c := range g.conditions() {
		if reason := c.Get("reason"); reason.Text() == "InstancesTruncated" {
			out.Report(g.finding(reason, "the pool has more members than status.instances keeps (1000), InstancesTruncated: what it says about single instances is not complete"))
			return
		}
	}
}

// checkMembers compares the desired capacity with the listed members and says
// whether it reported a difference.
func (in *Input) checkMembers(g *group, out *checks.Sink) bool {
	replicas := g.object.Get("status", "replicas")
	desired, ok := replicas.Int()
	members := len(g.spec.Get("providerIDList").Items())
	if !ok || desired == members {
		return false
	}
	since, known := g.lastTransition()
	if in.ClockKnown && known && in.Clock.Sub(since) <= settleTime {
		return false
	}
	f := g.finding(replicas, "status.replicas is %d but %d provider ids are listed, and no scaling %s: the pool is refreshed every 30 s, and with a rotating bootstrap token applied about every 7.5 minutes",
		desired, members, in.underWay(since, known))
	f.Assumed = !in.ClockKnown || !known
	out.Report(f)
	return true
}

func (in *Input) underWay(since time.Time, known bool) string {
	if in.ClockKnown && known {
		return "has been under way since " + since.UTC().Format(time.RFC3339)
	}
	return "is assumed to be under way, because the age of this state is not known"
}

const notConvergedFails = `-- pool.yaml --
apiVersion: infrastructure.cluster.x-k8s.io/v1alpha1
kind: TerraformMachinePool
metadata:
  name: workers
spec:
  source:
    image: registry.example.com/modules/pool:1.4.0
  providerIDList:
  - aws:///zone-a/i-1
status:
  initialization:
    provisioned: true
  replicas: 3
  conditions:
  - type: Ready
    status: "True"
    lastTransitionTime: "2026-07-01T08:00:00Z"
`

const notConvergedPasses = `-- pool.yaml --
apiVersion: infrastructure.cluster.x-k8s.io/v1alpha1
kind: TerraformMachinePool
metadata:
  name: workers
spec:
  source:
    image: registry.example.com/modules/pool:1.4.0
  providerIDList:
  - aws:///zone-a/i-1
status:
  initialization:
    provisioned: true
  replicas: 1
  conditions:
  - type: Ready
    status: "True"
    lastTransitionTime: "2026-07-01T08:00:00Z"
`
