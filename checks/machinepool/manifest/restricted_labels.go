package manifest

import (
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

func restrictedLabels() checks.Rule[*Input] {
	return checks.Rule[*Input]{
		Meta: checks.Meta{
			ID: "machinepool/restricted-labels", Severity: checks.Warning,
			Title: "Node labels that a kubelet may not give itself",
			Why: "Pool instances have no Machine, so Cluster API never syncs labels to their Nodes; labels go through the registration of the " +
				"kubelet. NodeRestriction lets a kubelet set labels of kubernetes.io and k8s.io only from a short list, and refuses the " +
				"registration of the Node otherwise, unless the module filters them.",
			Fix:    "Use labels of a domain of your own, or set these labels on the Nodes with another tool.",
			Source: "seeds/003, node_labels (input); NodeRestriction admission",
			Fails:  checks.Example{Args: "check -f pool.yaml --base none", Files: restrictedLabelsFails},
			Passes: checks.Example{Args: "check -f pool.yaml --base none", Files: restrictedLabelsPasses},
		},
		Check: eachPool(checkRestrictedLabels),
	}
}

func checkRestrictedLabels(p *pool, out *checks.Sink) {
	if p.foreign() {
		return
	}
	var bad []string
	var at checks.Value
	for key, v := range p.labels[0].Fields() {
		if !kubeletMaySet(key) {
			if len(bad) == 0 {
				at = v
			}
			bad = append(bad, key)
		}
	}
	if len(bad) == 0 {
		return
	}
	out.Report(p.finding(at, "a kubelet may not give itself %s: pool instances have no Machine, so labels go through kubelet registration, where NodeRestriction refuses these", strings.Join(bad, ", ")))
}

// kubeletMaySet says whether NodeRestriction lets a kubelet set the label on its
// own Node: every label outside kubernetes.io and k8s.io, two namespaces inside,
// and a fixed list.
func kubeletMaySet(key string) bool {
	namespace, _, ok := strings.Cut(key, "/")
	if !ok || (!inDomain(namespace, "kubernetes.io") && !inDomain(namespace, "k8s.io")) {
		return true
	}
	if inDomain(namespace, "kubelet.kubernetes.io") || inDomain(namespace, "node.kubernetes.io") {
		return true
	}
	switch key {
	case "kubernetes.io/hostname", "kubernetes.io/os", "kubernetes.io/arch",
		"topology.kubernetes.io/region", "topology.kubernetes.io/zone",
		"failure-domain.beta.kubernetes.io/region", "failure-domain.beta.kubernetes.io/zone",
		"beta.kubernetes.io/instance-type", "beta.kubernetes.io/os", "beta.kubernetes.io/arch":
		return true
	}
	return false
}

// inDomain reports whether a DNS name is the domain or lies below it.
func inDomain(name, domain string) bool {
	return name == domain || strings.HasSuffix(name, "."+domain)
}

const restrictedLabelsFails = `-- pool.yaml --
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachinePool
metadata:
  name: workers
spec:
  clusterName: prod
  template:
    metadata:
      labels:
        node-role.kubernetes.io/worker: ""
`

const restrictedLabelsPasses = `-- pool.yaml --
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachinePool
metadata:
  name: workers
spec:
  clusterName: prod
  template:
    metadata:
      labels:
        node.kubernetes.io/pool: a
        example.com/team: a
`
