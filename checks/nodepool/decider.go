package nodepool

import (
	"fmt"
	"slices"
)

// open is a fact that is not known, with the way to get it.
type open struct {
	// id is the notEvaluated id that stands for it.
	id string
	// name as in a sentence, how is the command or flag.
	name, how string
	get       func(World) string
}

// openFacts lists the inputs that the evidence leaves open, those that are
// easiest to get first.
func openFacts(p *Pool) []open {
	h, v := p.Hashes, p.Versions
	assume := func(k Key, value string) string {
		return fmt.Sprintf("--assume %s:%s=%s", p.Name, k, value)
	}
	getPool := fmt.Sprintf("kubectl get nodepool -n %s %s -o yaml", p.Namespace, p.Name)
	getWorkload := fmt.Sprintf("kubectl get %s -n %s %s -o yaml", workloadResource(p), p.ControlPlaneNamespace, p.Name)
	getHash := assume(KeyHash, "HASH")
	if !p.Has.Secrets {
		getHash = fmt.Sprintf("kubectl get secrets -n %s -o yaml (names and annotations are enough), or %s", p.ControlPlaneNamespace, getHash)
	}
	all := []struct {
		missing bool
		open
	}{
		{len(p.Operator.possible()) > 1, open{
			"conditions", "the operator generation",
			"kubectl get deployment operator -n hypershift -o yaml, then --operator-generation", func(w World) string { return string(w.Generation) },
		}},
		{p.HostedCluster == nil && p.ControlPlane == nil, open{
			"hosted-cluster", "the version of the HostedCluster",
			fmt.Sprintf("kubectl get hostedcluster -n %s %s -o yaml", p.Namespace, p.ClusterName), func(w World) string { return string(answer(w.Janitor)) },
		}},
		{!h.Deployed.Known, open{"workload", "the workload's payload, version and target", getWorkload, func(w World) string { return w.D + "|" + w.DV + "|" + w.Target }}},
		{!h.Completed.Known, open{"conditions", "the completed hash", getPool, func(w World) string { return w.C }}},
		{!h.RolloutBaseline.Known, open{"conditions", "the rollout baseline", getPool, func(w World) string { return w.Baseline }}},
		{!v.Completed.Known, open{"conditions", "the completed version", getPool, func(w World) string { return w.S }}},
		{!v.Requested.Known, open{
			"release-version", "the version of the release image",
			fmt.Sprintf("oc adm release info %s -o jsonpath={.metadata.version}, then %s", p.ReleaseImage(), assume(KeyVersion, "VERSION")), func(w World) string { return w.V },
		}},
		{!h.Current.Known, open{"current-hash", "the current full hash", getHash, func(w World) string { return w.H }}},
		{!h.RolloutWithoutVersion.Known, open{
			"rollout-hash", "the rollout hash without version",
			getPool + " (condition UpdatingConfig), or " + assume(KeyRolloutWithout, "HASH"), func(w World) string { return w.Rw },
		}},
		{!h.Rollout.Known, open{"rollout-hash", "the rollout hash", assume(KeyRollout, "HASH"), func(w World) string { return w.R }}},
	}
	var out []open
	for _, f := range all {
		if f.missing {
			out = append(out, f.open)
		}
	}
	return out
}

func workloadResource(p *Pool) string {
	if p.UpgradeType == "InPlace" {
		return "machineset"
	}
	return "machinedeployment"
}

// findDecider looks for the open fact that leaves the fewest states whatever
// its value turns out to be.
func findDecider(p *Pool, possible []possibility) *Decider {
	getPool := fmt.Sprintf("kubectl get nodepool -n %s %s -o yaml", p.Namespace, p.Name)
	if p.Object.Rendered() {
		return &Decider{Fact: "what the cluster records about the pool, which a manifest without status does not tell", How: getPool}
	}
	if conditionsDecide(p) {
		return &Decider{
			Fact: "conditions of the present generation", Left: 1, How: getPool + " after the operator's next pass",
		}
	}
	var best *Decider
	for _, f := range openFacts(p) {
		if left := worst(f, possible); best == nil || left < best.Left {
			best = &Decider{Fact: f.name, How: f.how, Left: left}
		}
	}
	return best
}

// conditionsDecide: with the completed payload deployed, current conditions
// tell the three states apart.
func conditionsDecide(p *Pool) bool {
	_, current := p.Current(UpdatingConfig)
	h := p.Hashes
	return !current && p.Operator.DualHash() && h.Deployed.Set() && h.Completed.Is(h.Deployed.Value)
}

// worst is the largest number of states that remain when the fact is known.
func worst(f open, possible []possibility) int {
	states := map[string][]State{}
	most := 0
	for _, w := range possible {
		v := f.get(w.World)
		if !slices.Contains(states[v], w.State) {
			states[v] = append(states[v], w.State)
		}
		most = max(most, len(states[v]))
	}
	return most
}
