package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strconv"

	"go.yaml.in/yaml/v3"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/client-go/rest"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// pageSize is how many objects one request asks for, as kubectl does.
const pageSize = 500

const metadataList = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1"

// pages reads one list. A list that expires between two pages is read once more,
// in one piece: pages of different moments do not make a list.
func (c *Cluster) pages(ctx context.Context, r Resource, namespace string, out *Reading) error {
	list, err := c.paged(ctx, r, namespace, pageSize)
	if apierrors.IsResourceExpired(err) || apierrors.IsGone(err) {
		list, err = c.paged(ctx, r, namespace, 0)
	}
	if err != nil {
		return err
	}
	out.objects = append(out.objects, list...)
	if r.Suffices == "" {
		out.complete = append(out.complete, scope{r.GroupKind(), namespace})
	}
	return nil
}

func (c *Cluster) paged(ctx context.Context, r Resource, namespace string, limit int) ([]*checks.Object, error) {
	var out []*checks.Object
	for next := ""; ; {
		req := c.request(r, namespace)
		if limit > 0 {
			req.Param("limit", strconv.Itoa(limit))
		}
		if next != "" {
			req.Param("continue", next)
		}
		if r.Suffices != "" {
			req.Param("fieldSelector", "metadata.name="+r.Suffices)
		}
		page, err := c.read(ctx, req)
		if err != nil {
			return nil, err
		}
		items := page.Get("items").Items()
		for _, item := range items {
			out = append(out, c.object(r, item))
		}
		if c.Read != nil {
			c.Read(len(items))
		}
		if next = page.Get("metadata", "continue").Text(); next == "" {
			return out, nil
		}
	}
}

// request is a read of a resource.
func (c *Cluster) request(r Resource, namespace string, name ...string) *rest.Request {
	root := []string{"/apis", r.Group, r.Version}
	if r.Group == "" {
		root = []string{"/api", r.Version}
	}
	if namespace != "" {
		root = append(root, "namespaces", namespace)
	}
	accept := "application/json"
	if r.Metadata {
		accept = metadataList
	}
	return c.client.Get().AbsPath(path.Join(append(append(root, r.Name), name...)...)).SetHeader("Accept", accept)
}

// read runs a request and makes a tree of the answer. The answer is streamed:
// the client logs, at high verbosity, only answers that it reads itself, and
// this one may hold secrets.
func (c *Cluster) read(ctx context.Context, req *rest.Request) (v checks.Value, err error) {
	body, err := req.Stream(ctx)
	if err != nil {
		return v, err
	}
	defer func() { err = errors.Join(err, body.Close()) }()
	data, err := io.ReadAll(body)
	if err != nil {
		return v, fmt.Errorf("read the answer: %w", err)
	}
	limits := Limits{}.orDefaults()
	reader := newJSONReader(chunk{data: data, line: 1, rendered: true}, "answer of the cluster", limits.Depth, nil)
	node, err := reader.next()
	if err != nil {
		return v, err
	}
	return checks.NewValue(node), nil
}

// object is an item of a list, which leaves out what the list says already.
func (c *Cluster) object(r Resource, v checks.Value) *checks.Object {
	node := v.Node()
	if r.Metadata {
		node = metadataOnly(v)
	}
	o := checks.NewObject(node, checks.Origin{Context: c.Context})
	o.APIVersion, o.Kind = path.Join(r.Group, r.Version), r.Kind
	trim(o)
	return o
}

// metadataOnly keeps what rules look at: there can be very many such objects.
func metadataOnly(v checks.Value) *yaml.Node {
	meta := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
	for _, key := range []string{"name", "namespace", "resourceVersion", "creationTimestamp", "deletionTimestamp", "labels", "annotations"} {
		if field := v.Get("metadata", key); field.Present() {
			meta.Content = append(meta.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: key}, field.Node())
		}
	}
	return &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Content: []*yaml.Node{
		{Kind: yaml.ScalarNode, Tag: "!!str", Value: "metadata"}, meta,
	}}
}

// Get reads one object whole; ok is false when it is not there or refused.
func (c *Cluster) Get(ctx context.Context, r Resource, namespace, name string) (o *checks.Object, ok bool, err error) {
	r.Metadata = false
	v, err := c.read(ctx, c.request(r, namespace, name))
	if apierrors.IsNotFound(err) || apierrors.IsForbidden(err) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("get %s %s/%s: %w", r, namespace, name, err)
	}
	return c.object(r, v), true, nil
}
