package manifest

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

func autoscalingAnnotations() checks.Rule[*Input] {
	return checks.Rule[*Input]{
		Meta: checks.Meta{
			ID: "machinepool/autoscaling-annotations", Severity: checks.Error,
			Title: "Autoscaling annotations of a machine pool form no range",
			Why: "Both size annotations, as whole numbers with 0 <= min <= max, switch native autoscaling on. Anything else leaves the pool at " +
				"a fixed size with the condition AutoscalingActive=False/AutoscalingAnnotationsInvalid, which does not make the pool unready, " +
				"so nothing tells. The webhook of Cluster API refuses an unreadable value only when replicas is not set and both annotations " +
				"are there, and it accepts a minimum above the maximum.",
			Fix:    "Set both annotations to whole numbers with 0 <= min <= max, or remove both.",
			Source: "seeds/003, autoscaling (input)",
			Fails:  checks.Example{Args: "check -f pool.yaml --base none", Files: autoscalingAnnotationsFails},
			Passes: checks.Example{Args: "check -f pool.yaml --base none", Files: autoscalingAnnotationsPasses},
		},
		Check: eachPool(checkAutoscalingAnnotations),
	}
}

func checkAutoscalingAnnotations(p *pool, out *checks.Sink) {
	scaling := p.autoscaling()
	if scaling.problem == "" {
		return
	}
	if p.place == inTopology && !p.own(minSizeAnnotation).Present() && !p.own(maxSizeAnnotation).Present() {
		return // the class declares both and has the finding
	}
	f := p.finding(scaling.at, "autoscaling stays off: %s; the controller falls back to enabled=false with AutoscalingActive=False/AutoscalingAnnotationsInvalid, "+
		"and the webhook of Cluster API does not catch it in general: it refuses only an unreadable value, with replicas not set and both annotations there", scaling.problem)
	f.Fix = &checks.Fix{Description: "set " + minSizeAnnotation + " and " + maxSizeAnnotation + " to whole numbers with 0 <= min <= max, or remove both"}
	out.Report(f)
}

const autoscalingAnnotationsFails = `-- pool.yaml --
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachinePool
metadata:
  name: workers
  annotations:
    cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size: "6"
    cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size: "5"
spec:
  clusterName: prod
`

const autoscalingAnnotationsPasses = `-- pool.yaml --
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachinePool
metadata:
  name: workers
  annotations:
    cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size: "0"
    cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size: "5"
spec:
  clusterName: prod
`
