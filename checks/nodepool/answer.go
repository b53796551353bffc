package nodepool

// Answer is yes, no or unknown: evidence may be missing.
type Answer string

// The answers. The zero Answer counts as Unknown.
const (
	Yes     Answer = "yes"
	No      Answer = "no"
	Unknown Answer = "unknown"
)

// answer turns a known truth into an Answer.
func answer(b bool) Answer {
	if b {
		return Yes
	}
	return No
}

// join keeps what both agree on; the empty Answer agrees with everything.
func (a Answer) join(b Answer) Answer {
	switch {
	case a == "":
		return b
	case b == "" || a == b:
		return a
	}
	return Unknown
}

// Fact is one value with where it comes from. An unknown fact has no value and
// its Basis says why. A known fact with an empty value says that the thing is
// known to be absent.
type Fact struct {
	Value string `json:"value"`
	Known bool   `json:"known"`
	Basis string `json:"basis"`
}

func known(value, basis string) Fact { return Fact{Value: value, Known: true, Basis: basis} }

func unknown(because string) Fact { return Fact{Basis: because} }

// Is reports whether the fact is known to have the value.
func (f Fact) Is(value string) bool { return f.Known && f.Value == value }

// Absent reports whether the thing is known not to be there.
func (f Fact) Absent() bool { return f.Known && f.Value == "" }

// Set reports whether the fact is known and not empty.
func (f Fact) Set() bool { return f.Known && f.Value != "" }
