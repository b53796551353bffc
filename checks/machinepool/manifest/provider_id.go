package manifest

import (
	"unicode/utf8"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

func providerID() checks.Rule[*Input] {
	return checks.Rule[*Input]{
		Meta: checks.Meta{
			ID: "machinepool/provider-id", Severity: checks.Error,
			Title: "Provider ids that the contract refuses",
			Why: "A provider id has 1 to 512 characters, and the list of them at most 10000 entries; the API refuses anything else, so the " +
				"pool's members would never reach Cluster API.",
			Fix:    "Correct the module's outputs; leave providerID out when there is no group.",
			Source: "seeds/003, provider_id and provider_id_list (output)",
			Fails:  checks.Example{Args: "check -f pool.yaml --base none", Files: providerIDFails},
			Passes: checks.Example{Args: "check -f pool.yaml --base none", Files: providerIDPasses},
		},
		Check: eachGroup(checkProviderID),
	}
}

const (
	maxProviderIDs      = 10000
	maxProviderIDLength = 512
)

func checkProviderID(g *group, out *checks.Sink) {
	list := g.spec.Get("providerIDList")
	if n := len(list.Items()); n > maxProviderIDs {
		out.Report(g.finding(list, "providerIDList has %d entries, at most %d are accepted", n, maxProviderIDs))
		return
	}
	for _, id := range append([]checks.Value{g.spec.Get("providerID")}, list.Items()...) {
		if !id.Exists() {
			continue
		}
		if n := utf8.RuneCountInString(id.Text()); n < 1 || n > maxProviderIDLength {
			out.Report(g.finding(id, "%s has %d characters, accepted are 1 to %d", id.Path(), n, maxProviderIDLength))
			return
		}
	}
}

const providerIDFails = `-- pool.yaml --
apiVersion: infrastructure.cluster.x-k8s.io/v1alpha1
kind: TerraformMachinePool
metadata:
  name: workers
spec:
  source:
    image: registry.example.com/modules/pool:1.4.0
  providerID: ""
`

const providerIDPasses = `-- pool.yaml --
apiVersion: infrastructure.cluster.x-k8s.io/v1alpha1
kind: TerraformMachinePool
metadata:
  name: workers
spec:
  source:
    image: registry.example.com/modules/pool:1.4.0
  providerIDList:
  - aws:///zone-a/i-1
`
