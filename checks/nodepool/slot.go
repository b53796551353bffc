package nodepool

import (
	"cmp"
	"slices"
)

// slot is a secret that is there or should be.
type slot struct {
	name     string
	role     SecretRole
	hash     string
	observed *Secret
}

// slots lists the secrets to judge: those observed, and those of the
// effective, the deployed and the completed hash. Sorted by name, tokens and
// user-data together by hash.
func slots(p *Pool, possible []possibility) []slot {
	var out []slot
	for _, s := range p.Secrets {
		out = append(out, slot{s.Name, s.Role, s.Hash, s})
	}
	var hashes []string
	for _, w := range possible {
		hashes = append(hashes, w.Effective, w.D, w.C)
	}
	slices.Sort(hashes)
	for _, h := range slices.Compact(hashes) {
		if !concrete(h) {
			continue
		}
		for _, role := range []SecretRole{TokenSecret, UserDataSecret} {
			name := SecretName(role, p.Name, h)
			i := slices.IndexFunc(out, func(s slot) bool { return s.name == name })
			if i < 0 {
				out = append(out, slot{name: name, role: role, hash: h})
				continue
			}
			out[i].hash = h
		}
	}
	slices.SortFunc(out, func(a, b slot) int { return cmp.Compare(a.name, b.name) })
	return out
}
