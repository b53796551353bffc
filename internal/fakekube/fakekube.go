// Package fakekube is an API server for tests of what a real one does not do on
// demand: refuse, forget, expire, hang, and hold very many objects. It serves
// discovery and lists, and counts what it is asked.
package fakekube

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/clientcmd/api"
	"sigs.k8s.io/yaml"
)

// Object is an object as JSON.
type Object = map[string]any

// Kind is a kind that the server has.
type Kind struct{ Group, Version, Resource, Kind string }

// Server is the API server. Set its fields before the first request.
type Server struct {
	*httptest.Server
	// Kinds are served; a group has one version.
	Kinds []Kind
	// Fail, when not nil, may answer a request for a resource itself: with an
	// HTTP status other than 0.
	Fail func(resource, namespace string, r *http.Request) int

	mu       sync.Mutex
	objects  map[string][]Object // by resource
	requests []string
}

// Kinds that a management cluster of HyperShift and Cluster API has.
func Kinds() []Kind {
	return []Kind{
		{"", "v1", "secrets", "Secret"},
		{"", "v1", "configmaps", "ConfigMap"},
		{"", "v1", "nodes", "Node"},
		{"apiextensions.k8s.io", "v1", "customresourcedefinitions", "CustomResourceDefinition"},
		{"hypershift.openshift.io", "v1beta1", "nodepools", "NodePool"},
		{"hypershift.openshift.io", "v1beta1", "hostedclusters", "HostedCluster"},
		{"hypershift.openshift.io", "v1beta1", "hostedcontrolplanes", "HostedControlPlane"},
		{"cluster.x-k8s.io", "v1beta1", "clusters", "Cluster"},
		{"cluster.x-k8s.io", "v1beta1", "clusterclasses", "ClusterClass"},
		{"cluster.x-k8s.io", "v1beta1", "machinedeployments", "MachineDeployment"},
		{"cluster.x-k8s.io", "v1beta1", "machinesets", "MachineSet"},
		{"cluster.x-k8s.io", "v1beta1", "machines", "Machine"},
		{"controlplane.cluster.x-k8s.io", "v1beta1", "kubeadmcontrolplanes", "KubeadmControlPlane"},
	}
}

// New starts a server with the kinds of Kinds.
func New(t testing.TB) *Server {
	t.Helper()
	s := &Server{Kinds: Kinds(), objects: map[string][]Object{}}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

// Add puts in the objects of a YAML stream; lists are taken apart.
func (s *Server) Add(t testing.TB, text string) {
	t.Helper()
	for _, doc := range strings.Split("\n"+text, "\n---") {
		var o Object
		if err := yaml.Unmarshal([]byte(doc), &o); err != nil {
			t.Fatal(err)
		}
		if items, ok := o["items"].([]any); ok {
			for _, item := range items {
				s.put(t, item.(Object))
			}
		} else if len(o) > 0 {
			s.put(t, o)
		}
	}
}

func (s *Server) put(t testing.TB, o Object) {
	t.Helper()
	kind, _ := o["kind"].(string)
	i := slices.IndexFunc(s.Kinds, func(k Kind) bool { return k.Kind == kind })
	if i < 0 {
		t.Fatalf("the fake server has no %s", kind)
	}
	s.Put(s.Kinds[i].Resource, o)
}

// Put adds an object.
func (s *Server) Put(resource string, o Object) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.objects[resource] = append(s.objects[resource], o)
}

// Requests are the requests so far, discovery left out, in no certain order.
func (s *Server) Requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Kubeconfig writes a kubeconfig with the contexts, all of them of this server.
func (s *Server) Kubeconfig(t testing.TB, namespace string, contexts ...string) string {
	t.Helper()
	cfg := api.NewConfig()
	for _, name := range contexts {
		cfg.Clusters[name] = &api.Cluster{Server: s.URL}
		cfg.Contexts[name] = &api.Context{Cluster: name, Namespace: namespace}
	}
	cfg.CurrentContext = contexts[0]
	file := filepath.Join(t.TempDir(), "kubeconfig")
	if err := clientcmd.WriteToFile(*cfg, file); err != nil {
		t.Fatal(err)
	}
	return file
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	parts := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	switch {
	case parts[0] == "api" && len(parts) == 1:
		reply(w, http.StatusOK, Object{"kind": "APIVersions", "versions": []string{"v1"}})
	case parts[0] == "apis" && len(parts) == 1:
		reply(w, http.StatusOK, s.groups())
	case parts[0] == "api" && len(parts) == 2:
		reply(w, http.StatusOK, s.resources("", "v1"))
	case parts[0] == "apis" && len(parts) == 3:
		reply(w, http.StatusOK, s.resources(parts[1], parts[2]))
	case parts[0] == "api":
		s.serve(w, r, "", parts[2:])
	case parts[0] == "apis" && len(parts) > 3:
		s.serve(w, r, parts[1], parts[3:])
	default:
		fail(w, http.StatusNotFound)
	}
}

