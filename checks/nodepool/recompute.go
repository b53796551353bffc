package nodepool

import (
	"fmt"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool/payload"
)

// recomputeRollout finds the rollout hash wanted now where that follows from
// payloads. How an operator build computes rollout hashes is not published;
// the completed payload calibrates it: a formula counts only when it gives the
// recorded baseline.
func recomputeRollout(p *Pool) {
	if p.Hashes.Rollout.Known || !p.Versions.Requested.Set() || p.HostedCluster == nil {
		return
	}
	baseline, ok := payload.ParseHash(p.Hashes.RolloutBaseline.Value)
	completed, text, found := p.readPayload(p.Hashes.Completed.Value)
	if !ok || !found {
		return
	}
	in, err := p.rolloutInputs(p.Versions.Completed.Value, text)
	if err != nil {
		return
	}
	calibration := payload.Calibrate(text.HashWithoutProxy(), in, baseline, nil)
	source, target := p.wantedPayload(calibration, in, completed, text)
	if target == nil {
		return
	}
	in, err = p.rolloutInputs(p.Versions.Requested.Value, target)
	if err != nil {
		return
	}
	if h, ok := calibration.Hash(target.HashWithoutProxy(), in); ok {
		p.Hashes.Rollout = known(h.String(), fmt.Sprintf(
			"computed from the payload of %s with the formula that turns %s into the recorded baseline", source.Name, completed.Name))
	}
}

func (p *Pool) rolloutInputs(version string, text *payload.Payload) (payload.RolloutInputs, error) {
	stream := payload.Stream(p.Object.Get("spec", "osImageStream", "name").Text(), version, text.Runc())
	return payload.NewCluster(p.HostedCluster).Rollout(version, stream)
}

func (p *Pool) readPayload(hash string) (*Secret, *payload.Payload, bool) {
	s, ok := p.Secret(TokenSecret, hash)
	if !ok {
		return nil, nil, false
	}
	text, state := payload.Read(s.Object)
	return s, text, state == payload.Readable
}

// wantedPayload finds a payload whose rollout inputs are those wanted now: the
// completed one while UpdatingConfig is False, else one that gives the hash in
// the condition's message.
func (p *Pool) wantedPayload(c payload.Calibration, in payload.RolloutInputs, completed *Secret, text *payload.Payload) (*Secret, *payload.Payload) {
	updating, ok := p.Current(UpdatingConfig)
	switch {
	case !ok || len(c) == 0:
		return nil, nil
	case updating.False():
		if updating.Reason == inPlaceFailed {
			return nil, nil
		}
		return completed, text
	}
	for _, s := range p.Secrets {
		candidate, state := payload.Read(s.Object)
		if s.Role != TokenSecret || state != payload.Readable {
			continue
		}
		if h, ok := c.HashWithoutVersion(candidate.HashWithoutProxy(), in); ok && h.String() == lastWord(updating.Message) {
			return s, candidate
		}
	}
	return nil, nil
}
