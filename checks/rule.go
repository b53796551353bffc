package checks

import "fmt"

// Meta describes a rule to people. Documentation, `rules explain`, SARIF help
// and the default severity of findings come from this one value.
type Meta struct {
	// ID is "group/name" and never changes once released.
	ID       string
	Severity Severity
	// Title is a short line; Why explains the harm; Fix says what to do.
	Title, Why, Fix string
	// Source is where the rule comes from: a seed section or an upstream rule.
	Source string
	// Fails and Passes are runnable examples. Tests run both: Fails must yield
	// the finding and Passes must not.
	Fails, Passes Example
}

// Example is one runnable command with its input files.
type Example struct {
	// Args follow `kubectl rollout-pin`, for example "check -f new.yaml --base none".
	Args string
	// Files is a txtar archive: "-- name --" lines, each followed by the content.
	Files string
}

// Rule is one rule over inputs of type T: what it says and how it is decided.
type Rule[T any] struct {
	Meta
	// Check reports findings and missing evidence to out. It is pure and may
	// be called from any goroutine.
	Check func(in T, out *Sink)
}

// Sink collects what one rule reports.
type Sink struct {
	meta   Meta
	result Result
}

// Report adds a finding. The rule id, and the severity where it is empty, are
// those of the rule.
func (s *Sink) Report(f Finding) {
	f.Rule = s.meta.ID
	if f.Severity == "" {
		f.Severity = s.meta.Severity
	}
	s.result.Findings = append(s.result.Findings, f)
}

// Skip says that the rule lacked evidence.
func (s *Sink) Skip(n NotEvaluated) {
	n.Rules = append(n.Rules, s.meta.ID)
	s.result.NotEvaluated = append(s.result.NotEvaluated, n)
}

// Run evaluates the rules over one input. A rule that panics yields
// InternalError instead of its findings, so that a bug is never a pass; the
// panic value is left out, because it could hold input text.
func Run[T any](rules []Rule[T], in T) Result {
	var total Result
	for _, rule := range rules {
		total.Merge(runOne(rule, in))
	}
	return total
}

func runOne[T any](rule Rule[T], in T) (result Result) {
	sink := &Sink{meta: rule.Meta}
	defer func() {
		if p := recover(); p != nil {
			result = Result{NotEvaluated: []NotEvaluated{{
				ID:      InternalError,
				Rules:   []string{rule.ID},
				Because: fmt.Sprintf("the rule failed inside (%T); this is a bug in rollout-pin", p),
				How:     "report it with the input that caused it, secrets removed",
			}}}
		}
	}()
	rule.Check(in, sink)
	return sink.result
}

// Metas returns the descriptions of the rules, in order.
func Metas[T any](rules []Rule[T]) []Meta {
	out := make([]Meta, len(rules))
	for i, r := range rules {
		out[i] = r.Meta
	}
	return out
}
