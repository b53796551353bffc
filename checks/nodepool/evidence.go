package nodepool

import "fmt"

// Evidence is what the input says about the inputs of the decision.
type Evidence struct {
	Hashes   Hashes
	Versions Versions
	Operator Operator
	// CompletedKey tells whether the key of the completed annotation is
	// there, be it with an empty value: the migration test looks at the key.
	CompletedKey Answer
	// WorkloadExists tells whether there is a workload.
	WorkloadExists Answer
}

// Hashes are the nine hashes of a pool. Baseline and RolloutWithoutVersion
// compare with each other; so do InProgress, WorkloadTarget and Rollout. The
// first are hashes without, the others with version.
type Hashes struct {
	Current               Fact `json:"current"`
	Deployed              Fact `json:"deployed"`
	Completed             Fact `json:"completed"`
	CompletedConfig       Fact `json:"completedConfig"`
	RolloutBaseline       Fact `json:"rolloutBaseline"`
	InProgress            Fact `json:"inProgress"`
	WorkloadTarget        Fact `json:"workloadTarget"`
	Rollout               Fact `json:"rollout"`
	RolloutWithoutVersion Fact `json:"rolloutWithoutVersion"`
}

// Versions are the release versions of a pool: V, DV and S.
type Versions struct {
	Requested Fact `json:"requested"`
	Deployed  Fact `json:"deployed"`
	Completed Fact `json:"completed"`
}

const notRecorded = "no object records it"

// readEvidence reads everything that an object states or the user assumed.
// What conditions and secrets imply beyond that is added by narrowing.
func readEvidence(p *Pool) Evidence {
	e := Evidence{Operator: judgeOperator(p)}
	e.Hashes.Completed = p.annotation(AnnotationCompleted)
	e.Hashes.CompletedConfig = p.annotation(AnnotationCompletedConfig)
	e.Hashes.RolloutBaseline = p.annotation(AnnotationBaseline)
	e.Hashes.InProgress = p.annotation(AnnotationInProgress)
	e.CompletedKey = p.completedKey()
	e.WorkloadExists = p.workloadExists()
	e.Hashes.Deployed = p.workloadFact("bootstrap.dataSecretName", func(w *Workload) string { return w.Hash })
	e.Hashes.WorkloadTarget = p.workloadFact("annotation "+AnnotationTarget, func(w *Workload) string { return w.Target })
	e.Hashes.Current = p.assumption(KeyHash)
	e.Hashes.Rollout = p.assumption(KeyRollout)
	e.Hashes.RolloutWithoutVersion = rolloutWithoutVersion(p, e.Operator)
	e.Versions = Versions{
		Requested: requestedVersion(p),
		Deployed:  p.workloadFact("spec.template.spec.version", func(w *Workload) string { return w.Version }),
		Completed: p.completedVersion(),
	}
	return e
}

// annotation reads an annotation of the NodePool. A rendered manifest proves
// nothing by lacking one.
func (p *Pool) annotation(key string) Fact {
	value, present := p.Object.Annotation(key)
	switch {
	case present && p.Object.Rendered():
		return known(value, "annotation "+key+" of the manifest")
	case present:
		return known(value, "annotation "+key)
	case p.Object.Rendered():
		return unknown("the manifest has no status: what the cluster records is not in the input")
	}
	return known("", "no annotation "+key)
}

func (p *Pool) completedKey() Answer {
	_, present := p.Object.Annotation(AnnotationCompleted)
	if !present && p.Object.Rendered() {
		return Unknown
	}
	return answer(present)
}

func (p *Pool) completedVersion() Fact {
	v := p.Object.Get("status", "version")
	switch {
	case v.Text() != "":
		return known(v.Text(), "status.version")
	case p.Object.Rendered():
		return unknown("the manifest has no status")
	}
	return known("", "status.version is empty: nothing completed yet")
}

// workloadFact reads something of the workload; where there is none, that is
// known only when the input proves it.
func (p *Pool) workloadFact(place string, read func(*Workload) string) Fact {
	switch {
	case !p.Automated:
		return known("", "platform "+p.Platform+" has no workload")
	case p.Workload != nil && read(p.Workload) == "":
		return known("", fmt.Sprintf("%s has no usable %s", p.WorkloadName(), place))
	case p.Workload != nil:
		return known(read(p.Workload), p.WorkloadName()+" "+place)
	case p.Has.Workload:
		return known("", p.WorkloadName()+" does not exist")
	}
	return unknown(p.WorkloadName() + " is not in the input")
}

func (p *Pool) assumption(key Key) Fact {
	if value, ok := p.Params.assumed(p.Namespace, p.Name, key); ok {
		return known(value, "assumed with --assume "+string(key))
	}
	return unknown(notRecorded)
}

// workloadExists tells whether the pool has a workload; platforms without
// machines never do.
func (p *Pool) workloadExists() Answer {
	switch {
	case p.Workload != nil:
		return Yes
	case !p.Automated || p.Has.Workload:
		return No
	}
	return Unknown
}

// rolloutWithoutVersion is Rw: assumed, or what a dual-hash operator says it is
// updating to. In-place pools show the upgrader's text there instead.
func rolloutWithoutVersion(p *Pool, op Operator) Fact {
	f := p.assumption(KeyRolloutWithout)
	c, ok := p.Current(UpdatingConfig)
	if f.Known || !ok || !c.True() || !op.DualHash() || p.UpgradeType == "InPlace" {
		return f
	}
	if target := lastWord(c.Message); hashPattern.MatchString(target) {
		return known(target, "message of condition UpdatingConfig")
	}
	return f
}
