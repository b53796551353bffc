package payload_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool/payload"
)

// brief writes changes as "document change class", with the files below.
func brief(changes []payload.Change) []string {
	var out []string
	for _, c := range changes {
		out = append(out, fmt.Sprintf("%s %s %s", c.Document, c.Change, c.Class))
		for _, f := range c.Files {
			out = append(out, strings.TrimSpace(fmt.Sprintf("  %s %s %s %s %s %s", f.Path, f.Change, f.Class, f.Container, f.From, f.To)))
		}
	}
	return out
}

func TestDifference(t *testing.T) {
	const proxy = "MachineConfig/20-apiserver-haproxy"
	const cfg = "/etc/kubernetes/apiserver-proxy-config/haproxy.cfg"
	config := func(address string) string { return proxyFile(cfg, "backend\n  server "+address+"\n") }
	cpo := func(image, proxy string) string {
		return proxyFile(podFile, "kind: Pod\nspec:\n  containers:\n  - image: "+image+"\n    name: kubernetes-default-proxy\n    args: ["+proxy+"]\n")
	}
	ssh := "kind: MachineConfig\nmetadata: {name: 99-worker-ssh}\nspec: {fips: false}\n"
	for _, c := range []struct {
		name     string
		from, to []string
		want     []string
	}{
		{"equal", []string{ssh, userDocument("a")}, []string{ssh, userDocument("a")}, nil},
		{
			"image",
			[]string{proxyDocument(haproxy(1)), userDocument("a")},
			[]string{proxyDocument(haproxy(2)), userDocument("a")},
			[]string{proxy + " changed management", podFile + " changed management haproxy quay.io/x/haproxy@sha256:1111 quay.io/x/haproxy@sha256:2222"},
		},
		{
			"image and edit",
			[]string{proxyDocument(haproxy(1)), userDocument("a")},
			[]string{proxyDocument(haproxy(2)), userDocument("b")},
			[]string{
				proxy + " changed management", podFile + " changed management haproxy quay.io/x/haproxy@sha256:1111 quay.io/x/haproxy@sha256:2222",
				"MachineConfig/user-a removed spec", "MachineConfig/user-b added spec",
			},
		},
		{
			"address",
			[]string{proxyDocument(haproxy(1), config("a:6443"))},
			[]string{proxyDocument(haproxy(1), config("b:443"))},
			[]string{proxy + " changed endpoint", cfg + " changed endpoint"},
		},
		{
			"address and image",
			[]string{proxyDocument(haproxy(1), config("a"))},
			[]string{proxyDocument(haproxy(2), config("b"))},
			[]string{
				proxy + " changed endpoint", cfg + " changed endpoint",
				podFile + " changed management haproxy quay.io/x/haproxy@sha256:1111 quay.io/x/haproxy@sha256:2222",
			},
		},
		{
			"control plane image",
			[]string{proxyDocument(cpo("cpo:1", "x"))},
			[]string{proxyDocument(cpo("cpo:2", "x"))},
			[]string{proxy + " changed management", podFile + " changed management kubernetes-default-proxy cpo:1 cpo:2"},
		},
		{
			"more than the image",
			[]string{proxyDocument(cpo("cpo:1", "x"))},
			[]string{proxyDocument(cpo("cpo:2", "y"))},
			[]string{proxy + " changed unknown", podFile + " changed unknown"},
		},
		{
			"another file",
			[]string{proxyDocument(haproxy(1), proxyFile("/etc/x", "1"))},
			[]string{proxyDocument(haproxy(1), proxyFile("/etc/x", "2"))},
			[]string{proxy + " changed unknown", "/etc/x changed unknown"},
		},
		{
			"a file more",
			[]string{proxyDocument(haproxy(1))},
			[]string{proxyDocument(haproxy(1), config("a"))},
			[]string{proxy + " changed endpoint", cfg + " added endpoint"},
		},
		{
			"file mode",
			[]string{proxyDocument(haproxy(1))},
			[]string{strings.Replace(proxyDocument(haproxy(1)), "420", "384", 1)},
			[]string{proxy + " changed unknown", podFile + " changed unknown"},
		},
		{
			"outside the files",
			[]string{proxyDocument(haproxy(1))},
			[]string{proxyDocument(haproxy(1)) + "  fips: true\n"},
			[]string{proxy + " changed unknown"},
		},
		{"proxy document appears", []string{ssh}, []string{proxyDocument(haproxy(1)), ssh}, []string{proxy + " added unknown"}},
		{
			"encoding only",
			[]string{userDocument("a")},
			[]string{userDocument("a") + "  fips: false\n  osImageURL: \"\"\n"},
			[]string{"MachineConfig/user-a changed unknown"},
		},
		{"content", []string{userDocument("a")}, []string{userDocument("a") + "  fips: true\n"}, []string{"MachineConfig/user-a changed spec"}},
		{"two of one name", []string{ssh, ssh}, []string{ssh, ssh + "  # x\n"}, []string{"MachineConfig/99-worker-ssh changed unknown"}},
		{"no YAML", []string{"a: [", ssh}, []string{"b: [", ssh}, []string{"#0 changed unknown"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := brief(payload.Difference(read(t, join(c.from...)), read(t, join(c.to...))))
			for i := range got {
				got[i] = strings.TrimSpace(got[i])
			}
			assert.Equal(t, c.want, got)
		})
	}
}

func TestDifferenceReadsEveryFormOfFiles(t *testing.T) {
	inline := func(source, compression string) string {
		return "      - contents:\n          source: \"" + source + "\"\n" + compression + "        path: " + podFile + "\n"
	}
	zipped := func(text string) string {
		return inline("data:;base64,"+base64.StdEncoding.EncodeToString(compressed(t, text)), "          compression: gzip\n")
	}
	escaped := func(text string) string {
		return inline("data:,"+strings.NewReplacer("\n", "%0A", " ", "%20", "@", "%40").Replace(text), "")
	}
	for name, form := range map[string]func(string) string{"gzip": zipped, "percent": escaped} {
		got := payload.Difference(read(t, proxyDocument(form(pod("i:1")))), read(t, proxyDocument(form(pod("i:2")))))
		assert.Equal(t, []string{
			"MachineConfig/20-apiserver-haproxy changed management",
			podFile + " changed management haproxy i:1 i:2",
		}, brief(got), name)
	}
	remote := payload.Difference(
		read(t, proxyDocument(inline("https://a.example/1", ""))), read(t, proxyDocument(inline("https://a.example/2", ""))))
	assert.Equal(t, payload.Unknown, remote[0].Class, "what is not in the document cannot be judged")
}

func FuzzDifference(f *testing.F) {
	f.Add(join(proxyDocument(haproxy(1)), userDocument("a")), join(proxyDocument(haproxy(2)), userDocument("b")))
	f.Add("a: &x [*x]\n---\nb", "kind: X\nmetadata: {name: y}\n")
	f.Fuzz(func(t *testing.T, a, b string) {
		x, y := read(t, a), read(t, b)
		there, back := payload.Difference(x, y), payload.Difference(y, x)
		assert.Len(t, back, len(there))
		assert.Empty(t, payload.Difference(x, x))
	})
}
