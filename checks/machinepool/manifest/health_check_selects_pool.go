package manifest

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

func healthCheckSelectsPool() checks.Rule[*Input] {
	return checks.Rule[*Input]{
		Meta: checks.Meta{
			ID: "machinepool/mhc-selects-pool", Severity: checks.Warning,
			Title: "MachineHealthCheck aims at a machine pool",
			Why: "A MachineHealthCheck selects Machines, and the instances of a pool have none. A selector by the label of a topology pool " +
				"matches nothing: no instance is watched or replaced, and the object looks as if it did.",
			Fix:    "Remove the MachineHealthCheck and let the scaling group replace unhealthy instances.",
			Source: "seeds/003, Health",
			Fails:  checks.Example{Args: "check -f mhc.yaml --base none", Files: healthCheckSelectsPoolFails},
			Passes: checks.Example{Args: "check -f mhc.yaml --base none", Files: healthCheckSelectsPoolPasses},
		},
		Check: checkHealthCheckSelectsPool,
	}
}

// poolNameLabel is set on the objects of a topology pool only.
const poolNameLabel = "topology.cluster.x-k8s.io/pool-name"

func checkHealthCheckSelectsPool(in *Input, out *checks.Sink) {
	for _, o := range usable(in.New, coreGroup, "MachineHealthCheck") {
		at := poolSelector(o.Get("spec", "selector"))
		if !at.Present() {
			continue
		}
		out.Report(checks.Finding{
			Message: "the selector asks for " + poolNameLabel + ", which only machine pools carry: a MachineHealthCheck selects Machines only, and pools have no remediation",
			Object:  o.Ref(), Field: at.Path(), Position: o.At(at),
			Fix: &checks.Fix{Description: "remove the MachineHealthCheck; the scaling group replaces unhealthy instances"},
		})
	}
}

// poolSelector finds the part of a label selector that demands the pool label.
func poolSelector(selector checks.Value) checks.Value {
	if v := selector.Get("matchLabels", poolNameLabel); v.Present() {
		return v
	}
	for _, e := range selector.Get("matchExpressions").Items() {
		operator := e.Get("operator").Text()
		if e.Get("key").Text() == poolNameLabel && (operator == "In" || operator == "Exists") {
			return e
		}
	}
	return checks.Value{}
}

const healthCheckSelectsPoolFails = `-- mhc.yaml --
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachineHealthCheck
metadata:
  name: workers
spec:
  clusterName: prod
  selector:
    matchLabels:
      topology.cluster.x-k8s.io/pool-name: workers
`

const healthCheckSelectsPoolPasses = `-- mhc.yaml --
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachineHealthCheck
metadata:
  name: workers
spec:
  clusterName: prod
  selector:
    matchLabels:
      topology.cluster.x-k8s.io/deployment-name: workers
`
