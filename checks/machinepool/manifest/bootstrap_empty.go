package manifest

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

func bootstrapEmpty() checks.Rule[*Input] {
	return checks.Rule[*Input]{
		Meta: checks.Meta{
			ID: "machinepool/bootstrap-empty", Severity: checks.Warning,
			Title:  "Empty name of the bootstrap secret",
			Why:    "An empty dataSecretName is read as if there was none: the pool waits for bootstrap data that nobody announces.",
			Fix:    "Give the name of the secret, or remove the key and use configRef.",
			Source: "seeds/003, bootstrap_data (input)",
			Fails:  checks.Example{Args: "check -f pool.yaml --base none", Files: bootstrapEmptyFails},
			Passes: checks.Example{Args: "check -f pool.yaml --base none", Files: bootstrapEmptyPasses},
		},
		Check: eachPool(checkBootstrapEmpty),
	}
}

func checkBootstrapEmpty(p *pool, out *checks.Sink) {
	name := p.template.Get("bootstrap", "dataSecretName")
	if !name.Exists() || name.Text() != "" {
		return
	}
	f := p.finding(name, "dataSecretName is empty, which counts as not set: the pool stays in WaitingForBootstrapData")
	f.Fix = &checks.Fix{Description: "give the name of the secret, or remove the key and use configRef"}
	out.Report(f)
}

const bootstrapEmptyFails = `-- pool.yaml --
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachinePool
metadata:
  name: workers
spec:
  clusterName: prod
  template:
    spec:
      clusterName: prod
      bootstrap:
        dataSecretName: ""
`

const bootstrapEmptyPasses = `-- pool.yaml --
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachinePool
metadata:
  name: workers
spec:
  clusterName: prod
  template:
    spec:
      clusterName: prod
      bootstrap:
        dataSecretName: workers-bootstrap
`
