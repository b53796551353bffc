package checks

// Severity says how bad a finding is. The words are those of KRM functions, so
// that no format needs a mapping of its own.
type Severity string

// The severities, worst first.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Info    Severity = "info"
)

// Rank orders severities: 0 is the worst. Unknown words come last.
func (s Severity) Rank() int {
	switch s {
	case Error:
		return 0
	case Warning:
		return 1
	case Info:
		return 2
	}
	return 3
}

// ObjectRef names a Kubernetes object.
type ObjectRef struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Namespace  string `json:"namespace,omitempty"`
	Name       string `json:"name"`
}

// Position is a place in a file; Line and Column count from 1, zero means
// unknown. The zero Position stands for "no file".
type Position struct {
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

// Finding is one statement of one rule about one object or a part of it.
type Finding struct {
	// Rule is the id, "group/name".
	Rule     string   `json:"rule"`
	Severity Severity `json:"severity"`
	// Message is one sentence: what and why. It never holds a secret value.
	Message string     `json:"message"`
	Object  *ObjectRef `json:"object,omitempty"`
	// Subject is the part of the object, for example "MachineDeployment/md-0";
	// empty when the finding is about the object itself.
	Subject string `json:"subject,omitempty"`
	// Field is the path inside the object, for example "spec.topology.version".
	Field string `json:"field,omitempty"`
	Position
	// Assumed is true when the finding rests on an assumption that Message names.
	Assumed bool `json:"assumed,omitempty"`
	// Path is the data flow that proves the finding, source first (lint).
	Path       []string     `json:"path,omitempty"`
	Related    []Related    `json:"related,omitempty"`
	Fix        *Fix         `json:"fix,omitempty"`
	Suppressed *Suppression `json:"suppressed,omitempty"`
	// Order is the index of the subject in its list; it only sorts findings.
	Order int `json:"-"`
}

// Related points at something that belongs to a finding.
type Related struct {
	Subject string `json:"subject,omitempty"`
	Rule    string `json:"rule,omitempty"`
	Position
	Message string `json:"message,omitempty"`
}

// Fix describes how to cure a finding; Edits are mechanical and may be absent.
type Fix struct {
	Description string `json:"description"`
	Edits       []Edit `json:"edits,omitempty"`
}

// Edit replaces the text from Line:Column up to, and without, EndLine:EndColumn.
type Edit struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine"`
	EndColumn int    `json:"endColumn"`
	NewText   string `json:"newText"`
}

// Suppression says who accepted a finding, why and until when.
type Suppression struct {
	Reason string `json:"reason"`
	// Until is the last valid day, YYYY-MM-DD; empty means without end.
	Until string `json:"until,omitempty"`
	// By is "annotation", "comment", "config" or "baseline".
	By string `json:"by"`
}

// NotEvaluated tells which rules lacked their inputs; such a rule never counts
// as passed.
type NotEvaluated struct {
	// ID names the missing evidence, for example "cluster-stability".
	ID      string   `json:"id"`
	Rules   []string `json:"rules,omitempty"`
	Because string   `json:"because"`
	// How says how to get it evaluated.
	How string `json:"how,omitempty"`
	// Object is what it concerns, when it is one object.
	Object *ObjectRef `json:"object,omitempty"`
}

// InternalError is the NotEvaluated id of a rule that panicked. A report that
// has one makes the command exit with 2.
const InternalError = "internal-error"
