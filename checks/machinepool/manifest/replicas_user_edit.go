package manifest

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

func replicasUserEdit() checks.Rule[*Input] {
	return checks.Rule[*Input]{
		Meta: checks.Meta{
			ID: "machinepool/replicas-user-edit", Severity: checks.Info,
			Title: "Replicas of an autoscaled MachinePool are edited by hand",
			Why: "While autoscaling is on, the desired count belongs to the scaling group. The provider writes the observed value to " +
				"spec.replicas, so an edit does not last and scales nothing.",
			Fix:    "Change the bounds in the annotations instead, or scale the group in the cloud.",
			Source: "seeds/003, Write-back",
			Fails:  checks.Example{Args: "check -f pool.yaml --base base.yaml", Files: replicasUserEditFails},
			Passes: checks.Example{Args: "check -f pool.yaml --base base.yaml", Files: replicasUserEditPasses},
		},
		Check: checkReplicasUserEdit,
	}
}

func checkReplicasUserEdit(in *Input, out *checks.Sink) {
	for _, p := range in.read().pools {
		if p.place != inMachinePool || p.foreign() || !p.replicas.Exists() || !p.autoscaling().enabled {
			continue
		}
		old := in.before(p.object)
		if old == nil {
			continue
		}
		before := old.Get("spec", "replicas").Text()
		if before == p.replicas.Text() {
			continue
		}
		out.Report(p.finding(p.replicas, "replicas changes from %s to %s while autoscaling is on: the provider writes the observed count back over it", orUnset(before), p.replicas.Text()))
	}
}

func orUnset(text string) string {
	if text == "" {
		return "unset"
	}
	return text
}

const replicasUserEditFails = `-- pool.yaml --
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachinePool
metadata:
  name: workers
  annotations:
    cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size: "1"
    cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size: "5"
spec:
  clusterName: prod
  replicas: 4
-- base.yaml --
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachinePool
metadata:
  name: workers
  annotations:
    cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size: "1"
    cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size: "5"
spec:
  clusterName: prod
  replicas: 3
`

const replicasUserEditPasses = `-- pool.yaml --
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachinePool
metadata:
  name: workers
  annotations:
    cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size: "1"
    cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size: "7"
spec:
  clusterName: prod
  replicas: 3
-- base.yaml --
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachinePool
metadata:
  name: workers
  annotations:
    cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size: "1"
    cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size: "5"
spec:
  clusterName: prod
  replicas: 3
`
