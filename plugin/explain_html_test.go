package plugin

import (
	"bytes"
	"context"
	"fmt"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/rollout-pin/kubectl-rollout-pin/internal/realtest"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/report"
)

// drawn writes the report of the sample in a format.
func drawn(t *testing.T, format string, doc *report.Explain) []byte {
	t.Helper()
	f, err := report.Lookup(format, "explain")
	require.NoError(t, err)
	var out bytes.Buffer
	require.NoError(t, f.Report(&out, doc, report.Context{Version: "v0.0.0-test"}))
	return out.Bytes()
}

func TestExplainMermaid(t *testing.T) {
	for name, pools := range map[string][]string{
		"fleet": nil, "mystery": {"mystery"}, "infra": {"infra"}, "retired": {"retired"}, "nightly": {"nightly"},
	} {
		golden(t, filepath.Join("testdata", "explain", name+".mmd"), drawn(t, "mermaid", demoReport(t, pools...)))
	}
}

// TestExplainMermaidOfMany counts pools where subgraphs would be too many.
func TestExplainMermaidOfMany(t *testing.T) {
	doc := demoReport(t)
	for range 3 {
		doc.Pools = append(doc.Pools, doc.Pools...)
	}
	doc.Seal()
	golden(t, filepath.Join("testdata", "explain", "many.mmd"), drawn(t, "mermaid", doc))
}

// page is a parsed HTML report.
type page struct {
	root *html.Node
	// ids counts the elements of each id, tags those of each name.
	ids, tags map[string]int
}

func parsePage(t *testing.T, data []byte) *page {
	t.Helper()
	root, err := html.Parse(bytes.NewReader(data))
	require.NoError(t, err)
	p := &page{root, map[string]int{}, map[string]int{}}
	for n := range root.Descendants() {
		if n.Type == html.ElementNode {
			p.tags[n.Data]++
			if id := attribute(n, "id"); id != "" {
				p.ids[id]++
			}
		}
	}
	return p
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func text(n *html.Node) string {
	var b strings.Builder
	for c := range n.Descendants() {
		if c.Type == html.TextNode {
			b.WriteString(c.Data)
		}
	}
	return b.String()
}

// requireSound holds for every page: it needs nothing from elsewhere, runs
// nothing, its links lead somewhere and its pictures and headings are readable
// to those who do not see them.
func (p *page) requireSound(t *testing.T) {
	t.Helper()
	for _, tag := range []string{"script", "img", "link", "iframe", "object", "embed", "form", "base", "foreignobject"} {
		assert.Zero(t, p.tags[tag], tag)
	}
	for id, n := range p.ids {
		assert.Equal(t, 1, n, "id %s", id)
	}
	assert.Equal(t, 1, p.tags["h1"])
	level := 0
	for n := range p.root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		if len(n.Data) == 2 && n.Data[0] == 'h' && n.Data[1] >= '1' && n.Data[1] <= '6' {
			next := int(n.Data[1] - '0')
			assert.LessOrEqual(t, next, level+1, "heading %q skips a level", text(n))
			level = next
		}
		p.requireSoundElement(t, n)
	}
}

func (p *page) requireSoundElement(t *testing.T, n *html.Node) {
	t.Helper()
	for _, a := range n.Attr {
		assert.False(t, strings.HasPrefix(a.Key, "on"), "%s runs something", a.Key)
		switch a.Key {
		case "src", "srcset", "style", "action", "data":
			assert.Fail(t, "unexpected attribute", "%s=%s", a.Key, a.Val)
		case "href":
			id, local := strings.CutPrefix(a.Val, "#")
			assert.True(t, local, "%s leads out of the page", a.Val)
			assert.Equal(t, 1, p.ids[id], "%s leads nowhere", a.Val)
		case "aria-labelledby":
			for _, id := range strings.Fields(a.Val) {
				assert.Equal(t, 1, p.ids[id], "label %s", id)
			}
		}
	}
	if attribute(n, "role") == "img" {
		assert.NotEmpty(t, attribute(n, "aria-label")+attribute(n, "aria-labelledby"), "a picture without words")
	}
	if n.Data == "style" {
		for _, outside := range []string{"url(", "@import", "//"} {
			assert.NotContains(t, text(n), outside)
		}
	}
}

func TestExplainHTML(t *testing.T) {
	doc := demoReport(t)
	data := drawn(t, "html", doc)
	assert.Equal(t, string(data), string(drawn(t, "html", demoReport(t))), "the same input gives the same bytes")
	p := parsePage(t, data)
	p.requireSound(t)
	cards, rows := 0, 0
	for n := range p.root.Descendants() {
		switch {
		case n.Data == "details" && attribute(n, "class") == "card":
			cards++
		case n.Data == "tr" && attribute(n, "data-state") != "":
			rows++
		}
	}
	assert.Equal(t, len(doc.Pools), cards)
	assert.Equal(t, len(doc.Pools), rows)
	whole := text(p.root)
	for _, pool := range doc.Pools {
		assert.Contains(t, whole, pool.Headline())
		for _, next := range pool.Next {
			assert.Contains(t, whole, next)
		}
		for _, v := range pool.Verdicts {
			assert.Contains(t, whole, v.Name)
		}
	}
}

