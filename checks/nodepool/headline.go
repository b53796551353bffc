package nodepool

import (
	"fmt"
	"strings"
)

// Headline says in one or two sentences what the pool is doing and why.
func (p *Pool) Headline() string {
	text := p.stateSentence()
	if p.Paused() && !p.Deleting() {
		text += " The pool is paused: nothing of this happens until the pause ends."
	}
	return text
}

func (p *Pool) stateSentence() string {
	switch p.State {
	case Steady, Settled:
		return p.steadySentence()
	case ManagementDrift:
		return fmt.Sprintf("No node rolls: only management-side content changed, and the operator keeps the payload %s that the workload already uses.", hashText(p.EffectiveHash))
	case CompletedDrift:
		return p.completedDriftSentence()
	case Undetermined:
		return p.undeterminedSentence()
	case Deleting:
		return p.deletingSentence()
	case Unsupported:
		return "The operator is of a later architecture, about which this program makes no statement."
	}
	return p.rolloutSentence()
}

func (p *Pool) steadySentence() string {
	hash := hashText(p.EffectiveHash)
	switch {
	case p.Rollout.Active == Yes:
		return fmt.Sprintf("Machines are going back to the completed payload %s, although no condition shows an update.", hash)
	case p.WorkloadExists == No && p.Automated:
		return fmt.Sprintf("Nothing was asked for, but the workload is gone: the next pass makes it again with payload %s.", hash)
	}
	return fmt.Sprintf("Nothing is pending: the nodes have the current payload %s.", hash)
}

func (p *Pool) completedDriftSentence() string {
	if !p.Hashes.Deployed.Set() {
		return fmt.Sprintf("No node rolls: the current payload differs from the completed one, and with nothing deployed the operator keeps the completed payload %s.", hashText(p.EffectiveHash))
	}
	return fmt.Sprintf("Machines are made with payload %s, but the operator keeps the completed payload %s fresh.", p.Hashes.Deployed.Value, hashText(p.EffectiveHash))
}

func (p *Pool) undeterminedSentence() string {
	text := fmt.Sprintf("The evidence admits %d states: %s.", len(p.Candidates), joinStates(p.Candidates))
	if p.EffectiveHash != "" {
		text += " In each of them the operator maintains the secrets of " + p.EffectiveHash + "."
	}
	return text
}

func (p *Pool) deletingSentence() string {
	if p.PoolDeleting() {
		return "The pool is being deleted."
	}
	return "HostedCluster " + p.Namespace + "/" + p.ClusterName + " is being deleted, and the pool with it."
}

func (p *Pool) rolloutSentence() string {
	target := hashText(p.EffectiveHash)
	switch {
	case !p.Automated:
		return "A change was asked for; the platform has no machines, so the next pass only records it."
	case p.State == SupersededRollout:
		return fmt.Sprintf("A newer change overtakes the running rollout to %s: the next pass switches to payload %s.", p.Hashes.Deployed.Value, target)
	case willWrite(p) && p.Hashes.Deployed.Is(p.EffectiveHash):
		return fmt.Sprintf("The rollout to %s goes on with its payload; the next pass only writes the version on the workload.", target)
	case willWrite(p):
		return fmt.Sprintf("A change was asked for%s: the next pass makes payload %s and the nodes roll to it.", p.changeText(), target)
	case p.WillWrite() == Unknown:
		return "A change was asked for; how far its rollout is cannot be told from the input."
	case p.Rollout.Complete == Yes:
		return fmt.Sprintf("The rollout to %s is complete, but its completion is not recorded yet.", target)
	case p.State == AdoptedRollout:
		return fmt.Sprintf("A rollout of an older operator is adopted: the nodes go on rolling to %s%s.", target, p.progress())
	case p.State == ContinuedRollout:
		return fmt.Sprintf("The rollout to %s goes on%s; newer management-side content waits for the next change.", target, p.progress())
	}
	return fmt.Sprintf("The nodes are rolling to payload %s%s.", target, p.progress())
}

// changeText says what kind of change it is, where only one kind is.
func (p *Pool) changeText() string {
	switch {
	case p.Gates.Version == Yes && p.Versions.Requested.Known:
		return " (release " + p.Versions.Requested.Value + ")"
	case p.Gates.Version == No && p.Gates.Config == Yes:
		return " (configuration)"
	case p.Gates.Version == No && p.Gates.Config == No && p.Gates.Revert == Yes:
		return " (an earlier change was taken back)"
	}
	return ""
}

// progress is " (1 of 2 updated)", "" when not reported. In place the counters
// say nothing about it, but the upgrader's text does.
func (p *Pool) progress() string {
	var parts []string
	if p.UpgradeType == "InPlace" && p.Workload != nil {
		if text, ok := p.Workload.Object.Annotation(AnnotationInPlaceProgress); ok {
			parts = append(parts, text)
		}
	} else if u, d := p.Rollout.Updated, p.Rollout.Desired; u != nil && d != nil {
		parts = append(parts, fmt.Sprintf("%d of %d updated", *u, *d))
	}
	if n := len(p.Rollout.BlockedBy); n > 0 {
		parts = append(parts, "blocked")
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}
