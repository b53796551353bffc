package plugin

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"k8s.io/cli-runtime/pkg/genericclioptions"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/source"
)

// openCluster prepares the access to the cluster of the flags.
func openCluster(flags *genericclioptions.ConfigFlags) (*source.Cluster, error) {
	return source.NewCluster(flags, contextName(flags))
}

// contextName is the context that the flags choose, "" when there is none.
func contextName(flags *genericclioptions.ConfigFlags) string {
	if flags.Context != nil && *flags.Context != "" {
		return *flags.Context
	}
	raw, err := flags.ToRawKubeConfigLoader().RawConfig()
	if err != nil {
		return ""
	}
	return raw.CurrentContext
}

// withContext is a copy of the flags for another context.
func withContext(flags *genericclioptions.ConfigFlags, name string) *genericclioptions.ConfigFlags {
	out := genericclioptions.NewConfigFlags(true)
	out.CacheDir, out.KubeConfig, out.Timeout, out.Namespace = flags.CacheDir, flags.KubeConfig, flags.Timeout, flags.Namespace
	out.Impersonate, out.ImpersonateUID, out.ImpersonateGroup = flags.Impersonate, flags.ImpersonateUID, flags.ImpersonateGroup
	out.ImpersonateUserExtra = flags.ImpersonateUserExtra
	out.DisableCompression, out.ProxyURL, out.WrapConfigFn = flags.DisableCompression, flags.ProxyURL, flags.WrapConfigFn
	out.Context = &name
	return out
}

// refusedKinds says which kinds of a cluster could not be read, and what is
// missing without them.
func refusedKinds(s *checks.Snapshot) []checks.NotEvaluated {
	var out []checks.NotEvaluated
	for _, p := range s.Problems() {
		if p.Evidence != "" {
			out = append(out, checks.NotEvaluated{ID: p.Evidence, Because: p.Message, How: p.How})
		}
	}
	return out
}

// liveBase reads from the cluster what the desired objects are compared with.
// Without any that could be compared the cluster is not contacted.
func (o *inputOptions) liveBase(ctx context.Context, desired *checks.Snapshot) (*checks.Snapshot, error) {
	var n baseNeeds
	for _, obj := range desired.All() {
		n.add(obj)
	}
	wanted := n.listings()
	if len(wanted) == 0 {
		return checks.NewBuilder().Snapshot(), nil
	}
	c, err := openCluster(o.config)
	if err != nil {
		return nil, err
	}
	p := newProgress(o.ErrOut, c)
	defer p.stop()
	r, err := c.List(ctx, wanted)
	if err != nil {
		return nil, err
	}
	return r.Snapshot(), nil
}

// baseNeeds is what the input is about, with the namespaces where its other side
// lies: Clusters with their classes, HostedClusters with their pools, and the
// control planes of these.
type baseNeeds struct {
	topology, class, pools, config bool
	clusters, hosted, planes       []string
}

func (n *baseNeeds) add(o *checks.Object) {
	switch gk := o.GroupKind(); {
	case gk == nodepool.NodePoolKind:
		n.pool(o.Namespace, o.Get("spec", "clusterName").Text())
	case gk == nodepool.HostedClusterKind:
		n.pool(o.Namespace, o.Name)
	case gk == nodepool.ConfigMapKind:
		n.config = true
		n.hosted = append(n.hosted, o.Namespace)
	case strings.HasSuffix(gk.Group, "cluster.x-k8s.io"):
		n.topology = true
		n.class = n.class || gk.Kind == "ClusterClass"
		n.clusters = append(n.clusters, o.Namespace, classNamespace(o))
	}
}

func (n *baseNeeds) pool(namespace, cluster string) {
	n.pools = true
	n.hosted = append(n.hosted, namespace)
	n.planes = append(n.planes, nodepool.ControlPlaneNamespace(namespace, cluster))
}

// listings are what to read. A class is compared with all Clusters that use it,
// wherever they are.
func (n *baseNeeds) listings() []source.Listing {
	var out []source.Listing
	if n.topology {
		for _, r := range source.TopologyResources() {
			spaces := n.clusters
			if r.Kind == "MachineDeployment" {
				spaces = slices.Concat(spaces, n.planes)
			}
			out = append(out, baseListing(r, spaces, n.class))
		}
	}
	for _, r := range source.NodePoolResources() {
		switch {
		case !n.pools && (!n.config || n.topology) || n.topology && r.Kind == "MachineDeployment":
			continue
		case r.Primary && !n.pools: // a ConfigMap says little about what it is for
			r.Primary, r.Optional = false, true
		}
		spaces := n.planes
		if r.Primary || slices.Contains([]string{"NodePool", "HostedCluster", "ConfigMap"}, r.Kind) {
			spaces = n.hosted
		}
		out = append(out, baseListing(r, spaces, false))
	}
	return out
}

// baseListing reads one namespace by itself and several with the whole cluster,
// but ConfigMaps, of which there are very many, only where the input is.
func baseListing(r source.Resource, spaces []string, everywhere bool) source.Listing {
	spaces = slices.Clone(spaces)
	slices.Sort(spaces)
	spaces = slices.DeleteFunc(slices.Compact(spaces), func(ns string) bool { return ns == "" })
	l := source.Listing{Resource: r, Otherwise: spaces}
	if r.Kind == "ConfigMap" || len(spaces) == 1 && !everywhere {
		l.Namespaces = spaces
	}
	return l
}

// classNamespace is where the class of a Cluster lies, in either API version.
func classNamespace(cluster *checks.Object) string {
	topology := cluster.Get("spec", "topology")
	return cmp.Or(topology.Get("classRef", "namespace").Text(), topology.Get("classNamespace").Text())
}

// notFound says that a named pool is nowhere, as kubectl does.
func notFound(names []string, where string) error {
	texts := make([]string, len(names))
	for i, name := range names {
		texts[i] = fmt.Sprintf("nodepools.hypershift.openshift.io %q not found", name)
	}
	return fmt.Errorf("%s %s", strings.Join(texts, ", "), where)
}
