package render_test

import (
	"fmt"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/render"
)

// renderWorker stands for a renderer: its output depends on a secrets bundle.
func renderWorker(token string) []byte {
	return []byte("apiVersion: example.com/v1\nkind: NodeConfig\nmetadata:\n  name: worker\nspec:\n  maxPods: 110\n  token: " + token + "\n")
}

// A renderer pins its version and the fingerprint of its output in a unit test:
// the test fails when the output changes and the two do not move together.
func ExampleVerify() {
	const renderVersion = 7
	pinned := render.Pinned{Version: 7, Fingerprint: "sha256:0deb7afed3ea7c51b7a88a8f1e6a3f1d"}

	cases := []render.Rendered{{Name: "worker", Bundles: [][]byte{renderWorker("one"), renderWorker("two")}}}
	fingerprint, err := render.Fingerprint(cases)
	if err != nil {
		fmt.Println(err)
		return
	}
	err = render.Verify(pinned, renderVersion, cases)
	fmt.Println("another output under the same version fails:", err != nil)

	pinned.Fingerprint = fingerprint
	fmt.Println("as pinned:", render.Verify(pinned, renderVersion, cases))
	// Output:
	// another output under the same version fails: true
	// as pinned: <nil>
}