func (s *Server) groups() Object {
	groups := []Object{}
	seen := map[string]bool{"": true}
	for _, k := range s.Kinds {
		if seen[k.Group] {
			continue
		}
		seen[k.Group] = true
		v := Object{"groupVersion": k.Group + "/" + k.Version, "version": k.Version}
		groups = append(groups, Object{"name": k.Group, "versions": []Object{v}, "preferredVersion": v})
	}
	return Object{"kind": "APIGroupList", "apiVersion": "v1", "groups": groups}
}

func (s *Server) resources(group, version string) Object {
	list := []Object{}
	for _, k := range s.Kinds {
		if k.Group == group && k.Version == version {
			list = append(list, Object{"name": k.Resource, "kind": k.Kind, "namespaced": true, "verbs": []string{"get", "list"}})
		}
	}
	return Object{"kind": "APIResourceList", "groupVersion": path.Join(group, version), "resources": list}
}

// serve answers /RESOURCE, /namespaces/NS/RESOURCE and /namespaces/NS/RESOURCE/NAME.
func (s *Server) serve(w http.ResponseWriter, r *http.Request, group string, parts []string) {
	namespace := ""
	if parts[0] == "namespaces" && len(parts) > 2 {
		namespace, parts = parts[1], parts[2:]
	}
	resource := parts[0]
	i := slices.IndexFunc(s.Kinds, func(k Kind) bool { return k.Group == group && k.Resource == resource })
	s.mu.Lock()
	s.requests = append(s.requests, r.Method+" "+r.URL.RequestURI())
	s.mu.Unlock()
	switch {
	case r.Method != http.MethodGet:
		fail(w, http.StatusMethodNotAllowed)
		return
	case i < 0:
		fail(w, http.StatusNotFound)
		return
	}
	if s.Fail != nil {
		if code := s.Fail(resource, namespace, r); code != 0 {
			fail(w, code)
			return
		}
	}
	if len(parts) == 2 {
		s.one(w, resource, namespace, parts[1])
		return
	}
	s.list(w, r, s.Kinds[i], namespace)
}

func (s *Server) within(resource, namespace string) []Object {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Object
	for _, o := range s.objects[resource] {
		if namespace == "" || meta(o)["namespace"] == namespace {
			out = append(out, o)
		}
	}
	return out
}

func meta(o Object) Object {
	m, _ := o["metadata"].(Object)
	return m
}

func (s *Server) one(w http.ResponseWriter, resource, namespace, name string) {
	for _, o := range s.within(resource, namespace) {
		if meta(o)["name"] == name {
			reply(w, http.StatusOK, o)
			return
		}
	}
	fail(w, http.StatusNotFound)
}

// list pages as an API server does; the token is the offset.
func (s *Server) list(w http.ResponseWriter, r *http.Request, k Kind, namespace string) {
	items := s.within(k.Resource, namespace)
	from, _ := strconv.Atoi(r.URL.Query().Get("continue"))
	to := len(items)
	listMeta := Object{"resourceVersion": "1"}
	if limit, _ := strconv.Atoi(r.URL.Query().Get("limit")); limit > 0 && from+limit < to {
		to = from + limit
		listMeta["continue"] = strconv.Itoa(to)
		listMeta["remainingItemCount"] = len(items) - to
	}
	out := Object{"apiVersion": path.Join(k.Group, k.Version), "kind": k.Kind + "List", "metadata": listMeta}
	page := []Object{}
	metadata := strings.Contains(r.Header.Get("Accept"), "PartialObjectMetadataList")
	for _, o := range items[from:to] {
		if metadata {
			o = Object{"apiVersion": "meta.k8s.io/v1", "kind": "PartialObjectMetadata", "metadata": o["metadata"]}
		}
		page = append(page, o)
	}
	if metadata {
		out["apiVersion"], out["kind"] = "meta.k8s.io/v1", "PartialObjectMetadataList"
	}
	out["items"] = page
	reply(w, http.StatusOK, out)
}

func reply(w http.ResponseWriter, code int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(body) // the client will notice
}

var reasons = map[int]string{
	http.StatusForbidden: "Forbidden", http.StatusNotFound: "NotFound", http.StatusGone: "Expired",
	http.StatusInternalServerError: "InternalError", http.StatusMethodNotAllowed: "MethodNotAllowed",
}

func fail(w http.ResponseWriter, code int) {
	reply(w, code, Object{
		"kind": "Status", "apiVersion": "v1", "status": "Failure", "code": code, "reason": reasons[code],
		"message": fmt.Sprintf("the fake server answers %d", code),
	})
}
