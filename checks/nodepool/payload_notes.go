package nodepool

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool/payload"
)

// hashNotes are the conclusions that need no secret: hashes can be walked back
// to the machine configuration they start with, because what follows it is
// known from the HostedCluster.
func hashNotes(p *Pool) []string {
	if p.HostedCluster == nil || p.ended() {
		return nil
	}
	completed, ok := payload.ParseHash(p.Hashes.Completed.Value)
	if !ok || !p.Versions.Completed.Set() {
		return nil
	}
	variants := p.formulas(p.Versions.Completed.Value)
	if len(variants) == 0 {
		return nil
	}
	var out []string
	known := p.completionFits(completed, variants)
	if known {
		out = append(out, "the two annotations of the last completion are consistent with one payload under the present pull secret, trust bundle and cluster configuration")
	}
	out = append(out, p.deployedNote(completed, variants, known)...)
	return append(out, p.ownerNotes(completed, variants[0].Suffix)...)
}

// userDataNotes tell about user-data that asks for something else than its
// name says.
func userDataNotes(p *Pool) []string {
	var out []string
	for _, u := range p.userData() {
		if u.state != payload.Readable {
			continue
		}
		if u.TargetHash != "" && u.TargetHash != u.secret.Hash {
			out = append(out, u.secret.Name+" asks the ignition server for payload "+u.TargetHash+", not for the one in its name")
		}
		if !u.Pool {
			out = append(out, u.secret.Name+" does not name "+p.ID()+" as its pool")
		}
	}
	return out
}

// formulas are the suffixes of a version under the present inputs.
func (p *Pool) formulas(version string) []payload.Variant {
	variants, err := payload.FormulaVariants(payload.Inputs{
		Cluster: payload.NewCluster(p.HostedCluster), Version: version,
		Stream: p.Object.Get("spec", "osImageStream", "name").Text(),
	})
	if err != nil {
		return nil
	}
	return variants
}

// completionFits reports whether both annotations of a completion, walked back,
// meet in one machine configuration. Then the formula is the operator's and the
// inputs have not changed since.
func (p *Pool) completionFits(full payload.Hash, variants []payload.Variant) bool {
	short, ok := payload.ParseHash(p.Hashes.CompletedConfig.Value)
	return ok && slices.ContainsFunc(variants, func(v payload.Variant) bool {
		return v.Suffix.Config(full) == v.Suffix.ConfigOfWithoutVersion(short)
	})
}

// deployedNote tells whether deployed and completed payload hold the same
// machine configuration. That they do is good evidence by itself; that they do
// not counts only where the formula is known to be the operator's.
func (p *Pool) deployedNote(completed payload.Hash, variants []payload.Variant, known bool) []string {
	deployed, ok := payload.ParseHash(p.Hashes.Deployed.Value)
	if !ok || deployed == completed || !p.Versions.Deployed.Set() {
		return nil
	}
	later := p.formulas(p.Versions.Deployed.Value)
	for i := range min(len(variants), len(later)) {
		if payload.SameConfig(completed, variants[i].Suffix, deployed, later[i].Suffix) {
			return []string{fmt.Sprintf("the hashes of deployed and completed payload are consistent with the same machine configuration; release %s against %s is the difference",
				p.Versions.Deployed.Value, p.Versions.Completed.Value)}
		}
	}
	if !known {
		return nil
	}
	return []string{"the hashes of deployed and completed payload are not consistent with the same machine and cluster configuration"}
}

// ownerNotes recognises observed hashes as the completed payload in another
// release that the pool knows of.
func (p *Pool) ownerNotes(completed payload.Hash, from payload.Suffix) []string {
	owners := map[string]string{}
	for _, version := range []string{p.Versions.Requested.Value, p.Versions.Deployed.Value} {
		if version == "" || version == from.Version {
			continue
		}
		if to := p.formulas(version); len(to) > 0 {
			owners[payload.Predict(completed, from, to[0].Suffix).String()] = version
		}
	}
	var out []string
	for _, s := range p.Secrets {
		if version, ok := owners[s.Hash]; ok && s.Role == TokenSecret && s.Hash != p.Hashes.Deployed.Value {
			out = append(out, fmt.Sprintf("%s fits the completed machine configuration in release %s", s.Name, version))
		}
	}
	return out
}

// payloadActions says what a rollout changes on the nodes.
func payloadActions(p *Pool) []string {
	e := p.Payload
	if e.From == "" || p.ended() {
		return nil
	}
	var parts []string
	for _, c := range e.Difference {
		parts = append(parts, changeText(c))
	}
	if len(parts) == 0 {
		return []string{fmt.Sprintf("The machine configuration of %s and %s is the same; release, names or cluster configuration make the hashes differ.", e.From, e.To)}
	}
	return []string{fmt.Sprintf("On the nodes the change from %s to %s is: %s.", e.From, e.To, strings.Join(parts, "; "))}
}

func changeText(c payload.Change) string {
	var images []string
	for _, f := range c.Files {
		if f.From != "" {
			images = append(images, fmt.Sprintf("image of container %s from %s to %s", f.Container, f.From, f.To))
		}
	}
	text := fmt.Sprintf("%s %s (%s)", c.Document, c.Change, c.Class)
	if len(images) > 0 {
		text += ", " + strings.Join(images, ", ")
	}
	return text
}
