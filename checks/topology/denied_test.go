package topology

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// A list that a cluster refuses is missing evidence, and the answer says why it
// is missing.
func TestRefusedListsAreNamed(t *testing.T) {
	b := checks.NewBuilder()
	for _, o := range snapshot(t, "", scene{without: []string{"machines"}}.documents(plain("v1.31.4"))...).All() {
		if o.GroupKind() != machineKind {
			b.Add(o)
		}
	}
	b.Problem(checks.Problem{Kind: machineKind, Message: "machines: forbidden"})
	b.Problem(checks.Problem{Kind: crdKind, Message: "customresourcedefinitions: forbidden"})
	changes := Changes(Input{Settings: gateOn(), New: snapshot(t, "new.yaml", plain("v1.32.1").manifest()), Base: b.Snapshot(), Live: true})
	require.Len(t, changes, 1)
	got := NewEvaluator().Evaluate(changes[0])
	require.Contains(t, missing(got), noStability)
	for _, n := range got.NotEvaluated {
		if n.ID == noStability {
			assert.Contains(t, n.Because, "(machines: forbidden)")
			assert.NotContains(t, n.Because, "customresourcedefinitions")
		}
	}
}
