package plugin

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"
	"k8s.io/cli-runtime/pkg/genericclioptions"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool/payload"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/report"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/source"
)

// view is what one input, files or a cluster, says about the chosen pools.
type view struct {
	*explainOptions
	snapshot  *checks.Snapshot
	namespace string
	total     int
	// pools are explained; missing are the names that no pool has.
	pools   []*nodepool.Pool
	missing []string
}

// look reads an input and explains the chosen pools.
func (o *explainOptions) look(ctx context.Context, flags *genericclioptions.ConfigFlags) (*view, error) {
	v := &view{explainOptions: o, namespace: o.selection.Namespace}
	if !o.live() {
		s, err := o.read(ctx)
		if err != nil {
			return nil, err
		}
		v.judge(s)
		return v, nil
	}
	c, err := openCluster(flags)
	if err != nil {
		return nil, err
	}
	if v.namespace, err = o.liveNamespace(flags); err != nil {
		return nil, err
	}
	p := newProgress(o.inputOptions.ErrOut, c)
	defer p.stop()
	s, err := readPools(ctx, c, v.namespace)
	if err != nil {
		return nil, err
	}
	v.judge(s)
	if o.payloads {
		err = v.addPayloads(ctx, c)
	}
	return v, err
}

// judge links the snapshot and explains the chosen pools.
func (v *view) judge(s *checks.Snapshot) {
	v.snapshot = s
	fleet := nodepool.NewFleet(s, v.params)
	selection := v.selection
	selection.Namespace = v.namespace
	v.total = len(fleet.Pools)
	v.pools, v.missing = fleet.Select(selection)
	explainAll(v.pools)
}

// document is the report of the view.
func (v *view) document() *report.Explain {
	stats := v.snapshot.Stats()
	doc := &report.Explain{Pools: v.pools, Read: &stats, SortBy: v.sortBy}
	doc.Result.NotEvaluated = unreadable(v.snapshot)
	if len(v.pools) > 0 {
		doc.Result.NotEvaluated = append(doc.Result.NotEvaluated, refusedKinds(v.snapshot)...)
	}
	return doc
}

func (v *view) judged() judged {
	return judged{clock: v.clock, snapshots: []*checks.Snapshot{v.snapshot}, covers: covers(v.pools)}
}

// missingError is about names that no pool has.
func (v *view) missingError() error {
	switch {
	case len(v.missing) == 0:
		return nil
	case !v.live():
		return notFound(v.missing, fmt.Sprintf("in the input, which has %d pools", v.total))
	case v.namespace != "":
		return notFound(v.missing, "in namespace "+v.namespace+" of the cluster")
	}
	return notFound(v.missing, "in the cluster")
}

// nothing says that no pool was found, as kubectl does for an empty list.
func (v *view) nothing() string {
	switch {
	case !v.live():
		return "No NodePools found in the input."
	case v.namespace != "":
		return fmt.Sprintf("No NodePools found in namespace %s.", v.namespace)
	}
	return "No NodePools found."
}

// liveNamespace is the namespace to read, "" for all: -A, -n, the one that the
// named pools carry, else that of the context.
func (o *explainOptions) liveNamespace(flags *genericclioptions.ConfigFlags) (string, error) {
	if o.allNamespaces {
		return "", nil
	}
	if o.selectedNamespace() == "" && len(o.selection.Names) > 0 {
		if spaces, ok := namespacesOf(o.selection.Names); ok {
			if len(spaces) == 1 {
				return spaces[0], nil
			}
			return "", nil
		}
	}
	ns, _, err := flags.ToRawKubeConfigLoader().Namespace()
	if err != nil {
		return "", fmt.Errorf("read the kubeconfig: %w", err)
	}
	return ns, nil
}

// namespacesOf lists the namespaces of names of the form NAMESPACE/NAME; ok is
// false when one has none.
func namespacesOf(names []string) (out []string, ok bool) {
	for _, name := range names {
		ns, _, found := strings.Cut(name, "/")
		if !found {
			return nil, false
		}
		out = append(out, ns)
	}
	slices.Sort(out)
	return slices.Compact(out), true
}

