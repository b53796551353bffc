// Package desired reduces manifests to the fields that rules read, so that a
// desired state can be carried to where it is checked (a hook of a sync, for
// example) without the rest: no Secret, no template variable, no file content.
package desired

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// kept lists the paths that stay, by kind. What a rule starts to read has to be
// added here; a test runs the examples of rules over reduced input.
var kept = map[checks.GroupKind][]string{
	{Group: "cluster.x-k8s.io", Kind: "Cluster"}: {
		"spec.paused", "spec.controlPlaneRef", "spec.infrastructureRef", "spec.topology",
	},
	{Group: "cluster.x-k8s.io", Kind: "ClusterClass"}: {
		"spec.kubernetesVersions", "spec.upgrade", "spec.workers", "spec.controlPlane.machineInfrastructure",
	},
	{Group: "cluster.x-k8s.io", Kind: "MachineDeployment"}:  {"spec"},
	{Group: "cluster.x-k8s.io", Kind: "MachinePool"}:        {"spec"},
	{Group: "cluster.x-k8s.io", Kind: "MachineHealthCheck"}: {"spec.selector", "spec.clusterName"},
	{Group: "infrastructure.cluster.x-k8s.io", Kind: "TerraformMachinePool"}: {
		"spec.membershipRefreshIntervalSeconds", "spec.drift", "spec.defaults.drift", "spec.providerID", "spec.providerIDList", "spec.failureDomains",
	},
	{Group: "infrastructure.cluster.x-k8s.io", Kind: "TerraformMachinePoolTemplate"}: {
		"spec.template.spec.membershipRefreshIntervalSeconds", "spec.template.spec.drift", "spec.template.spec.defaults.drift", "spec.template.spec.failureDomains",
	},
	{Group: "infrastructure.cluster.x-k8s.io", Kind: "TerraformCluster"}: {"spec.defaults.drift"},
	{Group: "hypershift.openshift.io", Kind: "NodePool"}:                 {"spec"},
	{Group: "hypershift.openshift.io", Kind: "HostedCluster"}: {
		"spec.release", "spec.pullSecret.name", "spec.additionalTrustBundle.name", "spec.imageContentSources", "spec.configuration",
		"spec.networking", "spec.platform", "spec.infraID", "spec.capabilities", "spec.services",
	},
}

// controlPlane are the paths of control planes of any provider: what else is in
// their spec may hold files and credentials.
var controlPlane = []string{"spec.version", "spec.replicas", "spec.agentConfig.version"}

// Reads reports whether a kind is part of a desired state.
func Reads(gk checks.GroupKind) bool { return paths(gk) != nil }

func paths(gk checks.GroupKind) []string {
	if list, ok := kept[gk]; ok {
		return list
	}
	if strings.HasPrefix(gk.Group, "controlplane.") {
		return controlPlane
	}
	return nil
}

// annotationDomains are those whose annotations rules read.
var annotationDomains = []string{"cluster.x-k8s.io", "hypershift.openshift.io", "rollout-pin.dev"}

// Reduce returns a copy of an object with only the fields that rules read; nil
// for kinds that no rule reads from a desired state.
func Reduce(o *checks.Object) *yaml.Node {
	list := paths(o.GroupKind())
	if list == nil {
		return nil
	}
	out := mapping()
	set(out, text(o.APIVersion), "apiVersion")
	set(out, text(o.Kind), "kind")
	set(out, text(o.Name), "metadata", "name")
	if o.Namespace != "" {
		set(out, text(o.Namespace), "metadata", "namespace")
	}
	if labels := o.Get("metadata", "labels"); labels.IsMap() {
		set(out, labels.Node(), "metadata", "labels")
	}
	if a := annotations(o); len(a.Content) > 0 {
		set(out, a, "metadata", "annotations")
	}
	for _, path := range list {
		keys := strings.Split(path, ".")
		if v := o.Get(keys...); v.Present() {
			set(out, withoutVariables(v.Node()), keys...)
		}
	}
	return out
}

func annotations(o *checks.Object) *yaml.Node {
	out := mapping()
	for key, v := range o.Get("metadata", "annotations").Fields() {
		domain, _, _ := strings.Cut(key, "/")
		if slices.ContainsFunc(annotationDomains, func(d string) bool { return domain == d || strings.HasSuffix(domain, "."+d) }) {
			out.Content = append(out.Content, text(key), v.Node())
		}
	}
	return out
}

// withoutVariables drops the variables of topologies and their overrides: no
// rule reads them and they may hold anything.
func withoutVariables(n *yaml.Node) *yaml.Node {
	c := *n
	c.Content = nil
	c.Alias, c.Anchor = nil, ""
	for i := 0; i < len(n.Content); i++ {
		if n.Kind == yaml.MappingNode && i%2 == 0 && (n.Content[i].Value == "variables" || n.Content[i].Value == "patches") {
			i++
			continue
		}
		c.Content = append(c.Content, withoutVariables(n.Content[i]))
	}
	return &c
}

func mapping() *yaml.Node { return &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"} }

func text(s string) *yaml.Node {
	n := &yaml.Node{}
	n.SetString(s)
	return n
}

// set puts a value at a path of mappings.
func set(n, value *yaml.Node, keys ...string) {
	for i, key := range keys {
		if i == len(keys)-1 {
			n.Content = append(n.Content, text(key), value)
			return
		}
		n = child(n, key)
	}
}

func child(n *yaml.Node, key string) *yaml.Node {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	next := mapping()
	n.Content = append(n.Content, text(key), next)
	return next
}
