package manifest

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

func clusterAutoscaler() checks.Rule[*Input] {
	return checks.Rule[*Input]{
		Meta: checks.Meta{
			ID: "machinepool/cluster-autoscaler", Severity: checks.Info,
			Title: "Autoscaling annotations mean native scaling on a TerraformMachinePool",
			Why: "The annotations are those of the Kubernetes cluster autoscaler, but its clusterapi provider needs MachinePool Machines, which " +
				"these pools do not have. Here they switch the scaling policy of the cloud group on, and replicas that another autoscaler " +
				"writes would be overwritten.",
			Fix:    "Exclude the pool from the cluster autoscaler.",
			Source: "seeds/003, autoscaling (input)",
			Fails:  checks.Example{Args: "check -f pool.yaml --base none", Files: clusterAutoscalerFails},
			Passes: checks.Example{Args: "check -f pool.yaml --base none", Files: clusterAutoscalerPasses},
		},
		Check: eachPool(checkClusterAutoscaler),
	}
}

// checkClusterAutoscaler is silent about a topology entry whose class is not in
// the input: its infrastructure is not known.
func checkClusterAutoscaler(p *pool, out *checks.Sink) {
	if p.place == inClass || p.infraKind == "" || p.foreign() || !p.autoscaling().enabled {
		return
	}
	out.Report(p.finding(p.at(minSizeAnnotation), "the autoscaling annotations switch native scaling of the group on; the clusterapi provider of the cluster autoscaler must not drive the same pool"))
}

const clusterAutoscalerFails = `-- pool.yaml --
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachinePool
metadata:
  name: workers
  annotations:
    cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size: "1"
    cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size: "5"
spec:
  clusterName: prod
  template:
    spec:
      clusterName: prod
      infrastructureRef:
        apiGroup: infrastructure.cluster.x-k8s.io
        kind: TerraformMachinePool
        name: workers
`

const clusterAutoscalerPasses = `-- pool.yaml --
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachinePool
metadata:
  name: workers
  annotations:
    cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size: "1"
    cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size: "5"
spec:
  clusterName: prod
  template:
    spec:
      clusterName: prod
      infrastructureRef:
        apiGroup: infrastructure.cluster.x-k8s.io
        kind: DockerMachinePool
        name: workers
`
