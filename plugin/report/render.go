package report

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	rendering "github.com/rollout-pin/kubectl-rollout-pin/checks/render"
)

// maxShown bounds how many changes of one document a page shows; JSON has all.
const maxShown = 20

// Render is the report of `render-version check`, `diff` and `pin`.
type Render struct {
	Base
	Verdict rendering.Verdict
	// BaseVersion and HeadVersion are nil when unreadable or when each object
	// has a version of its own.
	BaseVersion, HeadVersion         *int64
	BaseFingerprint, HeadFingerprint string
	Changes                          []rendering.Change
	// Objects are the verdicts of the GitOps form, one an object.
	Objects []RenderObject
	// Pinned names the file that `pin` wrote, "" if none.
	Pinned string
}

// RenderObject is the verdict for one object.
type RenderObject struct {
	Object  *checks.ObjectRef `json:"object"`
	Verdict rendering.Verdict `json:"verdict"`
	Version VersionPair       `json:"version"`
}

// VersionPair holds the versions of both sides; nil stands for one that is unknown.
type VersionPair struct {
	Base *int64 `json:"base,omitempty"`
	Head *int64 `json:"head,omitempty"`
}

type fingerprintPair struct {
	Base string `json:"base,omitempty"`
	Head string `json:"head,omitempty"`
}

// MarshalJSON writes the contract of the interface: kind Report.
func (r *Render) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		APIVersion   string                `json:"apiVersion"`
		Kind         string                `json:"kind"`
		Command      string                `json:"command"`
		Verdict      rendering.Verdict     `json:"verdict"`
		Version      VersionPair           `json:"version"`
		Fingerprint  fingerprintPair       `json:"fingerprint"`
		Objects      []RenderObject        `json:"objects,omitempty"`
		Changes      []rendering.Change    `json:"changes"`
		Machines     string                `json:"machines"`
		Findings     []checks.Finding      `json:"findings"`
		NotEvaluated []checks.NotEvaluated `json:"notEvaluated"`
		Summary      Summary               `json:"summary"`
	}{
		APIVersion, "Report", r.Name, r.Verdict,
		VersionPair{r.BaseVersion, r.HeadVersion},
		fingerprintPair{r.BaseFingerprint, r.HeadFingerprint},
		r.Objects, NonNil(r.Changes),
		r.machines(), NonNil(r.Result.Findings), NonNil(r.Result.NotEvaluated), r.Summary,
	})
}

// Names lists the documents that changed.
func (r *Render) Names() []string {
	var out []string
	last := ""
	for _, c := range r.Changes {
		if name := caseDocument(c); name != last {
			out = append(out, Clean(name))
			last = name
		}
	}
	return out
}

// Text writes the verdict, what changed, what machines will see, and findings.
func (r *Render) Text(w io.Writer, style Style) error {
	p := &page{Style: style}
	p.line(p.Bold("verdict: ") + r.verdict(p.Style))
	if r.HeadVersion != nil {
		p.line("version: " + versionText(r.BaseVersion, *r.HeadVersion))
	}
	if r.HeadFingerprint != "" {
		p.line("fingerprint: " + fingerprintText(r.BaseFingerprint, r.HeadFingerprint))
	}
	p.changes(r.Changes)
	p.gap()
	p.line(p.Bold("what machines see"))
	p.line(p.Wrap(r.machines(), "  ", "  "))
	if r.Pinned != "" {
		p.gap()
		p.line("pinned in " + Clean(r.Pinned))
	}
	if len(r.Result.Findings)+len(r.Result.NotEvaluated) > 0 {
		p.gap()
	}
	if _, err := io.WriteString(w, p.String()); err != nil {
		return err
	}
	return WriteFindings(w, r.Findings(), r.Result.NotEvaluated, style)
}

// machines is what machines see. A change that was accepted without a new version
// is fine for the gate and still invisible to machines.
func (r *Render) machines() string {
	same := r.BaseVersion != nil && r.HeadVersion != nil && *r.BaseVersion == *r.HeadVersion
	if r.Verdict == rendering.OK && same && r.BaseFingerprint != "" && r.BaseFingerprint != r.HeadFingerprint {
		return "The change was accepted without a new version. " + rendering.Machines(rendering.MissingBump)
	}
	return rendering.Machines(r.Verdict)
}

func (r *Render) verdict(s Style) string {
	switch r.Verdict {
	case rendering.OK:
		return s.Green(string(r.Verdict))
	case rendering.NeedlessBump, rendering.Unpinned:
		return s.Yellow(string(r.Verdict))
	}
	return s.Red(string(r.Verdict))
}

func versionText(base *int64, head int64) string {
	if base == nil {
		return fmt.Sprint(head)
	}
	return fmt.Sprintf("%d -> %d", *base, head)
}

func fingerprintText(base, head string) string {
	switch base {
	case "":
		return head
	case head:
		return head + " (unchanged)"
	}
	return base + " -> " + head
}

// changes writes the changed paths grouped by document.
func (p *page) changes(list []rendering.Change) {
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n].Case == list[0].Case && list[n].Document == list[0].Document {
			n++
		}
		p.gap()
		p.line(p.Bold(Clean(caseDocument(list[0]))))
		for _, c := range list[:min(n, maxShown)] {
			p.line("  " + changeText(c))
		}
		if n > maxShown {
			p.line(p.Faint(fmt.Sprintf("  and %d more; -o json has all", n-maxShown)))
		}
		list = list[n:]
	}
}

func caseDocument(c rendering.Change) string {
	if c.Case == "" {
		return c.Document
	}
	return c.Case + ": " + c.Document
}

// changeText is "~ /data/hostname  pool-a -> pool-b".
func changeText(c rendering.Change) string {
	sign := map[string]string{rendering.Added: "+ ", rendering.Removed: "- ", rendering.Changed: "~ "}[c.Kind]
	path := c.Path
	if path == "" {
		path = "(document " + c.Kind + ")"
	}
	out := sign + Clean(path)
	if values := valueText(c); values != "" {
		out += "  " + values
	}
	return out
}

func valueText(c rendering.Change) string {
	kinds := ""
	if c.FromKind != "" {
		kinds = fmt.Sprintf(" (%s -> %s)", c.FromKind, c.ToKind)
	}
	switch {
	case c.Secret:
		return "(secret)" + kinds
	case c.From != nil && c.To != nil:
		return short(*c.From) + " -> " + short(*c.To) + kinds
	case c.From != nil:
		return short(*c.From) + kinds
	case c.To != nil:
		return short(*c.To) + kinds
	}
	return kinds
}

// short keeps a value on its line.
func short(value string) string {
	const most = 60
	text := []rune(Clean(value))
	if len(text) == 0 {
		return `""`
	}
	if len(text) > most {
		return string(text[:most]) + "..."
	}
	return string(text)
}
