package manifest

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

func zeroMissing() checks.Rule[*Input] {
	return checks.Rule[*Input]{
		Meta: checks.Meta{
			ID: "machinepool/zero-missing", Severity: checks.Warning,
			Title: "Scale to zero without a count in the status",
			Why: "Cluster API keeps the count that it knew when the infrastructure reports none. A pool that is to shrink to 0 must therefore " +
				"report 0 explicitly, otherwise scaling to zero never ends.",
			Fix:    "Correct the module's replicas output so that it is 0, not null.",
			Source: "seeds/003, replicas (output)",
			Fails:  checks.Example{Args: "check -f pool.yaml --base none", Files: zeroMissingFails},
			Passes: checks.Example{Args: "check -f pool.yaml --base none", Files: zeroMissingPasses},
		},
		Check: checkZeroMissing,
	}
}

func checkZeroMissing(in *Input, out *checks.Sink) {
	for _, g := range in.read().groups {
		owner := g.owner(in)
		if owner == nil || !g.observed() || g.object.Get("status", "replicas").Exists() {
			continue
		}
		if desired, ok := owner.replicas.Int(); !ok || desired != 0 {
			continue
		}
		f := g.finding(g.object.Get("status"), "MachinePool %s wants 0 replicas but status.replicas is absent: Cluster API keeps the old count and the scaling to zero never ends; 0 must be explicit", owner.object.Name)
		f.Related = []checks.Related{{Subject: "MachinePool/" + owner.object.Name, Position: owner.object.At(owner.replicas)}}
		out.Report(f)
	}
}

const zeroMissingFails = `-- pool.yaml --
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachinePool
metadata:
  name: workers
spec:
  clusterName: prod
  replicas: 0
  template:
    spec:
      clusterName: prod
      infrastructureRef:
        apiGroup: infrastructure.cluster.x-k8s.io
        kind: TerraformMachinePool
        name: workers
---
apiVersion: infrastructure.cluster.x-k8s.io/v1alpha1
kind: TerraformMachinePool
metadata:
  name: workers
spec:
  source:
    image: registry.example.com/modules/pool:1.4.0
status:
  initialization:
    provisioned: true
`

const zeroMissingPasses = `-- pool.yaml --
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachinePool
metadata:
  name: workers
spec:
  clusterName: prod
  replicas: 0
  template:
    spec:
      clusterName: prod
      infrastructureRef:
        apiGroup: infrastructure.cluster.x-k8s.io
        kind: TerraformMachinePool
        name: workers
---
apiVersion: infrastructure.cluster.x-k8s.io/v1alpha1
kind: TerraformMachinePool
metadata:
  name: workers
spec:
  source:
    image: registry.example.com/modules/pool:1.4.0
status:
  initialization:
    provisioned: true
  replicas: 0
`
