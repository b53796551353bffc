package manifest

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

func taints() checks.Rule[*Input] {
	return checks.Rule[*Input]{
		Meta: checks.Meta{
			ID: "machinepool/taints", Severity: checks.Error,
			Title: "Taints on a machine pool",
			Why: "The webhook of Cluster API v1.14 refuses every MachinePool with taints, and the feature gate MachineTaintPropagation is off " +
				"by default. The pool module has no taints input either.",
			Fix:    "Remove the taints; give them to the kubelet through the module's bootstrap part instead.",
			Source: "seeds/003, node_labels (input)",
			Fails:  checks.Example{Args: "check -f pool.yaml --base none", Files: taintsFails},
			Passes: checks.Example{Args: "check -f pool.yaml --base none", Files: taintsPasses},
		},
		Check: eachPool(checkTaints),
	}
}

func checkTaints(p *pool, out *checks.Sink) {
	if len(p.taints.Items()) == 0 {
		return
	}
	f := p.finding(p.taints, "taints are not accepted on machine pools: the webhook of Cluster API v1.14 refuses them, and MachineTaintPropagation is off by default")
	f.Fix = &checks.Fix{Description: "remove the taints and set them where the kubelet registers, in the bootstrap data"}
	out.Report(f)
}

const taintsFails = `-- pool.yaml --
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachinePool
metadata:
  name: workers
spec:
  clusterName: prod
  template:
    spec:
      clusterName: prod
      taints:
      - key: dedicated
        value: gpu
        effect: NoSchedule
        propagation: Always
`

const taintsPasses = `-- pool.yaml --
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachinePool
metadata:
  name: workers
spec:
  clusterName: prod
  template:
    spec:
      clusterName: prod
      taints: []
`
