package source

import (
	"context"
	"fmt"
	"strings"
	"sync"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/discovery"
)

// isControlPlane reports whether a kind is named like a control plane.
func isControlPlane(kind string) bool { return strings.HasSuffix(kind, "ControlPlane") }

// discovered finds out which version of a group serves a resource. It asks for
// the groups of the table only, each once.
type discovered struct {
	client discovery.CachedDiscoveryInterface

	mu     sync.Mutex
	groups map[string]*apiGroup
}

// apiGroup is an API group of the cluster with its versions, preferred one first.
type apiGroup struct {
	versions  []string
	resources map[string][]metav1.APIResource
}

// find returns the resources that the cluster serves of what is asked for, with
// their versions; none if it has none. What an older run has cached counts only
// when it has everything.
func (d *discovered) find(ctx context.Context, r Resource) ([]Resource, error) {
	if r.Version != "" {
		return []Resource{r}, nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	out, err := d.look(ctx, r)
	if err == nil && len(out) > 0 || d.client.Fresh() {
		return out, err
	}
	d.client.Invalidate()
	d.groups = nil
	return d.look(ctx, r)
}

func (d *discovered) look(ctx context.Context, r Resource) ([]Resource, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	g, err := d.group(r.Group)
	if g == nil || err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	var out []Resource
	for _, version := range g.versions {
		list, err := d.resources(r.Group, version, g)
		if err != nil {
			return nil, err
		}
		for _, res := range list {
			if strings.Contains(res.Name, "/") || seen[res.Name] || !serves(r, res) {
				continue
			}
			seen[res.Name] = true
			one := r
			one.Version, one.Name, one.Kind = version, res.Name, res.Kind
			out = append(out, one)
		}
		if len(out) > 0 && r.Name != "*" {
			return out, nil
		}
	}
	return out, nil
}

func serves(r Resource, res metav1.APIResource) bool {
	if r.Name == "*" {
		return r.Matches(res.Kind)
	}
	return r.Name == res.Name
}

func (d *discovered) group(name string) (*apiGroup, error) {
	if d.groups == nil {
		list, err := d.client.ServerGroups()
		if err != nil {
			return nil, fmt.Errorf("ask the cluster for its APIs: %w", err)
		}
		d.groups = map[string]*apiGroup{}
		for _, g := range list.Groups {
			d.groups[g.Name] = newAPIGroup(g)
		}
	}
	return d.groups[name], nil
}

func newAPIGroup(g metav1.APIGroup) *apiGroup {
	out := &apiGroup{versions: []string{g.PreferredVersion.Version}, resources: map[string][]metav1.APIResource{}}
	for _, v := range g.Versions {
		if v.Version != g.PreferredVersion.Version {
			out.versions = append(out.versions, v.Version)
		}
	}
	return out
}

// resources of one version; one that is listed but no longer served has none.
func (d *discovered) resources(name, version string, g *apiGroup) ([]metav1.APIResource, error) {
	if list, ok := g.resources[version]; ok {
		return list, nil
	}
	list, err := d.client.ServerResourcesForGroupVersion(name + "/" + version)
	switch {
	case apierrors.IsNotFound(err):
		list = &metav1.APIResourceList{}
	case err != nil:
		return nil, fmt.Errorf("ask the cluster for the API %s/%s: %w", name, version, err)
	}
	g.resources[version] = list.APIResources
	return list.APIResources, nil
}
