package topology

import (
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// precedence says which findings leave others unsaid: one cause, one finding.
// Source: pinning facts 3.1, reporting rules; interface.md 7.
var precedence = []struct {
	rule   string
	yields []string // the rules in whose presence it is left out
	// cluster is true when they count wherever they are, else on the same pool.
	cluster bool
}{
	{rule: "pin/skew", yields: []string{"topology/skew-pinned-worker"}},
	{rule: "pin/headroom", yields: []string{"pin/skew", "topology/skew-pinned-worker"}},
	{rule: "pin/not-in-class-versions", yields: []string{"pin/class-version-removed"}},
	{rule: unplannableID, yields: []string{versionSyntaxID, notInClassID, downgradeID, ceilingID, hookPendingID}, cluster: true},
}

// yield drops the findings that others make superfluous. The promise that a pin
// edit rolls nothing stands only when nothing is refused.
func yield(result checks.Result) checks.Result {
	found := map[[2]string]bool{}
	for _, f := range result.Findings {
		found[[2]string{f.Rule, f.Subject}] = true
		found[[2]string{f.Rule, anywhere}] = true
	}
	bad := Refused(result.Findings)
	kept := result.Findings[:0]
	for _, f := range result.Findings {
		if bad && f.Rule == noRolloutID || superseded(f, found) {
			continue
		}
		kept = append(kept, f)
	}
	result.Findings = kept
	return result
}

// anywhere stands for any subject in the set of findings.
const anywhere = "*"

func superseded(f checks.Finding, found map[[2]string]bool) bool {
	for _, p := range precedence {
		if p.rule != f.Rule {
			continue
		}
		subject := f.Subject
		if p.cluster {
			subject = anywhere
		}
		for _, rule := range p.yields {
			if found[[2]string{rule, subject}] {
				return true
			}
		}
	}
	return false
}

func isPinRule(id string) bool { return strings.HasPrefix(id, "pin/") }
