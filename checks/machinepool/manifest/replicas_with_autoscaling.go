package manifest

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

func replicasWithAutoscaling() checks.Rule[*Input] {
	return checks.Rule[*Input]{
		Meta: checks.Meta{
			ID: "machinepool/replicas-with-autoscaling", Severity: checks.Error,
			Title: "Topology sets replicas of an autoscaled machine pool",
			Why: "The topology controller writes the replicas of a topology entry back on each reconcile. The provider writes the observed " +
				"count of an autoscaled pool to the same field, so the two undo each other without end.",
			Fix:    "Remove replicas from the topology entry, or remove the autoscaling annotations.",
			Source: "seeds/003, Write-back",
			Fails:  checks.Example{Args: "check -f cluster.yaml --base none", Files: replicasWithAutoscalingFails},
			Passes: checks.Example{Args: "check -f cluster.yaml --base none", Files: replicasWithAutoscalingPasses},
		},
		Check: eachPool(checkReplicasWithAutoscaling),
	}
}

func checkReplicasWithAutoscaling(p *pool, out *checks.Sink) {
	if p.place != inTopology || !p.replicas.Exists() || !p.autoscaling().enabled {
		return
	}
	f := p.finding(p.replicas, "replicas is set on an autoscaled pool: the topology controller re-asserts it on each reconcile and fights the count that the provider writes back; leave it unset")
	f.Fix = &checks.Fix{Description: "remove replicas from the topology entry"}
	out.Report(f)
}

const replicasWithAutoscalingFails = `-- cluster.yaml --
apiVersion: cluster.x-k8s.io/v1beta2
kind: Cluster
metadata:
  name: prod
spec:
  topology:
    classRef:
      name: general
    version: v1.33.2
    workers:
      machinePools:
      - class: default-worker
        name: workers
        metadata:
          annotations:
            cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size: "1"
            cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size: "5"
        replicas: 3
`

const replicasWithAutoscalingPasses = `-- cluster.yaml --
apiVersion: cluster.x-k8s.io/v1beta2
kind: Cluster
metadata:
  name: prod
spec:
  topology:
    classRef:
      name: general
    version: v1.33.2
    workers:
      machinePools:
      - class: default-worker
        name: workers
        metadata:
          annotations:
            cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size: "1"
            cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size: "5"
`
