package nodepool

// Question is a branch of the state machine.
type Question string

// The questions, in an order in which every path asks them.
const (
	AskOutdated          Question = "outdated"
	AskDeployedDiffers   Question = "deployedDiffers"
	AskCompletedDiffers  Question = "completedDiffers"
	AskVersionDiffers    Question = "deployedVersionDiffers"
	AskRolloutInProgress Question = "rolloutInProgress"
	AskRequestRecorded   Question = "requestRecorded"
	AskRequestMatches    Question = "requestMatches"
	AskDeployedAhead     Question = "deployedAhead"
	AskTargetDeployed    Question = "targetDeployed"
)

// Questions lists them.
func Questions() []Question {
	return []Question{
		AskOutdated, AskDeployedDiffers, AskCompletedDiffers, AskVersionDiffers, AskRolloutInProgress,
		AskRequestRecorded, AskRequestMatches, AskDeployedAhead, AskTargetDeployed,
	}
}

// Decision is the outcome of the state machine in one world.
type Decision struct {
	State State
	// Effective is E, possibly a symbol.
	Effective string
	Outdated  bool
	// Path has the questions asked, in order, with their answers.
	Path []Asked
}

// Asked is a question with its answer.
type Asked struct {
	Question Question
	Yes      bool
}

// Decide runs the operator's resolveEffectiveHash, or generation A's
// comparison, in one world. It is pure.
func Decide(w World) Decision { return decide(w, w.IsOutdated()) }

// decide takes outdated apart from the world, because the table of states is
// defined over all combinations, also contradictory ones.
func decide(w World, outdated bool) Decision {
	var path []Asked
	state, effective := resolve(w, outdated, func(q Question, yes bool) bool {
		path = append(path, Asked{q, yes})
		return yes
	})
	return Decision{state, effective, outdated, path}
}

// outcome is Decide without the path, for the many worlds that narrowing
// throws away.
func outcome(w World) Decision {
	outdated := w.IsOutdated()
	state, effective := resolve(w, outdated, func(_ Question, yes bool) bool { return yes })
	return Decision{state, effective, outdated, nil}
}

func resolve(w World, outdated bool, ask func(Question, bool) bool) (State, string) {
	if w.Generation == GenerationA {
		return singleHash(w, outdated, ask)
	}
	return dualHash(w, outdated, ask)
}

// singleHash is generation A: the full hash is all there is.
func singleHash(w World, outdated bool, ask func(Question, bool) bool) (State, string) {
	switch {
	case !ask(AskOutdated, outdated):
		return Settled, w.H
	case ask(AskTargetDeployed, w.D == w.H):
		return Rolling, w.H
	}
	return WillRoll, w.H
}

func dualHash(w World, outdated bool, ask func(Question, bool) bool) (State, string) {
	differs := w.D != "" && w.D != w.H
	if !ask(AskOutdated, outdated) {
		return quiet(w, differs, ask)
	}
	if !ask(AskDeployedDiffers, differs) {
		return NewRollout, w.H
	}
	ahead := w.D != w.C
	if w.Generation != GenerationB && ask(AskVersionDiffers, w.DV != "" && w.DV != w.V) {
		if ask(AskDeployedAhead, ahead) {
			return SupersededRollout, w.H
		}
		return NewRollout, w.H
	}
	if !ask(AskRolloutInProgress, ahead || w.V != w.S) {
		return NewRollout, w.H
	}
	return inFlight(w, ahead, ask)
}

// quiet picks the state while nothing was asked for.
func quiet(w World, differs bool, ask func(Question, bool) bool) (State, string) {
	if ask(AskDeployedDiffers, differs) {
		return ManagementDrift, w.D
	}
	if ask(AskCompletedDiffers, w.C != "" && w.C != w.H) {
		return CompletedDrift, w.C
	}
	return Steady, w.H
}

// inFlight picks the state of a rollout whose deployed payload is not the
// current one.
func inFlight(w World, ahead bool, ask func(Question, bool) bool) (State, string) {
	if !ask(AskRequestRecorded, w.Request() != "") {
		if ask(AskDeployedAhead, ahead) {
			return AdoptedRollout, w.D
		}
		return NewRollout, w.H
	}
	if ask(AskRequestMatches, w.R == w.Request()) {
		return ContinuedRollout, w.D
	}
	return SupersededRollout, w.H
}
