package manifest

import (
	"unicode/utf8"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

func failureDomains() checks.Rule[*Input] {
	return checks.Rule[*Input]{
		Meta: checks.Meta{
			ID: "machinepool/failure-domains", Severity: checks.Error,
			Title: "Failure domains of a machine pool break the contract",
			Why: "A pool takes at most 100 failure domains of 1 to 256 characters; the API refuses more. A domain that is listed twice is " +
				"accepted and spreads nothing.",
			Fix:    "Shorten the list, or leave it empty and let the module choose.",
			Source: "seeds/003, failure_domains (input)",
			Fails:  checks.Example{Args: "check -f pool.yaml --base none", Files: failureDomainsFails},
			Passes: checks.Example{Args: "check -f pool.yaml --base none", Files: failureDomainsPasses},
		},
		Check: eachPool(checkFailureDomains),
	}
}

const (
	maxFailureDomains      = 100
	maxFailureDomainLength = 256
)

// checkFailureDomains reports one finding a pool, the first error before a
// repetition.
func checkFailureDomains(p *pool, out *checks.Sink) {
	domains := p.failureDomains.Items()
	if len(domains) > maxFailureDomains {
		out.Report(p.finding(p.failureDomains, "%d failure domains are listed, at most %d are accepted", len(domains), maxFailureDomains))
		return
	}
	seen := map[string]bool{}
	var twice checks.Value
	for _, d := range domains {
		if n := utf8.RuneCountInString(d.Text()); n < 1 || n > maxFailureDomainLength {
			out.Report(p.finding(d, "a failure domain has %d characters, accepted are 1 to %d", n, maxFailureDomainLength))
			return
		}
		if seen[d.Text()] && !twice.Present() {
			twice = d
		}
		seen[d.Text()] = true
	}
	if twice.Present() {
		f := p.finding(twice, "failure domain %q is listed twice, which spreads nothing", twice.Text())
		f.Severity = checks.Warning
		out.Report(f)
	}
}

const failureDomainsFails = `-- pool.yaml --
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachinePool
metadata:
  name: workers
spec:
  clusterName: prod
  failureDomains:
  - zone-a
  - ""
`

const failureDomainsPasses = `-- pool.yaml --
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachinePool
metadata:
  name: workers
spec:
  clusterName: prod
  failureDomains:
  - zone-a
  - zone-b
`
