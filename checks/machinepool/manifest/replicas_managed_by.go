package manifest

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

func replicasManagedBy() checks.Rule[*Input] {
	return checks.Rule[*Input]{
		Meta: checks.Meta{
			ID: "machinepool/replicas-managed-by", Severity: checks.Warning,
			Title: "Another controller owns the replicas of an autoscaled machine pool",
			Why: "The provider claims cluster.x-k8s.io/replicas-managed-by with the value captf. Any other value, except the literal false, " +
				"counts as a claim of another controller, the empty string too: the provider then leaves the annotation and the claim alone.",
			Fix:    "Remove the annotation; the provider sets it itself.",
			Source: "seeds/003, Write-back",
			Fails:  checks.Example{Args: "check -f pool.yaml --base none", Files: replicasManagedByFails},
			Passes: checks.Example{Args: "check -f pool.yaml --base none", Files: replicasManagedByPasses},
		},
		Check: eachPool(checkReplicasManagedBy),
	}
}

func checkReplicasManagedBy(p *pool, out *checks.Sink) {
	claim := p.annotation(managedByAnnotation)
	if p.place == inClass || p.foreign() || !claim.Present() || !p.autoscaling().enabled {
		return
	}
	if claim.Text() == "false" || claim.Text() == "captf" {
		return
	}
	f := p.finding(p.at(managedByAnnotation), "%s is %q: another controller owns the count of this autoscaled pool and the provider leaves it alone; any value but the literal false counts, the empty string too",
		managedByAnnotation, claim.Text())
	f.Fix = &checks.Fix{Description: "remove the annotation; the provider sets it to captf itself"}
	out.Report(f)
}

const replicasManagedByFails = `-- pool.yaml --
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachinePool
metadata:
  name: workers
  annotations:
    cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size: "1"
    cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size: "5"
    cluster.x-k8s.io/replicas-managed-by: keda
spec:
  clusterName: prod
`

const replicasManagedByPasses = `-- pool.yaml --
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachinePool
metadata:
  name: workers
  annotations:
    cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size: "1"
    cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size: "5"
    cluster.x-k8s.io/replicas-managed-by: captf
spec:
  clusterName: prod
`
