package flow

// Taint says which sources a value follows. A source is one bit; yes and maybe
// never share a bit. Forms and trail are kept by runs with a single source.
type Taint struct {
	yes, maybe uint64
	forms      Form
	trail      *trail
}

func (t Taint) none() bool { return t.yes|t.maybe == 0 }

// of returns the certainty for one source.
func (t Taint) of(bit uint64) Certainty {
	switch {
	case t.yes&bit != 0:
		return Yes
	case t.maybe&bit != 0:
		return Maybe
	}
	return No
}

// join is the taint of a value that follows both.
func join(a, b Taint) Taint {
	out := Taint{yes: a.yes | b.yes, forms: a.forms | b.forms, trail: a.trail}
	out.maybe = (a.maybe | b.maybe) &^ out.yes
	if out.trail == nil || (a.yes == 0 && b.yes != 0) {
		if b.trail != nil {
			out.trail = b.trail
		}
	}
	return out
}

// both is the taint of a value that changes only when both do.
func both(a, b Taint) Taint {
	out := Taint{yes: a.yes & b.yes, forms: b.forms, trail: b.trail}
	out.maybe = (a.yes | a.maybe) & (b.yes | b.maybe) &^ out.yes
	if out.none() {
		return Taint{}
	}
	return out
}

// limit makes the taint at most as certain as c.
func (t Taint) limit(c Certainty) Taint {
	switch c {
	case No:
		return Taint{}
	case Maybe:
		t.maybe, t.yes = t.maybe|t.yes, 0
	}
	return t
}

// via adds a step to the proof; step is only called when one is kept.
func (t Taint) via(step func() Step) Taint {
	if t.trail != nil {
		t.trail = t.trail.then(step())
	}
	return t
}

// Form is how a value holds the payload, as a set: the branches of a
// conditional may differ.
type Form uint8

// The forms.
const (
	// AsGiven is the input itself: base64 of the payload.
	AsGiven Form = 1 << iota
	// Text is the decoded payload.
	Text
	// Twice is base64 of base64.
	Twice
	// Mixed is a larger text with the payload in it, MixedBase64 its base64.
	Mixed
	MixedBase64
	// Hashed is a digest.
	Hashed
	// Edited marks text that was parsed or changed on the way.
	Edited
)

// mapping turns forms into others, bit by bit; forms that are not listed stay.
type mapping map[Form]Form

var (
	encoding = mapping{Text: AsGiven, AsGiven: Twice, Mixed: MixedBase64, MixedBase64: Twice}
	decoding = mapping{AsGiven: Text, Twice: AsGiven, MixedBase64: Mixed}
	hashing  = mapping{Text: Hashed, AsGiven: Hashed, Twice: Hashed, Mixed: Hashed, MixedBase64: Hashed, Edited: Hashed}
	mixing   = mapping{Text: Mixed, AsGiven: Mixed, Twice: Mixed, MixedBase64: Mixed}
	editing  = mapping{Text: Mixed | Edited, AsGiven: Mixed | Edited, Twice: Mixed | Edited, Mixed: Mixed | Edited, MixedBase64: Mixed | Edited}
)

func (m mapping) apply(forms Form) Form {
	var out Form
	for bit := AsGiven; bit <= Edited && bit != 0; bit <<= 1 {
		if forms&bit == 0 {
			continue
		}
		if to, ok := m[bit]; ok {
			out |= to
		} else {
			out |= bit
		}
	}
	return out
}
