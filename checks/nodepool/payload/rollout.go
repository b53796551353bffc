package payload

import (
	"cmp"
	"strings"
)

// RolloutInputs are what rollout hashes of dual-hash operators are made of
// beside the MachineConfig text without the proxy's document.
type RolloutInputs struct {
	// Suffix holds version, names, stream and the user-set part of the global
	// configuration.
	Suffix Suffix
	// Access, Address and Port are the API server endpoint of the cluster.
	Access, Address, Port string
}

// Rollout reads the inputs of rollout hashes for a version.
func (c Cluster) Rollout(version, stream string) (RolloutInputs, error) {
	global, err := c.GlobalConfig(Elements{TLSProfile: ElementsOf(version).TLSProfile})
	if err != nil {
		return RolloutInputs{}, err
	}
	return RolloutInputs{
		Suffix: Suffix{
			Version: version, PullSecret: c.PullSecret(), TrustBundle: c.TrustBundle(),
			GlobalConfig: global, Stream: stream,
		},
		Access:  cmp.Or(c.spec.Get("platform", "aws", "endpointAccess").Text(), "Public"),
		Address: c.spec.Get("networking", "apiServer", "advertiseAddress").Text(),
		Port:    cmp.Or(c.spec.Get("networking", "apiServer", "port").Text(), "6443"),
	}, nil
}

// RolloutFormula is one way an operator build may compute rollout hashes. None
// is published; a formula counts only after Calibrate has found it.
type RolloutFormula struct {
	// ID names the formula in reports.
	ID string
	// order lists what follows the MachineConfig text: version, pull secret,
	// trust bundle, global configuration, stream and endpoint by their initials.
	order string
	// endpoint writes the endpoint down.
	endpoint func(RolloutInputs) string
}

// RolloutFormulas lists the candidates: each order of elements that public
// descriptions use, with each plausible text form of the endpoint. New builds
// add rows.
func RolloutFormulas() []RolloutFormula {
	orders := []struct{ id, order string }{
		{"1", "vptgse"}, // the full hash's order, endpoint last
		{"2", "vptges"},
		{"3", "gptvse"}, // the order in which the inputs are described
		{"4", "evptgs"},
	}
	forms := []struct {
		id    string
		write func(RolloutInputs) string
	}{
		{"none", func(RolloutInputs) string { return "" }},
		{"plain", func(in RolloutInputs) string { return in.Access + in.Address + in.Port }},
		{"colon", func(in RolloutInputs) string { return strings.Join([]string{in.Access, in.Address, in.Port}, ":") }},
		{"port-first", func(in RolloutInputs) string { return in.Access + in.Port + in.Address }},
	}
	var out []RolloutFormula
	for _, o := range orders {
		for _, f := range forms {
			out = append(out, RolloutFormula{ID: o.id + "-" + f.id, order: o.order, endpoint: f.write})
		}
	}
	return out
}

// Hash is RolloutHash for the state after the MachineConfig text without the
// proxy's document (Payload.HashWithoutProxy).
func (f RolloutFormula) Hash(config Hash, in RolloutInputs) Hash { return f.sum(config, in, true) }

// HashWithoutVersion is RolloutHashWithoutVersion.
func (f RolloutFormula) HashWithoutVersion(config Hash, in RolloutInputs) Hash {
	return f.sum(config, in, false)
}

func (f RolloutFormula) sum(config Hash, in RolloutInputs, version bool) Hash {
	s := in.Suffix
	parts := map[rune]string{
		'p': s.PullSecret, 't': s.TrustBundle, 'g': s.GlobalConfig, 's': s.Stream, 'e': f.endpoint(in),
	}
	if version {
		parts['v'] = s.Version
	}
	for _, element := range f.order {
		config = config.Append(parts[element])
	}
	return config
}

// Calibration holds the formulas that explain what a settled pool recorded.
// Formulas can coincide on the inputs of one pool, above all in where the
// version stands; what they do not agree on stays unknown.
type Calibration []RolloutFormula

// Calibrate finds the formulas that turn the deployed payload of a settled pool
// into its recorded baseline and, where one is given, its recorded target.
func Calibrate(config Hash, in RolloutInputs, baseline Hash, target *Hash) Calibration {
	var out Calibration
	for _, f := range RolloutFormulas() {
		if f.HashWithoutVersion(config, in) != baseline {
			continue
		}
		if target == nil || f.Hash(config, in) == *target {
			out = append(out, f)
		}
	}
	return out
}

// Hash is RolloutHash where all calibrated formulas agree.
func (c Calibration) Hash(config Hash, in RolloutInputs) (Hash, bool) {
	return c.agree(func(f RolloutFormula) Hash { return f.Hash(config, in) })
}

// HashWithoutVersion is RolloutHashWithoutVersion where they agree.
func (c Calibration) HashWithoutVersion(config Hash, in RolloutInputs) (Hash, bool) {
	return c.agree(func(f RolloutFormula) Hash { return f.HashWithoutVersion(config, in) })
}

func (c Calibration) agree(sum func(RolloutFormula) Hash) (Hash, bool) {
	if len(c) == 0 {
		return 0, false
	}
	first := sum(c[0])
	for _, f := range c[1:] {
		if sum(f) != first {
			return 0, false
		}
	}
	return first, true
}
