package topology

import (
	"fmt"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// Arguments of most examples.
const (
	sampleArgs  = "check -f new.yaml --base base.yaml --feature-gates " + PinningGate + "=true"
	createArgs  = "check -f new.yaml --base none"
	sampleClass = "class-a"
)

// sample is a Cluster of an example. Pools are written as "md-0",
// "md-0@v1.31.4" (pinned) and "mp-0" (a MachinePool); a "+key" after it is an
// annotation of the entry.
type sample struct {
	version     string
	pools       []string
	annotations []string // lines "key: value"
	class       string
}

func cluster(version string, pools ...string) sample {
	return sample{version: version, pools: pools, class: sampleClass}
}

func (s sample) annotated(lines ...string) sample {
	s.annotations = append([]string{}, lines...)
	return s
}

func (s sample) ofClass(name string) sample {
	s.class = name
	return s
}

// manifest is what stands in git.
func (s sample) manifest() string { return s.yaml("") }

// persisted is what a cluster returns.
func (s sample) persisted() string { return s.yaml("  resourceVersion: \"4711\"\n") }

func (s sample) yaml(meta string) string {
	var b strings.Builder
	b.WriteString("apiVersion: cluster.x-k8s.io/v1beta2\nkind: Cluster\nmetadata:\n  name: prod\n  namespace: default\n" + meta)
	if len(s.annotations) > 0 {
		b.WriteString("  annotations:\n    " + strings.Join(s.annotations, "\n    ") + "\n")
	}
	fmt.Fprintf(&b, "spec:\n  topology:\n    classRef:\n      name: %s\n    version: %s\n", s.class, s.version)
	s.workers(&b)
	return b.String()
}

func (s sample) workers(b *strings.Builder) {
	if len(s.pools) > 0 {
		b.WriteString("    workers:\n")
	}
	for _, lane := range lanes {
		head := "      " + lane.list + ":\n"
		for _, p := range s.pools {
			if strings.HasPrefix(p, "mp") != (lane.Lane == MachinePool) {
				continue
			}
			b.WriteString(head)
			head = ""
			entryYAML(b, p)
		}
	}
}

func entryYAML(b *strings.Builder, pool string) {
	pool, annotation, _ := strings.Cut(pool, "+")
	name, pin, pinned := strings.Cut(pool, "@")
	fmt.Fprintf(b, "      - class: workers\n        name: %s\n", name)
	if pinned {
		fmt.Fprintf(b, "        version: %s\n", pin)
	}
	if annotation != "" {
		fmt.Fprintf(b, "        metadata:\n          annotations:\n            %s: \"\"\n", annotation)
	}
}

// controlPlane is an observed control plane: what it asks for and what it runs.
func controlPlane(spec, status string) string {
	return fmt.Sprintf(`apiVersion: controlplane.cluster.x-k8s.io/v1beta2
kind: KubeadmControlPlane
metadata:
  name: prod
  namespace: default
  labels:
    cluster.x-k8s.io/cluster-name: prod
spec:
  version: %s
status:
  version: %s
`, spec, status)
}

// runs is the observed object of a pool.
func runs(pool, version string) string {
	kind, label := "MachineDeployment", deploymentLabel
	if strings.HasPrefix(pool, "mp") {
		kind, label = "MachinePool", poolLabel
	}
	return fmt.Sprintf(`apiVersion: cluster.x-k8s.io/v1beta2
kind: %s
metadata:
  name: prod-%s
  namespace: default
  labels:
    cluster.x-k8s.io/cluster-name: prod
    topology.cluster.x-k8s.io/owned: ""
    %s: %s
spec:
  clusterName: prod
  template:
    spec:
      version: %s
`, kind, pool, label, pool, version)
}

// machine is an observed Machine of a MachineDeployment.
func machine(pool, version, kubelet string) string {
	return fmt.Sprintf(`apiVersion: cluster.x-k8s.io/v1beta2
kind: Machine
metadata:
  name: prod-%s-abcde
  namespace: default
  labels:
    cluster.x-k8s.io/cluster-name: prod
    %s: %s
spec:
  clusterName: prod
  version: %s
status:
  nodeInfo:
    kubeletVersion: %s
`, pool, deploymentLabel, pool, version, kubelet)
}

// classYAML is a ClusterClass with the versions that it lists.
func classYAML(name string, versions ...string) string {
	text := fmt.Sprintf(`apiVersion: cluster.x-k8s.io/v1beta2
kind: ClusterClass
metadata:
  name: %s
  namespace: default
spec:
  workers:
    machineDeployments:
    - class: workers
      bootstrap:
        templateRef:
          apiVersion: bootstrap.cluster.x-k8s.io/v1beta2
          kind: KubeadmConfigTemplate
          name: workers
    machinePools:
    - class: workers
      bootstrap:
        templateRef:
          apiVersion: bootstrap.cluster.x-k8s.io/v1beta2
          kind: KubeadmConfigTemplate
          name: workers
`, name)
	if len(versions) > 0 {
		text += "  kubernetesVersions:\n  - " + strings.Join(versions, "\n  - ") + "\n"
	}
	return text
}

// classList is the list of all classes, as a cluster returns it.
func classList(name string) string {
	return fmt.Sprintf(`apiVersion: cluster.x-k8s.io/v1beta2
kind: ClusterClassList
items:
- metadata:
    name: %s
    namespace: default
`, name)
}

// example compares two sides; several documents make up one file.
func example(args string, newDocs []string, baseDocs ...string) checks.Example {
	text := "-- new.yaml --\n" + strings.Join(newDocs, "---\n")
	if len(baseDocs) > 0 {
		text += "-- base.yaml --\n" + strings.Join(baseDocs, "---\n")
	}
	return checks.Example{Args: args, Files: text}
}

// update is an example of a change.
func update(to sample, base ...string) checks.Example {
	return example(sampleArgs, []string{to.manifest()}, base...)
}

// creation is an example of a new Cluster.
func creation(s sample) checks.Example {
	return example(createArgs+" --feature-gates "+PinningGate+"=true", []string{s.manifest()})
}

// crdYAML is the CRD of Clusters, cut down to the pools; field is the schema of
// the pin, empty for a CRD without it.
func crdYAML(field string) string {
	var b strings.Builder
	b.WriteString(`apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: clusters.cluster.x-k8s.io
spec:
  versions:
  - name: v1beta2
    schema:
      openAPIV3Schema:
        properties:
          spec:
            properties:
              topology:
                properties:
                  workers:
                    properties:
`)
	for _, lane := range lanes {
		fmt.Fprintf(&b, "                      %s:\n                        items:\n                          properties:\n", lane.list)
		b.WriteString("                            name: {type: string}\n")
		if field != "" {
			b.WriteString("                            " + field + "\n")
		}
	}
	return b.String()
}
