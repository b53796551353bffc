package nodepool

// State is the answer to "what state is this pool in".
type State string

// The states of a dual-hash operator, as its document defines them, those of
// generation A, and those that are no state of the machine.
const (
	Steady            State = "Steady"
	ManagementDrift   State = "ManagementDrift"
	CompletedDrift    State = "CompletedDrift"
	NewRollout        State = "NewRollout"
	AdoptedRollout    State = "AdoptedRollout"
	ContinuedRollout  State = "ContinuedRollout"
	SupersededRollout State = "SupersededRollout"

	Settled  State = "Settled"
	Rolling  State = "Rolling"
	WillRoll State = "WillRoll"

	Undetermined State = "Undetermined"
	Deleting     State = "Deleting"
	Unsupported  State = "Unsupported"
)
