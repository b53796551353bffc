package topology

import (
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/version"
)

// maxVersionLength is the limit of the CRD, in characters.
const maxVersionLength = 256

// written is a version in a manifest, read strictly.
type written struct {
	checks.Value
	version.Version
	// problem says why the text is no version, empty when it is one.
	problem string
	// defaulted is true when a missing "v" was put in front.
	defaulted bool
}

// set reports whether there is something written, also when it is no version.
func (w written) set() bool { return w.Value.Exists() }

// valid reports whether a version was read.
func (w written) valid() bool { return !w.Version.IsZero() }

// readTopologyVersion reads spec.topology.version as the mutating webhook leaves
// it: a missing "v" is put in front of any text. Source: pinning facts 2.1.
func readTopologyVersion(v checks.Value) written {
	w := written{Value: v}
	if !v.Exists() {
		w.problem = "it is missing"
		return w
	}
	text := v.Text()
	if w.problem = notText(v); w.problem != "" {
		return w
	}
	if text != "" && !strings.HasPrefix(text, "v") {
		w.defaulted, text = true, "v"+text
	}
	w.parse(text)
	return w
}

// readPin reads a pin; nothing is put in front of it. An absent or null value is
// no pin.
func readPin(v checks.Value) written {
	w := written{Value: v}
	if !v.Exists() {
		return w
	}
	if w.problem = notText(v); w.problem == "" {
		w.parse(v.Text())
	}
	return w
}

func (w *written) parse(text string) {
	if len([]rune(text)) > maxVersionLength {
		w.problem = "it is longer than 256 characters"
		return
	}
	parsed, err := version.ParseStrict(text)
	if err != nil {
		w.problem = err.Error()
		return
	}
	w.Version = parsed
}

// notText says why Kubernetes would not read the value as a string.
func notText(v checks.Value) string {
	switch {
	case !v.IsScalar():
		return "it is no string"
	case v.Number():
		return "YAML reads it as a number, which must be quoted"
	case v.Ambiguous():
		return "YAML does not read it as a string unless it is quoted"
	}
	return ""
}

// observed reads a version that Kubernetes reports; the zero Version when it is
// absent or cannot be read.
func observed(v checks.Value) version.Version {
	parsed, err := version.ParseTolerant(v.Text())
	if err != nil {
		return version.Version{}
	}
	return parsed
}
