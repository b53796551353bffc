package manifest

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

func size() checks.Rule[*Input] {
	return checks.Rule[*Input]{
		Meta: checks.Meta{
			ID: "machinepool/size", Severity: checks.Warning,
			Title: "Machine pool larger than what is practical or possible",
			Why: "A pool reports its members in a list of at most 10000 provider ids, so a larger pool can never report itself. The documented " +
				"practical size is 2000 members; status.instances keeps only 1000 entries.",
			Fix:    "Split the pool.",
			Source: "seeds/003, instances (output)",
			Fails:  checks.Example{Args: "check -f pool.yaml --base none", Files: sizeFails},
			Passes: checks.Example{Args: "check -f pool.yaml --base none", Files: sizePasses},
		},
		Check: eachPool(checkSize),
	}
}

const (
	practicalSize = 2000
	largestSize   = 10000
)

func checkSize(p *pool, out *checks.Sink) {
	count, at, what := 0, checks.Value{}, "replicas"
	if n, ok := p.replicas.Int(); ok {
		count, at = n, p.replicas
	}
	if v := p.annotation(maxSizeAnnotation); v.Present() {
		if n, err := size32(v); err == nil && n > count {
			count, at, what = n, p.at(maxSizeAnnotation), "the autoscaling maximum"
		}
	}
	switch {
	case count > largestSize:
		f := p.finding(at, "%s is %d, but a pool cannot report more than %d members: providerIDList holds no more", what, count, largestSize)
		f.Severity = checks.Error
		out.Report(f)
	case count > practicalSize:
		out.Report(p.finding(at, "%s is %d, above the documented practical size of %d members; status.instances keeps 1000 entries", what, count, practicalSize))
	}
}

const sizeFails = `-- pool.yaml --
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachinePool
metadata:
  name: workers
spec:
  clusterName: prod
  replicas: 2001
`

const sizePasses = `-- pool.yaml --
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachinePool
metadata:
  name: workers
spec:
  clusterName: prod
  replicas: 2000
`