// readPools lists NodePools with all that belongs to them. One control-plane
// namespace is listed by itself, several with the whole cluster, so that the
// number of requests does not grow with the number of clusters.
func readPools(ctx context.Context, c *source.Cluster, namespace string) (*checks.Snapshot, error) {
	var own []string
	if namespace != "" {
		own = []string{namespace}
	}
	r, err := c.List(ctx, listings(source.PoolResources(), own, nil))
	if err != nil {
		return nil, err
	}
	spaces := controlPlanes(r)
	if len(spaces) == 0 {
		return r.Snapshot(), nil
	}
	only := spaces
	if namespace == "" || len(spaces) > 1 {
		only = nil
	}
	rest, err := readControlPlanes(ctx, c, only, spaces, own)
	if err != nil {
		return nil, err
	}
	if only != nil && len(rest.Objects(nodepool.MachineDeploymentKind))+len(rest.Objects(nodepool.MachineSetKind)) == 0 {
		// Some clusters keep control planes in namespaces of other names; only
		// the annotations of what is in there tell which.
		if rest, err = readControlPlanes(ctx, c, nil, spaces, own); err != nil {
			return nil, err
		}
	}
	r.Add(rest)
	return r.Snapshot(), nil
}

func readControlPlanes(ctx context.Context, c *source.Cluster, only, spaces, own []string) (*source.Reading, error) {
	wanted := listings(source.ControlPlaneResources(), only, spaces)
	secrets := source.Listing{Resource: source.SecretResource(), Otherwise: slices.Concat(spaces, own)}
	if only != nil {
		secrets.Namespaces = slices.Concat(only, own)
	}
	return c.List(ctx, append(wanted, secrets))
}

func listings(resources []source.Resource, only, otherwise []string) []source.Listing {
	out := make([]source.Listing, len(resources))
	for i, r := range resources {
		out[i] = source.Listing{Resource: r, Namespaces: only, Otherwise: otherwise}
	}
	return out
}

// controlPlanes are the control-plane namespaces of the NodePools, sorted.
func controlPlanes(r *source.Reading) []string {
	var out []string
	for _, o := range r.Objects(nodepool.NodePoolKind) {
		out = append(out, nodepool.ControlPlaneNamespace(o.Namespace, o.Get("spec", "clusterName").Text()))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// payloadReaders bounds the reads of single objects that run at once.
const payloadReaders = 16

// wantedPayload is an object to read whole.
type wantedPayload struct {
	source.Resource
	namespace, name string
}

// addPayloads reads the secrets of the deployed, the completed and the effective
// payload whole, with the trust bundles, and explains again.
func (v *view) addPayloads(ctx context.Context, c *source.Cluster) error {
	wanted := v.wantedPayloads()
	found := make([]*checks.Object, len(wanted))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(payloadReaders)
	for i, w := range wanted {
		g.Go(func() error {
			o, ok, err := c.Get(ctx, w.Resource, w.namespace, w.name)
			if ok {
				found[i] = o
			}
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	found = slices.DeleteFunc(found, func(o *checks.Object) bool { return o == nil })
	v.judge(v.snapshot.With(found...))
	return nil
}

func (v *view) wantedPayloads() []wantedPayload {
	var out []wantedPayload
	seen := map[wantedKey]bool{}
	want := func(r source.Resource, namespace, name string) {
		if key := (wantedKey{r.Kind, namespace, name}); name != "" && !seen[key] {
			seen[key] = true
			out = append(out, wantedPayload{r, namespace, name})
		}
	}
	for _, p := range v.pools {
		used := []string{p.Hashes.Deployed.Value, p.Hashes.Completed.Value, p.EffectiveHash}
		for _, s := range p.Secrets {
			if s.Hash != "" && slices.Contains(used, s.Hash) {
				want(source.SecretResource(), p.ControlPlaneNamespace, s.Name)
			}
		}
		if p.HostedCluster != nil {
			want(source.ConfigMapResource(), p.Namespace, payload.NewCluster(p.HostedCluster).TrustBundle())
		}
	}
	return out
}

type wantedKey struct{ kind, namespace, name string }
