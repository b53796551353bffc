package nodepool

import (
	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool/payload"
)

// Explanation is what follows from the evidence.
type Explanation struct {
	// State is one of the seven states, Undetermined, Deleting, Unsupported
	// or, for generation A, Settled, Rolling, WillRoll.
	State State
	// Candidates are all states that the evidence admits, most likely first.
	Candidates []State
	// EffectiveHash is E, "" when the candidates disagree or E has no name yet.
	EffectiveHash string
	Outdated      Answer
	// Decision is the path through the state machine, question by question.
	Decision []Step
	// Routes are all ways through the state machine that the evidence admits.
	Routes []Route
	Gates  Gates
	// Verdicts has one entry per secret: those observed, and those of the
	// effective, deployed and completed hash even when not observed.
	Verdicts []Verdict
	Rollout  Rollout
	Payload  Payload
	// Next says in plain sentences what happens next.
	Next []string
	// Contradictions are pieces of evidence that exclude each other, one
	// sentence each.
	Contradictions []string
	// Decider says which single fact would decide between the candidates; nil
	// when the state is certain.
	Decider *Decider
	checks.Result
}

// Step is one question of the decision.
type Step struct {
	Question string `json:"question"`
	// Answer is yes, no or unknown.
	Answer  Answer `json:"answer"`
	Because string `json:"because"`
}

// Gates say whether the next pass would write the workload because of each
// cause. Yes needs both the gate's formula and that something would change.
type Gates struct {
	Version          Answer `json:"version"`
	Config           Answer `json:"config"`
	Revert           Answer `json:"revert"`
	PlatformTemplate Answer `json:"platformTemplate"`
}

// Fate is what becomes of a secret.
type Fate string

// The fates of secrets.
const (
	Kept        Fate = "kept"
	Created     Fate = "created"
	Expiring    Fate = "expiring"
	ExpiredFate Fate = "expired"
	Deleted     Fate = "deleted"
	Leftover    Fate = "leftover"
	Missing     Fate = "missing"
	UnknownFate Fate = "unknown"
)

// Verdict is the fate of one secret.
type Verdict struct {
	Name     string     `json:"name"`
	Role     SecretRole `json:"kind"`
	Hash     string     `json:"hash"`
	Observed bool       `json:"observed"`
	Fate     Fate       `json:"verdict"`
	// At is the time of expiry, RFC 3339, "" when not known.
	At      string   `json:"at"`
	Because []string `json:"because"`
}

// Rollout says how far the workload is. Counts are nil when not reported.
type Rollout struct {
	// Active: machines are being replaced or updated.
	Active Answer `json:"active"`
	// Complete: the operator's completion formula holds.
	Complete  Answer `json:"complete"`
	Desired   *int   `json:"desired,omitempty"`
	Updated   *int   `json:"updated,omitempty"`
	Available *int   `json:"available,omitempty"`
	Total     *int   `json:"total,omitempty"`
	// BlockedBy names what keeps the rollout from moving.
	BlockedBy []string `json:"blockedBy"`
	// Because says how Complete was decided.
	Because string `json:"because,omitempty"`
}

// Payload is what the readable payloads, and the arithmetic of hashes, say.
type Payload struct {
	// Verified: the recomputed hash equals the one in the secret's name, for
	// the deployed payload where readable, else for the effective one.
	Verified Answer `json:"verified"`
	// Basis says how Verified was decided.
	Basis string `json:"basis,omitempty"`
	// From and To are the full hashes that Difference compares: what nodes run
	// and what they get. Both are empty when nothing was compared.
	From string `json:"from,omitempty"`
	To   string `json:"to,omitempty"`
	// Difference lists the documents that differ.
	Difference []payload.Change `json:"difference"`
	// Notes are conclusions from the hashes alone, one sentence each.
	Notes []string `json:"notes,omitempty"`

	examined []examined
}

// Decider is the fact that, once known, would leave the fewest states.
type Decider struct {
	// Fact names it, for example "the current full hash"; How is the command
	// that fetches it or the flag that gives it.
	Fact, How string
	// Left is the number of states that remain at worst when it is known; 0
	// when that cannot be told.
	Left int
}
