package manifest

import (
	"math"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

func driftInterval() checks.Rule[*Input] {
	return checks.Rule[*Input]{
		Meta: checks.Meta{
			ID: "machinepool/drift-interval", Severity: checks.Error,
			Title: "Drift interval of a pool below one second",
			Why: "For machines and clusters an interval of 0 switches drift detection off. A pool's own interval is refused below 1, and a 0 " +
				"that it inherits counts as unset: the controller's default of 30 minutes applies and drift detection stays on.",
			Fix:    "Give at least 1, or leave it unset; a long interval is the way to make drift detection rare.",
			Source: "seeds/003, Membership refresh",
			Fails:  checks.Example{Args: "check -f pool.yaml --base none", Files: driftIntervalFails},
			Passes: checks.Example{Args: "check -f pool.yaml --base none", Files: driftIntervalPasses},
		},
		Check: checkDriftInterval,
	}
}

func checkDriftInterval(in *Input, out *checks.Sink) {
	zero := in.zeroDrifts()
	for _, g := range in.read().groups {
		if own := g.spec.Get("drift", "intervalSeconds"); own.Exists() {
			checkOwnDrift(g, own, out)
			continue
		}
		name, _ := g.object.Label(clusterNameLabel)
		if cluster := zero[nameKey{g.object.Namespace, name}]; cluster != nil && g.object.Kind == terraformPool {
			reportInheritedDrift(g, cluster, out)
		}
	}
}

func reportInheritedDrift(g *group, cluster *checks.Object, out *checks.Sink) {
	f := g.finding(g.spec.Get("drift"), "the pool inherits drift.intervalSeconds 0 from TerraformCluster %s, which does not switch drift detection off for a pool: the controller's default of 30 minutes applies", cluster.Name)
	f.Severity = checks.Info
	f.Related = []checks.Related{{Subject: "TerraformCluster/" + cluster.Name, Position: cluster.At(defaultDrift(cluster))}}
	out.Report(f)
}

func checkOwnDrift(g *group, own checks.Value, out *checks.Sink) {
	if !outside(own, 1, math.MaxInt) {
		return
	}
	f := g.finding(own, "drift.intervalSeconds is %s, at least 1 is required: 0 switches drift detection off for machines and clusters only", written(own))
	f.Fix = &checks.Fix{Description: "give at least 1, or leave it unset for the controller's default"}
	out.Report(f)
}

// zeroDrifts finds the defaults that hold a drift interval of 0, by the name of
// the cluster: a TerraformCluster has the cluster's name or its label. The new
// manifest wins over the base.
func (in *Input) zeroDrifts() map[nameKey]*checks.Object {
	found, seen := map[nameKey]*checks.Object{}, map[nameKey]bool{}
	for _, side := range []*checks.Snapshot{in.New, in.Base} {
		for _, o := range usable(side, infraGroup, "TerraformCluster") {
			key := nameKey{o.Namespace, o.Name}
			if label, ok := o.Label(clusterNameLabel); ok {
				key.name = label
			}
			if seen[key] {
				continue
			}
			seen[key] = true
			if n, ok := defaultDrift(o).Int(); ok && n == 0 {
				found[key] = o
			}
		}
	}
	return found
}

func defaultDrift(cluster *checks.Object) checks.Value {
	return cluster.Get("spec", "defaults", "drift", "intervalSeconds")
}

const driftIntervalFails = `-- pool.yaml --
apiVersion: infrastructure.cluster.x-k8s.io/v1alpha1
kind: TerraformMachinePool
metadata:
  name: workers
spec:
  source:
    image: registry.example.com/modules/pool:1.4.0
  drift:
    intervalSeconds: 0
`

const driftIntervalPasses = `-- pool.yaml --
apiVersion: infrastructure.cluster.x-k8s.io/v1alpha1
kind: TerraformMachinePool
metadata:
  name: workers
spec:
  source:
    image: registry.example.com/modules/pool:1.4.0
  drift:
    intervalSeconds: 3600
`
