package payload

import (
	"cmp"
	"slices"
	"strings"
)

// Inputs are what suffixes are made of: the present values, and values that may
// have been in force when a payload was made.
type Inputs struct {
	Cluster Cluster
	// Version is the expected release; OtherVersions are tried after it.
	Version       string
	OtherVersions []string
	// Stream is the RHEL stream that the pool asks for.
	Stream string
	// Runc says that the payload selects runc.
	Runc bool
	// OtherPullSecrets and OtherTrustBundles are names the cluster may have
	// used before.
	OtherPullSecrets, OtherTrustBundles []string
}

// Variant is one suffix and how it departs from the present values under the
// present formula.
type Variant struct {
	Suffix Suffix
	// Formula says what another operator build would do differently.
	Formula []string
	// Inputs says which fields would have had another value.
	Inputs []string
}

// Present reports whether the variant departs in nothing.
func (v Variant) Present() bool { return len(v.Formula)+len(v.Inputs) == 0 }

// Notes joins all departures.
func (v Variant) Notes() string { return strings.Join(slices.Concat(v.Formula, v.Inputs), "; ") }

// Variants lists the suffixes worth trying, the present one first, then those
// that depart least. The error names a cluster field that cannot be read.
func Variants(in Inputs) ([]Variant, error) {
	var out []Variant
	for _, version := range slices.Concat([]string{in.Version}, in.OtherVersions) {
		texts, err := globalTexts(in.Cluster, version)
		if err != nil {
			return nil, err
		}
		start := Variant{Suffix: Suffix{Version: version, Stream: Stream(in.Stream, version, in.Runc)}}
		if version != in.Version {
			start.Inputs = append(start.Inputs, "version "+version)
		}
		for _, withGlobal := range globals(start, texts) {
			out = append(out, withNames(withGlobal, in)...)
		}
	}
	slices.SortStableFunc(out, func(a, b Variant) int {
		return cmp.Compare(len(a.Formula)+len(a.Inputs), len(b.Formula)+len(b.Inputs))
	})
	return out, nil
}

// FormulaVariants are the variants with the present inputs.
func FormulaVariants(in Inputs) ([]Variant, error) {
	in.OtherVersions, in.OtherPullSecrets, in.OtherTrustBundles = nil, nil, nil
	all, err := Variants(in)
	return slices.DeleteFunc(all, func(v Variant) bool { return len(v.Inputs) > 0 }), err
}

// text is one form of the global configuration.
type text struct {
	text           string
	formula, input string
}

// globalTexts lists the forms of the global configuration: that of the present
// operator, those of older ones, and that of a cluster without proxy and image
// configuration.
func globalTexts(c Cluster, version string) ([]text, error) {
	elements := ElementsOf(version)
	present, err := c.GlobalConfig(elements)
	if err != nil {
		return nil, err
	}
	list := []text{{text: present}}
	if elements.TLSProfile {
		without, err := c.GlobalConfig(Elements{ProxyStatus: true})
		if err != nil {
			return nil, err
		}
		list = append(list, text{text: without, formula: "no TLS profile in the hash"})
	}
	if mode := withEmptyImportMode(present); mode != present {
		list = append(list, text{text: mode, formula: "an empty imageStreamImportMode in the hash"})
	}
	plain, err := Cluster{}.GlobalConfig(elements)
	if err != nil {
		return nil, err
	}
	if plain != present {
		list = append(list, text{text: plain, input: "no proxy, image or TLS configuration"})
	}
	return list, nil
}

// withEmptyImportMode is what operators of early 2025 hashed: the field was new
// and printed although empty.
func withEmptyImportMode(global string) string {
	const field = `"imageStreamImportMode"`
	end := `},"status":{}}` + "\n"
	i := strings.Index(global, `"registrySources"`)
	if i < 0 || strings.Contains(global, field) {
		return global
	}
	j := strings.Index(global[i:], end)
	if j < 0 {
		return global
	}
	return global[:i+j] + "," + field + `:""` + global[i+j:]
}

func globals(v Variant, texts []text) []Variant {
	var out []Variant
	for _, t := range texts {
		next := v.with(func(s *Suffix) { s.GlobalConfig = t.text })
		next.note(t.formula, t.input)
		out = append(out, next)
		if next.Suffix.Stream != "" {
			older := next.with(func(s *Suffix) { s.Stream = "" })
			older.note("no RHEL stream in the hash", "")
			out = append(out, older)
		}
	}
	return out
}

// withNames crosses the variant with the names of pull secret and trust bundle.
func withNames(v Variant, in Inputs) []Variant {
	pull, trust := in.Cluster.PullSecret(), in.Cluster.TrustBundle()
	bundles := slices.Concat([]string{trust}, in.OtherTrustBundles)
	if trust != "" {
		bundles = append(bundles, "")
	}
	var out []Variant
	for _, p := range slices.Concat([]string{pull}, in.OtherPullSecrets) {
		for _, b := range bundles {
			next := v.with(func(s *Suffix) { s.PullSecret, s.TrustBundle = p, b })
			if p != pull {
				next.note("", "pull secret "+p)
			}
			if b != trust {
				next.note("", "trust bundle "+cmp.Or(b, "(none)"))
			}
			out = append(out, next)
		}
	}
	return out
}

func (v Variant) with(edit func(*Suffix)) Variant {
	edit(&v.Suffix)
	v.Formula, v.Inputs = slices.Clone(v.Formula), slices.Clone(v.Inputs)
	return v
}

func (v *Variant) note(formula, input string) {
	if formula != "" {
		v.Formula = append(v.Formula, formula)
	}
	if input != "" {
		v.Inputs = append(v.Inputs, input)
	}
}

// Fit finds the first variant under which the MachineConfig state gives the
// full hash.
func Fit(full, config Hash, variants []Variant) (Variant, bool) {
	for _, v := range variants {
		if v.Suffix.Full(config) == full {
			return v, true
		}
	}
	return Variant{}, false
}

// FormulaOnly reports whether two full hashes are consistent with the same
// MachineConfig text and the same inputs under two different formulas, and how
// the first one's formula departs from the second's.
func FormulaOnly(older, newer Hash, variants []Variant) (Variant, bool) {
	for _, b := range variants {
		for _, a := range variants {
			if a.Suffix != b.Suffix && SameConfig(older, a.Suffix, newer, b.Suffix) {
				return a, true
			}
		}
	}
	return Variant{}, false
}
