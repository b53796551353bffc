package manifest

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

func replicasOutOfRange() checks.Rule[*Input] {
	return checks.Rule[*Input]{
		Meta: checks.Meta{
			ID: "machinepool/replicas-out-of-range", Severity: checks.Warning,
			Title: "Replicas of an autoscaled MachinePool are outside its bounds",
			Why: "Only the first apply, before the group has reported a count, clamps replicas into the bounds, and the webhook of Cluster API " +
				"clamps only when replicas is not set. Later the value is overwritten by what the group reports.",
			Fix:    "Leave replicas unset, or give a value within the bounds.",
			Source: "seeds/003, replicas (input)",
			Fails:  checks.Example{Args: "check -f pool.yaml --base none", Files: replicasOutOfRangeFails},
			Passes: checks.Example{Args: "check -f pool.yaml --base none", Files: replicasOutOfRangePasses},
		},
		Check: eachPool(checkReplicasOutOfRange),
	}
}

func checkReplicasOutOfRange(p *pool, out *checks.Sink) {
	replicas, ok := p.replicas.Int()
	if p.place != inMachinePool || !ok {
		return
	}
	scaling := p.autoscaling()
	if !scaling.enabled || (replicas >= scaling.min && replicas <= scaling.max) {
		return
	}
	f := p.finding(p.replicas, "replicas %d is outside the autoscaling bounds %d to %d: only the first apply clamps it, and the webhook of Cluster API clamps only when replicas is not set",
		replicas, scaling.min, scaling.max)
	f.Fix = &checks.Fix{Description: "leave replicas unset, or give a value within the bounds"}
	out.Report(f)
}

const replicasOutOfRangeFails = `-- pool.yaml --
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachinePool
metadata:
  name: workers
  annotations:
    cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size: "2"
    cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size: "5"
spec:
  clusterName: prod
  replicas: 1
`

const replicasOutOfRangePasses = `-- pool.yaml --
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachinePool
metadata:
  name: workers
  annotations:
    cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size: "2"
    cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size: "5"
spec:
  clusterName: prod
  replicas: 2
`
