package source

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/sync/errgroup"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// Getter gives access to a cluster; the flags of cli-runtime do.
type Getter interface {
	ToRESTConfig() (*rest.Config, error)
	ToDiscoveryClient() (discovery.CachedDiscoveryInterface, error)
}

// Cluster reads lists from one cluster. It only ever asks: there is no way to
// write with it.
type Cluster struct {
	// Context names the cluster in objects and messages.
	Context string
	// Read, when not nil, is told how many objects came in. It may be called
	// from several goroutines.
	Read func(objects int)

	client *rest.RESTClient
	found  *discovered
}

// NewCluster prepares the access; the first request follows with the first list.
func NewCluster(getter Getter, name string) (*Cluster, error) {
	cfg, err := getter.ToRESTConfig()
	if err != nil {
		return nil, unreachable(err)
	}
	d, err := getter.ToDiscoveryClient()
	if err != nil {
		return nil, unreachable(err)
	}
	cfg = rest.CopyConfig(cfg)
	cfg.QPS = -1 // few requests, all of them wanted at once
	cfg.WarningHandlerWithContext = rest.NoWarnings{}
	cfg.NegotiatedSerializer = serializer.NewCodecFactory(scheme.Scheme).WithoutConversion()
	client, err := rest.UnversionedRESTClientFor(cfg)
	if err != nil {
		return nil, unreachable(err)
	}
	return &Cluster{Context: name, client: client, found: &discovered{client: d}}, nil
}

func unreachable(err error) error {
	if clientcmd.IsEmptyConfig(err) {
		return errors.New("no cluster is configured: set KUBECONFIG or --kubeconfig, or name files with --filename")
	}
	return fmt.Errorf("reach the cluster: %w", err)
}

// Listing is what is wanted of one resource.
type Listing struct {
	Resource
	// Namespaces to list one by one; none stands for the whole cluster.
	Namespaces []string
	// Otherwise are the namespaces to list when the whole cluster is refused.
	Otherwise []string
}

// Reading is what lists gave. It is complete for the kinds and namespaces that
// were listed, and knows which could not be.
type Reading struct {
	objects  []*checks.Object
	complete []scope
	problems []checks.Problem
}

// List reads every listing, side by side. What is refused or not installed
// becomes a problem of the reading, unless it is primary.
func (c *Cluster) List(ctx context.Context, wanted []Listing) (*Reading, error) {
	parts := make([]Reading, len(wanted))
	g, ctx := errgroup.WithContext(ctx)
	for i, l := range wanted {
		g.Go(func() error { return c.list(ctx, l, &parts[i]) })
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	out := &Reading{}
	for i := range parts {
		out.Add(&parts[i])
	}
	return out, nil
}

// list reads one listing.
func (c *Cluster) list(ctx context.Context, l Listing, out *Reading) error {
	served, err := c.found.find(ctx, l.Resource)
	if err != nil {
		return c.fail(l.Resource, err)
	}
	if len(served) == 0 {
		return c.absent(l.Resource, out)
	}
	for _, s := range served {
		one := l
		one.Resource = s
		if err := c.everywhere(ctx, one, out); err != nil {
			return err
		}
	}
	return nil
}

// absent takes a resource that the cluster does not have.
func (c *Cluster) absent(r Resource, out *Reading) error {
	if r.Primary {
		return fmt.Errorf("the cluster has no %s: the API is not installed", r)
	}
	if !r.Optional {
		out.problem(c.Context, r, r.String()+" are not installed in the cluster", "install the API, or give the objects as files")
	} else if r.Kind != "" {
		out.complete = append(out.complete, scope{r.GroupKind(), ""})
	}
	return nil
}

// everywhere lists the whole cluster or, where that is refused or not wanted,
// namespace by namespace. A refusal in one namespace is taken for all.
func (c *Cluster) everywhere(ctx context.Context, l Listing, out *Reading) error {
	spaces := l.Namespaces
	if len(spaces) == 0 || l.ClusterScoped {
		err := c.pages(ctx, l.Resource, "", out)
		if len(l.Otherwise) == 0 || l.ClusterScoped || !apierrors.IsForbidden(err) {
			return c.refused(l.Resource, "", err, out)
		}
		spaces = l.Otherwise
	}
	for _, ns := range spaces {
		if err := c.pages(ctx, l.Resource, ns, out); err != nil {
			return c.refused(l.Resource, ns, err, out)
		}
	}
	return nil
}

// refused turns what may be missing into a problem, and wraps the rest.
func (c *Cluster) refused(r Resource, namespace string, err error, out *Reading) error {
	if err == nil {
		return nil
	}
	gone := apierrors.IsNotFound(err)
	if r.Primary || !apierrors.IsForbidden(err) && !gone {
		return c.fail(r, err)
	}
	where, who := "in the cluster", "a ClusterRole"
	if namespace != "" {
		where, who = "in namespace "+namespace, "a Role"
	}
	message := fmt.Sprintf("the cluster refuses to list %s %s", r, where)
	if gone {
		message = fmt.Sprintf("the cluster no longer has %s", r)
	}
	out.problem(c.Context, r, message, fmt.Sprintf("ask for the verb list on %s, for example with %s as in gitops/rbac", r, who))
	return nil
}

// fail names the resource of an error, and the cluster where there may be many.
func (c *Cluster) fail(r Resource, err error) error {
	if apierrors.IsForbidden(err) {
		return fmt.Errorf("list %s: %w: the command needs this right, see gitops/rbac", r, err)
	}
	return fmt.Errorf("list %s: %w", r, err)
}

// Objects are the objects of a kind.
func (r *Reading) Objects(gk checks.GroupKind) []*checks.Object {
	var out []*checks.Object
	for _, o := range r.objects {
		if o.GroupKind() == gk {
			out = append(out, o)
		}
	}
	return out
}

// Add takes over what another reading has.
func (r *Reading) Add(other *Reading) {
	r.objects = append(r.objects, other.objects...)
	r.complete = append(r.complete, other.complete...)
	r.problems = append(r.problems, other.problems...)
}

// Snapshot is the reading as an input of rules.
func (r *Reading) Snapshot() *checks.Snapshot {
	b := checks.NewBuilder()
	b.Count(checks.ReadStats{Documents: len(r.objects)})
	for _, o := range r.objects {
		b.Add(o)
	}
	for _, s := range r.complete {
		b.MarkComplete(s.GroupKind, s.namespace)
	}
	for _, p := range r.problems {
		b.Problem(p)
	}
	return b.Snapshot()
}

func (r *Reading) problem(name string, res Resource, message, how string) {
	if name != "" {
		message = strings.Replace(message, "the cluster", "cluster "+name, 1)
	}
	r.problems = append(r.problems, checks.Problem{
		Kind: checks.GroupKind{Group: res.Group, Kind: res.Kind}, Evidence: res.Evidence, Message: message, How: how,
	})
}
