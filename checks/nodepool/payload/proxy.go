package payload

import (
	"cmp"
	"encoding/base64"
	"net/url"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// FileChange is the difference of one file of the API server proxy.
type FileChange struct {
	// Path on the node.
	Path string `json:"path"`
	// Change is added, removed or changed.
	Change string `json:"change"`
	Class  Class  `json:"class"`
	// Container, From and To name an image that moved.
	Container string `json:"container,omitempty"`
	From      string `json:"from,omitempty"`
	To        string `json:"to,omitempty"`
}

// maxFile bounds one decompressed file; the proxy's files are a few kB.
const maxFile = 1 << 20

// podPath is the static pod of the proxy; its images are the operator's choice.
const podPath = "/etc/kubernetes/manifests/kube-apiserver-proxy.yaml"

// endpointPaths are the files that carry the API server's address.
var endpointPaths = []string{
	"/etc/kubernetes/apiserver-proxy-config/haproxy.cfg",
	"/usr/local/bin/setup-apiserver-ip.sh",
	"/usr/local/bin/teardown-apiserver-ip.sh",
}

// openProxy compares the document of the proxy file by file. The class of the
// whole is unknown as soon as one part is, else endpoint if one part is.
func openProxy(before, after checks.Value) ([]FileChange, Class) {
	a, b := ignitionFiles(before), ignitionFiles(after)
	var out []FileChange
	for _, path := range paths(a, b) {
		out = append(out, compareFile(path, a[path], b[path])...)
	}
	if frame(before) != frame(after) || len(out) == 0 {
		return out, Unknown
	}
	class := Management
	for _, f := range out {
		switch f.Class {
		case Unknown:
			return out, Unknown
		case Endpoint:
			class = Endpoint
		}
	}
	return out, class
}

// file is a file of an ignition config; ok is false where it is absent or its
// content cannot be read.
type file struct {
	present, ok bool
	content     string
	// attributes is the text of everything but the content.
	attributes string
}

func paths(a, b map[string]file) []string {
	var out []string
	for p := range a {
		out = append(out, p)
	}
	for p := range b {
		if !a[p].present {
			out = append(out, p)
		}
	}
	slices.Sort(out)
	return out
}

func ignitionFiles(v checks.Value) map[string]file {
	out := map[string]file{}
	for _, f := range v.Get("spec", "config", "storage", "files").Items() {
		content, ok := dataURL(f.Get("contents", "source").Text(), f.Get("contents", "compression").Text())
		out[f.Get("path").Text()] = file{present: true, ok: ok, content: content, attributes: encodeWithout(f.Node(), "source")}
	}
	return out
}

// dataURL decodes the inline form of ignition contents.
func dataURL(source, compression string) (string, bool) {
	rest, ok := strings.CutPrefix(source, "data:")
	if !ok {
		return "", false
	}
	media, data, ok := strings.Cut(rest, ",")
	if !ok {
		return "", false
	}
	text, err := url.PathUnescape(data)
	if err != nil {
		return "", false
	}
	if strings.HasSuffix(media, ";base64") {
		raw, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			return "", false
		}
		text = string(raw)
	}
	if compression == "gzip" {
		text, err = gunzip([]byte(text), maxFile)
	}
	return text, err == nil
}

func compareFile(path string, a, b file) []FileChange {
	c := FileChange{Path: path, Change: "changed", Class: Unknown}
	if slices.Contains(endpointPaths, path) {
		c.Class = Endpoint
	}
	switch {
	case !a.present:
		c.Change = "added"
	case !b.present:
		c.Change = "removed"
	case a.ok && b.ok && a.content == b.content && a.attributes == b.attributes:
		return nil
	case !a.ok || !b.ok || a.attributes != b.attributes:
		c.Class = Unknown
	case path == podPath:
		return comparePod(c, a.content, b.content)
	}
	return []FileChange{c}
}

// comparePod tells images, which are pure management, from the rest of the pod.
func comparePod(c FileChange, before, after string) []FileChange {
	a, restA, okA := images(before)
	b, restB, okB := images(after)
	if !okA || !okB || restA != restB {
		return []FileChange{c}
	}
	c.Class = Management
	var out []FileChange
	for _, name := range names(a) {
		if a[name] != b[name] {
			c.Container, c.From, c.To = name, a[name], b[name]
			out = append(out, c)
		}
	}
	if len(out) == 0 {
		out = append(out, c)
	}
	return out
}

func names(m map[string]string) []string {
	var out []string
	for n := range m {
		out = append(out, n)
	}
	slices.SortFunc(out, cmp.Compare[string])
	return out
}

// images returns the image of each container and the pod without them.
func images(text string) (byContainer map[string]string, rest string, ok bool) {
	var node yaml.Node
	if err := yaml.Unmarshal([]byte(text), &node); err != nil {
		return nil, "", false
	}
	pod := checks.NewValue(&node)
	byContainer = map[string]string{}
	for _, list := range []string{"initContainers", "containers"} {
		for _, c := range pod.Get("spec", list).Items() {
			byContainer[c.Get("name").Text()] = c.Get("image").Text()
		}
	}
	return byContainer, encodeWithout(pod.Node(), "image"), len(byContainer) > 0
}
