package manifest

import "github.com/rollout-pin/kubectl-rollout-pin/checks"

func versionChangeRolls() checks.Rule[*Input] {
	return checks.Rule[*Input]{
		Meta: checks.Meta{
			ID: "machinepool/version-change-rolls", Severity: checks.Info,
			Title: "Version change of a MachinePool replaces its instances",
			Why: "A pool module must replace the instances when the version changes. Pool instances have no Machine, so nothing drains their " +
				"Nodes first.",
			Fix:    "Use lifecycle hooks or termination handlers of the cloud where workloads need a drain.",
			Source: "seeds/003, Lifecycle",
			Fails:  checks.Example{Args: "check -f pool.yaml --base base.yaml", Files: versionChangeRollsFails},
			Passes: checks.Example{Args: "check -f pool.yaml --base base.yaml", Files: versionChangeRollsPasses},
		},
		Check: checkVersionChangeRolls,
	}
}

func checkVersionChangeRolls(in *Input, out *checks.Sink) {
	for _, p := range in.read().pools {
		version := p.template.Get("version")
		if p.place != inMachinePool || !version.Exists() {
			continue
		}
		old := in.before(p.object)
		if old == nil {
			continue
		}
		before := old.Get("spec", "template", "spec", "version").Text()
		if before == "" || before == version.Text() {
			continue
		}
		drain := "without drain"
		if p.foreign() {
			drain = "whether with drain depends on " + p.infraKind
		}
		out.Report(p.finding(version, "the version changes from %s to %s: the instances are replaced, %s", before, version.Text(), drain))
	}
}

const versionChangeRollsFails = `-- pool.yaml --
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachinePool
metadata:
  name: workers
spec:
  clusterName: prod
  template:
    spec:
      clusterName: prod
      version: v1.34.1
-- base.yaml --
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachinePool
metadata:
  name: workers
spec:
  clusterName: prod
  template:
    spec:
      clusterName: prod
      version: v1.33.2
`

const versionChangeRollsPasses = `-- pool.yaml --
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachinePool
metadata:
  name: workers
spec:
  clusterName: prod
  template:
    spec:
      clusterName: prod
      version: v1.33.2
-- base.yaml --
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachinePool
metadata:
  name: workers
spec:
  clusterName: prod
  template:
    spec:
      clusterName: prod
      version: v1.33.2
`
