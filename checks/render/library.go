package render

import "fmt"

// Rendered is one case of a renderer's own test: what it renders from fixed
// inputs, once per secrets bundle.
type Rendered struct {
	Name string
	// Bundles hold a YAML or JSON stream each, rendered under different secrets.
	Bundles [][]byte
}

// Fingerprint returns "sha256:" and 64 hexadecimal digits over everything that
// the cases render, secrets left out. It fails when a bundle is no valid YAML or
// JSON, holds a key twice, or has other documents than its siblings.
func Fingerprint(cases []Rendered) (string, error) {
	outputs, err := outputsOf(cases, Options{})
	if err != nil {
		return "", err
	}
	return Digest(outputs).Fingerprint, nil
}

// Verify compares what the cases render, and the renderer's version, with a pin.
// It returns nil when both are as pinned; otherwise an error that says what to do.
func Verify(pin Pinned, version int64, cases []Rendered) error {
	outputs, err := outputsOf(cases, Options{})
	if err != nil {
		return err
	}
	c := &Comparison{Head: NewSide(Version{Number: version}, nil, outputs), Pinned: &pin, HasPin: true}
	got := c.Head.Digests.Fingerprint
	switch c.Verdict() {
	case OK:
		return nil
	case MissingBump:
		return fmt.Errorf("the output changed and the version did not: raise it from %d to %d and pin fingerprint %s", version, version+1, got)
	case StalePin:
		return fmt.Errorf("version and output changed: pin version %d and fingerprint %s", version, got)
	case NeedlessBump:
		return fmt.Errorf("the version was raised from %d to %d but the output is the same", pin.Version, version)
	}
	return fmt.Errorf("the version is %d, below the pinned %d: hashes may repeat", version, pin.Version)
}

func outputsOf(cases []Rendered, o Options) ([]Output, error) {
	var out []Output
	for _, c := range cases {
		parsed := Case{Name: c.Name}
		for i, bundle := range c.Bundles {
			r, err := ParseRender(fmt.Sprintf("case %s, bundle %d", c.Name, i), bundle)
			if err != nil {
				return nil, err
			}
			parsed.Renders = append(parsed.Renders, r)
		}
		merged := parsed.Merge(o)
		if len(merged.Unequal) > 0 {
			return nil, fmt.Errorf("case %s: only some bundles have %v", c.Name, merged.Unequal)
		}
		out = append(out, merged)
	}
	return out, nil
}
