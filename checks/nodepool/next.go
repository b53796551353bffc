package nodepool

import (
	"fmt"
	"slices"
)

// nextActions says in plain sentences what happens next, the first pass first.
func nextActions(p *Pool) []string {
	out := []string{}
	if p.Paused() && !p.Deleting() {
		out = append(out, "Nothing until the pause ends (spec.pausedUntil); then:")
	}
	if p.ClusterMissing() {
		out = append(out, fmt.Sprintf("Every pass ends with an error until HostedCluster %s/%s exists; then:", p.Namespace, p.ClusterName))
	}
	if b := p.Conditions.Blocking(); len(b) > 0 && !p.Deleting() {
		out = append(out, fmt.Sprintf("Every pass ends at condition %s (%s) until its cause is cured; then:", b[0].Type, b[0].Reason))
	}
	out = append(out, stateActions(p)...)
	return append(out, templateActions(p)...)
}

func stateActions(p *Pool) []string {
	switch p.State {
	case Undetermined:
		return undeterminedActions(p)
	case Deleting:
		return deletingActions(p)
	case Unsupported:
		return []string{"This program does not know the operator's architecture: it makes no statement."}
	case Steady, Settled:
		return steadyActions(p)
	case ManagementDrift, CompletedDrift:
		return driftActions(p)
	}
	return rolloutActions(p)
}

// undeterminedActions says what holds in every candidate, and what it takes to
// know more.
func undeterminedActions(p *Pool) []string {
	var out []string
	if p.EffectiveHash != "" {
		out = append(out, "Every pass maintains the secrets of "+p.EffectiveHash+", whatever the state is.")
	}
	switch p.WillWrite() {
	case Yes:
		out = append(out, "The next pass writes the workload, whatever the state is.")
	case No:
		out = append(out, "The next pass leaves the workload as it is, whatever the state is.")
	}
	if len(p.Candidates) <= manyCandidates {
		for _, c := range p.Candidates {
			out = append(out, "If it is "+string(c)+": "+p.meaning(c))
		}
	}
	if p.Decider == nil {
		return append(out, "More depends on evidence that the input does not hold.")
	}
	return append(out, "More depends on "+p.Decider.Fact+": "+p.Decider.How)
}

// manyCandidates is the number from which explaining each of them helps nobody.
const manyCandidates = 4

// meaning says what a candidate would mean for the nodes.
func (p *Pool) meaning(s State) string {
	deployed := hashText(p.Hashes.Deployed.Value)
	switch s {
	case Steady, Settled:
		return "nothing is pending."
	case ManagementDrift:
		return "no node rolls, new machines get the deployed payload " + deployed + "."
	case CompletedDrift:
		return "no new rollout, but the operator refreshes the completed payload " + hashText(p.Hashes.Completed.Value) + " only."
	case AdoptedRollout, ContinuedRollout:
		return "the rollout to " + deployed + " goes on with its payload."
	case SupersededRollout:
		return "the rollout to " + deployed + " is given up for the current payload."
	}
	return "the nodes roll to the current payload " + hashText(p.Hashes.Current.Value) + "."
}

func deletingActions(p *Pool) []string {
	if !p.PoolDeleting() {
		return []string{"The HostedCluster is being deleted: its pools follow, and the janitor retires what is left of their secrets."}
	}
	if n := len(p.Machines); n > 0 {
		return []string{fmt.Sprintf("The operator waits until the last machine is gone (%d in the input), then deletes the secrets and drops its finalizer.", n)}
	}
	return []string{"The operator waits until the last machine is gone, then deletes the secrets and drops its finalizer."}
}

func steadyActions(p *Pool) []string {
	if p.Rollout.Active == Yes {
		return []string{
			"Machines are still being replaced, back to the completed payload; the conditions do not show it.",
			"When the workload is complete, the operator clears the in-progress marker.",
		}
	}
	if p.WorkloadExists == No && p.Automated {
		return []string{"The next pass makes the workload again, with the payload " + hashText(p.EffectiveHash) + "."}
	}
	return []string{"Nothing changes until the pool, its cluster or the management side asks for something; tokens are rotated every 5.5 h."}
}

func driftActions(p *Pool) []string {
	if p.State == CompletedDrift && p.Hashes.Deployed.Set() {
		out := []string{
			"The controller keeps the completed payload " + p.EffectiveHash + " fresh although machines are made with " + p.Hashes.Deployed.Value + ".",
		}
		if p.Rollout.Complete != Yes {
			return append(out, "When the workload is complete, "+p.Hashes.Deployed.Value+" is recorded as completed and maintained from then on.")
		}
		return append(out, "The next completion step records "+p.Hashes.Deployed.Value+" as completed; it is maintained from then on.")
	}
	out := []string{"No node is replaced: only management-side content changed. New machines still get the payload " + hashText(p.EffectiveHash) + "."}
	if p.WorkloadExists == No && p.Automated {
		out = append(out, "The next pass makes the workload again, with that payload.")
	}
	return append(out, "The next change to the pool's own configuration or release takes the deferred content along.")
}

// rolloutActions covers the states of a change that was asked for.
func rolloutActions(p *Pool) []string {
	if !p.Automated {
		return []string{"The platform has no machines: the next pass records the new version and hashes at once."}
	}
	switch p.WillWrite() {
	case Yes:
		return propagation(p)
	case Unknown:
		return []string{"Whether the next pass points the workload to another payload depends on evidence that the input does not hold."}
	}
	if p.Rollout.Complete == Yes {
		return []string{"The workload is complete: the next pass records version and hashes and ends the rollout."}
	}
	out := []string{"The workload already has its target " + hashText(p.EffectiveHash) + "; machines are " + verb(p) + " until every replica has it."}
	if p.State == ContinuedRollout || p.State == AdoptedRollout {
		out = append(out, "The rollout keeps its payload; the newer management-side content waits for the next change.")
	}
	return append(out, "At completion version and hashes are recorded on the pool.")
}

func willWrite(p *Pool) bool { return p.WillWrite() == Yes }

// WillWrite tells whether the next pass points the workload to another payload
// or version.
func (p *Pool) WillWrite() Answer {
	gates := []Answer{p.Gates.Version, p.Gates.Config, p.Gates.Revert}
	switch {
	case slices.Contains(gates, Yes):
		return Yes
	case slices.Contains(gates, Unknown):
		return Unknown
	}
	return No
}

func propagation(p *Pool) []string {
	target := hashText(p.EffectiveHash)
	out := []string{}
	if p.Hashes.Deployed.Is(p.EffectiveHash) && p.EffectiveHash != "" {
		return append(out, "The next pass writes the version on the workload and leaves its payload "+target+" as it is.")
	}
	makes := "The next pass makes the secrets of "
	if _, there := p.Secret(TokenSecret, p.EffectiveHash); there {
		makes = "The next pass keeps the secrets of "
	}
	out = append(out, makes+target+" and points the workload to them.")
	if p.State == SupersededRollout {
		out = append(out, "The running rollout to "+p.Hashes.Deployed.Value+" is given up; once the workload has moved on, the janitor retires its secrets.")
	}
	return append(out, "Then machines are "+verb(p)+".")
}

func verb(p *Pool) string {
	if p.UpgradeType == "InPlace" {
		return "updated in place"
	}
	return "replaced"
}

func hashText(hash string) string {
	if hash == "" {
		return "(a hash that is not known)"
	}
	return hash
}

func templateActions(p *Pool) []string {
	if p.Gates.PlatformTemplate != Yes {
		return nil
	}
	return []string{"The machine template is switched too, which replaces every machine; the payload is the one of " + hashText(p.EffectiveHash) + "."}
}