// TestExplainHTMLMarks: the marked parts of the chart end in the state of the
// pool, or in all of its candidates.
func TestExplainHTMLMarks(t *testing.T) {
	for _, pool := range demoReport(t).Pools {
		p := parsePage(t, drawn(t, "html", demoReport(t, pool.Name)))
		p.requireSound(t)
		names := map[string]string{}
		for n := range p.root.Descendants() {
			if n.Data == "g" && attribute(n, "class") == "box state" {
				names["#"+attribute(n, "id")] = text(n)
			}
		}
		found := map[string]bool{}
		for n := range p.root.Descendants() {
			if n.Data != "use" || n.Parent.Data != "g" {
				continue
			}
			name := names[attribute(n, "href")]
			if class := attribute(n.Parent, "class"); name != "" && (class == "on" || class == "may") {
				for _, s := range pool.Candidates {
					if strings.HasPrefix(name, string(s)) {
						found[string(s)] = true
						name = ""
					}
				}
				assert.Empty(t, name, "%s cannot be in this state", pool.Name)
			}
		}
		if len(pool.Routes) > 0 {
			assert.Len(t, found, len(pool.Candidates), pool.Name)
		}
	}
}

// TestHostileNames: names and messages of the input stay text, also where the
// API server would have refused them.
func TestHostileNames(t *testing.T) {
	const evil = `x"]--><script>alert(1)</script><img src=x onerror=alert(1)>` + "`" + `${x}' javascript:`
	input := fmt.Sprintf(`{"apiVersion":"hypershift.openshift.io/v1beta1","kind":"NodePool","metadata":{"name":%[1]q,"namespace":"a"},
"spec":{"clusterName":%[1]q,"platform":{"type":%[1]q},"release":{"image":%[1]q}},
"status":{"version":%[1]q,"conditions":[{"type":"ValidReleaseImage","status":"False","reason":%[1]q,"message":%[1]q}]}}`, evil)
	_, out := runExplain(t, input, "-o", "html", "--fail-on", "never")
	p := parsePage(t, []byte(out))
	p.requireSound(t)
	assert.Contains(t, text(p.root), "<script>alert(1)</script>")

	_, out = runExplain(t, input, "-o", "mermaid", "--fail-on", "never")
	assert.NotContains(t, out, "<script")
	for _, line := range strings.Split(out, "\n") {
		assert.Contains(t, []int{0, 2}, strings.Count(line, `"`), line)
	}
}

func TestHTMLWithoutPools(t *testing.T) {
	code, out := runExplain(t, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n", "-o", "html")
	assert.Equal(t, exitOK, code)
	assert.Contains(t, out, "No NodePools in the input.")
}

// TestHTMLInBrowser opens the page in a browser, wide and narrow, light and
// dark. ROLLOUT_PIN_PICTURES names a folder that keeps the pictures.
func TestHTMLInBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a browser")
	}
	browser := realtest.Program(t, "chromium")
	dir := t.TempDir()
	file := filepath.Join(dir, "report.html")
	require.NoError(t, os.WriteFile(file, drawn(t, "html", demoReport(t)), 0o600))
	out := browse(t, browser, file, "--dump-dom")
	p := parsePage(t, out)
	p.requireSound(t)
	assert.Equal(t, len(demoReport(t).Pools), strings.Count(string(out), `<tr data-state=`))
	for _, c := range []struct {
		name       string
		width, hue int
	}{{"wide-light", 1280, 1}, {"wide-dark", 1280, 0}, {"narrow-light", 420, 1}, {"narrow-dark", 420, 0}} {
		pictures := os.Getenv("ROLLOUT_PIN_PICTURES")
		if pictures == "" {
			pictures = dir
		}
		name := filepath.Join(pictures, c.name+".png")
		browse(t, browser, file, fmt.Sprintf("--blink-settings=preferredColorScheme=%d", c.hue), fmt.Sprintf("--window-size=%d,1600", c.width), "--screenshot="+name)
		requirePicture(t, name, c.width, c.hue == 1)
	}
}

func browse(t *testing.T, browser, file string, args ...string) []byte {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	argv := append([]string{
		"--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
		"--disable-component-update", "--disable-sync", "--user-data-dir=" + t.TempDir(), "--hide-scrollbars",
	}, args...)
	out, err := exec.CommandContext(ctx, browser, append(argv, "file://"+file)...).Output()
	require.NoError(t, err)
	return out
}

// requirePicture demands the size, and a background that fits the scheme.
func requirePicture(t *testing.T, name string, width int, light bool) {
	t.Helper()
	f, err := os.Open(name)
	require.NoError(t, err)
	defer f.Close()
	picture, err := png.Decode(f)
	require.NoError(t, err)
	require.Equal(t, width, picture.Bounds().Dx())
	bright, total, colours := 0, 0, map[uint32]bool{}
	for y := 0; y < picture.Bounds().Dy(); y += 7 {
		for x := 0; x < width; x += 7 {
			r, g, b, _ := picture.At(x, y).RGBA()
			total++
			if r+g+b > 3*0x8000 {
				bright++
			}
			colours[r>>12<<8|g>>12<<4|b>>12] = true
		}
	}
	assert.Equal(t, light, bright > total/2, "%s: %d of %d points are bright", name, bright, total)
	assert.Greater(t, len(colours), 20, "%s: nothing is drawn", name)
}
