package nodepool

import (
	"fmt"
	"time"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// Times of the ignition server's token rotation.
const (
	cacheLifetime  = 11 * time.Hour
	retirementTime = 2 * time.Hour
)

var rotationHazard = checks.Rule[*Pool]{
	Meta: checks.Meta{
		ID: "nodepool/rotation-hazard", Severity: checks.Warning,
		Title:  "Machines may boot with a payload that the operator does not refresh",
		Why:    "After a token rotation the operator rewrites the user-data of the effective payload only. Machines that boot with another one send a token that the ignition server has forgotten, 5.5 to 11 hours after the last rotation.",
		Fix:    "Let the rollout finish soon; if it is stuck, remove what blocks it.",
		Source: "NodePool Rollout State Machine, States; CompletedDrift",
		Fails: example("--assume hash=8d3fc104 --assume rolloutHash=9db67280 --assume rolloutHashWithoutVersion=38c2a3cd", sampleSettled,
			"dataSecretName: user-data-workers-c3481e6f", "dataSecretName: user-data-workers-8d3fc104", "upToDateReplicas: 2", "upToDateReplicas: 1"),
		Passes: example("", sampleSettled),
	},
	Check: func(p *Pool, out *checks.Sink) {
		d := p.Evidence.Hashes.Deployed
		if p.ended() || d.Absent() || d.Is(p.EffectiveHash) {
			return
		}
		if !d.Known {
			out.Skip(p.lackWorkload())
			return
		}
		switch p.bootsDeployed() {
		case Unknown:
			out.Skip(p.lackHash())
		case Yes:
			w := p.Workload
			out.Report(p.resting(p.finding(w.Object, workloadUser(w).at, fmt.Sprintf(
				"machines boot with payload %s while the operator refreshes %s: boots fail 5.5 to 11 hours after the last token rotation",
				d.Value, effectiveName(p)))))
		}
	},
}

// bootsDeployed tells whether machines may still be made with a deployed
// payload that is not the effective one.
func (p *Pool) bootsDeployed() Answer {
	h := p.Evidence.Hashes
	switch {
	case p.State == CompletedDrift && h.Completed.Known && h.Completed.Value != h.Deployed.Value:
		return Yes
	case p.EffectiveHash == "" && (p.State == Undetermined || p.State == ""):
		return Unknown
	case p.Rollout.Complete == No:
		return Yes
	case p.Rollout.Complete == Yes:
		return No
	}
	return Unknown
}

func effectiveName(p *Pool) string {
	if p.EffectiveHash == "" {
		return "a new one"
	}
	return p.EffectiveHash
}
