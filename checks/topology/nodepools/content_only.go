package nodepools

import (
	"encoding/base64"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool"
)

func contentOnly() checks.Rule[*Input] {
	return checks.Rule[*Input]{
		Meta: checks.Meta{
			ID: "pin/nodepool-content-only", Severity: checks.Info,
			Title: "New content under an old name reaches no node",
			Why: "Only the names of the pull secret and of the trust bundle are part of what a rollout is decided by. New content under the " +
				"same name is used by nodes that are made later and by nothing else.",
			Fix:    "Give the object a new name and refer to that, when running nodes shall get the content.",
			Source: "seeds/000 Dual-Hash System; NodePool facts 2.3",
			Fails:  checks.Example{Args: "check -f new.yaml --base base.yaml", Files: contentOnlyFails},
			Passes: checks.Example{Args: "check -f new.yaml --base base.yaml", Files: contentOnlyPasses},
		},
		Check: eachPool(checkContentOnly),
	}
}

// shared are what a HostedCluster refers to by name, and the key that counts.
var shared = []struct {
	field string
	kind  checks.GroupKind
	key   string
}{
	{"pullSecret", nodepool.SecretKind, ".dockerconfigjson"},
	{"additionalTrustBundle", nodepool.ConfigMapKind, "ca-bundle.crt"},
}

// checkContentOnly compares contents and never shows them: one of the two is
// secret.
func checkContentOnly(p *pool, out *checks.Sink) {
	hc := p.cluster.object
	if p.old == nil || hc == nil {
		return
	}
	var changed []string
	for _, ref := range shared {
		name := hc.Get("spec", ref.field, "name").Text()
		if p.cluster.old != nil && p.cluster.old.Get("spec", ref.field, "name").Text() != name {
			continue
		}
		now, before := p.sides.object(ref.kind, hc.Namespace, name)
		if now != nil && before != nil && differ(now, before, ref.key) {
			changed = append(changed, ref.kind.Kind+" "+name)
		}
	}
	if len(changed) > 0 {
		out.Report(p.finding(checks.Value{}, "the content of %s changes under the same name, which HostedCluster %s refers to: no node rolls, only nodes made later get it",
			strings.Join(changed, " and "), hc.Name))
	}
}

// differ compares a key of two objects. Where one lacks it, as metadata of
// secrets does, nothing is known to differ.
func differ(a, b *checks.Object, key string) bool {
	x, y := content(a, key), content(b, key)
	return x != "" && y != "" && x != y
}

func content(o *checks.Object, key string) string {
	if v := o.Get("stringData", key); v.Exists() {
		return base64.StdEncoding.EncodeToString([]byte(v.Text()))
	}
	return strings.Join(strings.Fields(o.Get("data", key).Text()), "")
}

const contentOnlyFails = `-- new.yaml --
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
---
apiVersion: hypershift.openshift.io/v1beta1
kind: HostedCluster
metadata:
  name: demo
spec:
  release:
    image: quay.io/openshift-release-dev/ocp-release:4.18.5-x86_64
  additionalTrustBundle:
    name: bundle
status:
  version:
    history:
    - state: Completed
      version: 4.18.5
      image: quay.io/openshift-release-dev/ocp-release:4.18.5-x86_64
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: bundle
data:
  ca-bundle.crt: second
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
---
apiVersion: hypershift.openshift.io/v1beta1
kind: HostedCluster
metadata:
  name: demo
spec:
  release:
    image: quay.io/openshift-release-dev/ocp-release:4.18.5-x86_64
  additionalTrustBundle:
    name: bundle
status:
  version:
    history:
    - state: Completed
      version: 4.18.5
      image: quay.io/openshift-release-dev/ocp-release:4.18.5-x86_64
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: bundle
data:
  ca-bundle.crt: first
`

const contentOnlyPasses = `-- new.yaml --
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
---
apiVersion: hypershift.openshift.io/v1beta1
kind: HostedCluster
metadata:
  name: demo
spec:
  release:
    image: quay.io/openshift-release-dev/ocp-release:4.18.5-x86_64
status:
  version:
    history:
    - state: Completed
      version: 4.18.5
      image: quay.io/openshift-release-dev/ocp-release:4.18.5-x86_64
`
