package flow

// Certainty is a verdict in three values.
type Certainty int8

// The certainties, in order: a chain is as certain as its weakest link.
const (
	No Certainty = iota
	Maybe
	Yes
)

// String is for tests and debugging.
func (c Certainty) String() string { return [...]string{"no", "maybe", "yes"}[c] }
