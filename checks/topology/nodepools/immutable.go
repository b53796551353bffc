package nodepools

import (
	"cmp"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

func immutable() checks.Rule[*Input] {
	return checks.Rule[*Input]{
		Meta: checks.Meta{
			ID: "pin/nodepool-immutable", Severity: checks.Error,
			Title:  "Immutable field of a NodePool changes",
			Why:    "The API refuses to change the HostedCluster, the platform type, the architecture and the upgrade type of a NodePool.",
			Fix:    "Create a NodePool with the new values and remove the old one.",
			Source: "NodePool manifests, what a change does",
			Fails:  checks.Example{Args: "check -f new.yaml --base base.yaml", Files: immutableFails},
			Passes: checks.Example{Args: "check -f new.yaml --base base.yaml", Files: immutablePasses},
		},
		Check: eachPool(checkImmutable),
	}
}

// fixed are the fields that never change after creation, with their defaults.
var fixed = []struct {
	path []string
	def  string
}{
	{[]string{"clusterName"}, ""},
	{[]string{"platform", "type"}, ""},
	{[]string{"arch"}, "amd64"},
	{[]string{"management", "upgradeType"}, ""},
}

func checkImmutable(p *pool, out *checks.Sink) {
	changed := p.refused()
	if len(changed) == 0 {
		return
	}
	f := p.finding(changed[0], "the API refuses the change: %s", p.refusedText())
	f.Fix = &checks.Fix{Description: "create a NodePool with the new values and remove this one"}
	out.Report(f)
}

// refused lists the immutable fields that change, as they will be.
func (p *pool) refused() []checks.Value {
	if p.old == nil {
		return nil
	}
	var out []checks.Value
	for _, f := range fixed {
		before, now := p.old.Get("spec").Get(f.path...), p.object.Get("spec").Get(f.path...)
		if cmp.Or(before.Text(), f.def) != cmp.Or(now.Text(), f.def) {
			out = append(out, now)
		}
	}
	return out
}

func (p *pool) refusedText() string {
	var out []string
	for _, now := range p.refused() {
		before := p.old.Get(strings.Split(now.Path(), ".")...)
		out = append(out, differs(now.Path(), before, now))
	}
	return strings.Join(out, ", ") + "; it is immutable"
}

const immutableFails = `-- new.yaml --
apiVersion: hypershift.openshift.io/v1beta1
kind: NodePool
metadata:
  name: workers
spec:
  clusterName: demo
  release:
    image: quay.io/openshift-release-dev/ocp-release:4.18.5-x86_64
  management:
    upgradeType: InPlace
-- base.yaml --
apiVersion: hypershift.openshift.io/v1beta1
kind: NodePool
metadata:
  name: workers
spec:
  clusterName: demo
  release:
    image: quay.io/openshift-release-dev/ocp-release:4.18.5-x86_64
  management:
    upgradeType: Replace
`

const immutablePasses = `-- new.yaml --
apiVersion: hypershift.openshift.io/v1beta1
kind: NodePool
metadata:
  name: workers
spec:
  clusterName: demo
  release:
    image: quay.io/openshift-release-dev/ocp-release:4.18.5-x86_64
  management:
    upgradeType: Replace
-- base.yaml --
apiVersion: hypershift.openshift.io/v1beta1
kind: NodePool
metadata:
  name: workers
spec:
  clusterName: demo
  release:
    image: quay.io/openshift-release-dev/ocp-release:4.18.5-x86_64
  management:
    upgradeType: Replace
`
