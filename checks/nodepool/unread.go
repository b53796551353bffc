package nodepool

import (
	"slices"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// explainUnread answers for a NodePool in which keys stand twice: nothing it
// says is used, so every state is possible.
func explainUnread(p *Pool) {
	p.settle(Undetermined)
	p.Candidates = slices.Clone(likelihood(p))
	p.Decider = &Decider{Fact: "a NodePool without repeated keys", How: "repair the file", Left: 1}
}

// textFindings are about how the pool's objects are written: keys that stand
// twice, and strings that Kubernetes reads as another type.
func textFindings(p *Pool) []checks.Finding {
	out := checks.DuplicateKeys(p.Unread)
	if unread(p.Object) {
		return out
	}
	out = append(out, checks.AmbiguousScalars(p.Object, written(poolTexts(p.Object))...)...)
	if p.Workload != nil {
		out = append(out, checks.AmbiguousScalars(p.Workload.Object, written(workloadTexts(p.Workload.Object))...)...)
	}
	return out
}

// poolTexts are the strings of a NodePool that the decision reads.
func poolTexts(o *checks.Object) []checks.Value {
	out := annotationTexts(o, AnnotationCompleted, AnnotationCompletedConfig, AnnotationBaseline, AnnotationInProgress)
	return append(out, o.Get("spec", "clusterName"), o.Get("spec", "release", "image"), o.Get("spec", "pausedUntil"), o.Get("status", "version"))
}

func workloadTexts(o *checks.Object) []checks.Value {
	out := annotationTexts(o, AnnotationNodePool, AnnotationTarget, AnnotationInPlaceTarget, AnnotationCompleted)
	spec := o.Get("spec", "template", "spec")
	return append(out, spec.Get("bootstrap", "dataSecretName"), spec.Get("version"))
}

func annotationTexts(o *checks.Object, keys ...string) []checks.Value {
	out := make([]checks.Value, len(keys))
	for i, key := range keys {
		out[i] = o.Get("metadata", "annotations", key)
	}
	return out
}

// written leaves out what is null, which stands for absent.
func written(values []checks.Value) []checks.Value {
	return slices.DeleteFunc(values, func(v checks.Value) bool { return !v.Exists() })
}
