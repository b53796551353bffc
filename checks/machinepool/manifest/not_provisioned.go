package manifest

import (
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

func notProvisioned() checks.Rule[*Input] {
	return checks.Rule[*Input]{
		Meta: checks.Meta{
			ID: "machinepool/not-provisioned", Severity: checks.Info,
			Title: "Machine pool is not provisioned yet",
			Why: "A pool counts as provisioned after a successful apply of its inputs with a health other than pending; after that it stays so. " +
				"Until then Cluster API waits. It reads status.ready for this as long as v1.14 does.",
			Fix:    "Look at the conditions of the object and at the log of its last apply.",
			Source: "seeds/003, Provisioned rule",
			Fails:  checks.Example{Args: "check -f pool.yaml --base none", Files: notProvisionedFails},
			Passes: checks.Example{Args: "check -f pool.yaml --base none", Files: notProvisionedPasses},
		},
		Check: eachGroup(checkNotProvisioned),
	}
}

func checkNotProvisioned(g *group, out *checks.Sink) {
	provisioned := g.object.Get("status", "initialization", "provisioned")
	if done, _ := provisioned.Bool(); done || !g.observed() {
		return
	}
	at := provisioned
	if !at.Present() {
		at = g.object.Get("status")
	}
	out.Report(g.finding(at, "the pool is not provisioned: %s; Cluster API reads status.ready for this as long as v1.14 does", g.unprovisionedBecause()))
}

// unprovisionedBecause takes the reason from the conditions: either the health
// is still pending, or the state has no successful apply of the inputs.
func (g *group) unprovisionedBecause() string {
	for _, c := range g.conditions() {
		if strings.Contains(strings.ToLower(c.Get("reason").Text()), "pending") {
			return "the group's health is pending (" + condition(c) + ")"
		}
	}
	for _, c := range g.conditions() {
		if c.Get("status").Text() == "False" {
			return "there is no successful apply of its inputs (" + condition(c) + ")"
		}
	}
	return "there is no successful apply of its inputs (no inputs hash in its state), or its health is pending"
}

func condition(c checks.Value) string {
	text := c.Get("type").Text() + "=" + c.Get("status").Text()
	if reason := c.Get("reason").Text(); reason != "" {
		text += "/" + reason
	}
	return text
}

const notProvisionedFails = `-- pool.yaml --
apiVersion: infrastructure.cluster.x-k8s.io/v1alpha1
kind: TerraformMachinePool
metadata:
  name: workers
spec:
  source:
    image: registry.example.com/modules/pool:1.4.0
status:
  initialization:
    provisioned: false
`

const notProvisionedPasses = `-- pool.yaml --
apiVersion: infrastructure.cluster.x-k8s.io/v1alpha1
kind: TerraformMachinePool
metadata:
  name: workers
spec:
  source:
    image: registry.example.com/modules/pool:1.4.0
status:
  initialization:
    provisioned: true
`
