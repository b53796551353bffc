package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// WriteFindings writes findings and missing evidence as a page for people; the
// Text methods of commands end with it. Both lists are taken in their order.
// Suppressed findings are only counted, unless the style is wide. Nothing is
// written when there is nothing to say.
func WriteFindings(w io.Writer, findings []*checks.Finding, missing []checks.NotEvaluated, style Style) error {
	p := &page{Style: style}
	suppressed := 0
	for _, f := range findings {
		if f.Suppressed != nil && !style.Wide {
			suppressed++
			continue
		}
		p.finding(f)
	}
	if suppressed > 0 {
		p.gap()
		p.line(style.Faint(fmt.Sprintf("%s suppressed; -o wide shows them", count(suppressed, "finding"))))
	}
	p.missing(missing)
	_, err := io.WriteString(w, p.String())
	return err
}

// page collects paragraphs.
type page struct {
	strings.Builder
	Style
}

// gap separates paragraphs.
func (p *page) gap() {
	if p.Len() > 0 {
		p.WriteByte('\n')
	}
}

func (p *page) line(text string) { p.WriteString(text + "\n") }

// labelled writes "  label: text", wrapped; text is cleaned.
func (p *page) labelled(label, text string) {
	if text == "" {
		return
	}
	line := p.Wrap(label+": "+Clean(text), "  ", "    ")
	p.line("  " + p.Cyan(label+":") + strings.TrimPrefix(line, "  "+label+":"))
}

func (p *page) finding(f *checks.Finding) {
	p.gap()
	head := p.Severity(f.Severity) + "  " + p.Bold(Clean(f.Rule))
	if at := Place(f.Position); at != "" {
		head += "  " + at
	}
	p.line(head)
	if about := About(f.Object, f.Subject); about != "" {
		p.line(p.Wrap(about, "  ", "  "))
	}
	p.line(p.Wrap(Clean(f.Message), "  ", "  "))
	if p.Wide {
		p.labelled("field", f.Field)
	}
	for i, step := range f.Path {
		p.step(i, step+stepPlace(f, i))
	}
	for _, r := range f.Related[min(len(f.Path), len(f.Related)):] {
		p.labelled("see", relatedText(r))
	}
	if f.Fix != nil {
		p.labelled("fix", f.Fix.Description)
	}
	if f.Suppressed != nil {
		p.labelled("suppressed", suppressedText(f.Suppressed))
	}
}

// step writes one step of the data flow that proves a finding.
func (p *page) step(i int, text string) {
	if i == 0 {
		p.labelled("flow", text)
		return
	}
	p.line(p.Wrap(Clean(text), "     -> ", "        "))
}

// stepPlace says where a step of the flow stands, as far as the finding's own
// place does not say it.
func stepPlace(f *checks.Finding, i int) string {
	if i >= len(f.Related) || f.Related[i].File == "" || f.Related[i].Position == f.Position {
		return ""
	}
	at := f.Related[i].Position
	at.Column = 0
	if at.File == f.File && at.Line > 0 {
		return fmt.Sprintf(" (line %d)", at.Line)
	}
	return " (" + Place(at) + ")"
}

func (p *page) missing(list []checks.NotEvaluated) {
	if len(list) == 0 {
		return
	}
	p.gap()
	p.line(p.Yellow("not evaluated"))
	for _, n := range list {
		head := "  " + p.Bold(Clean(n.ID))
		if about := About(n.Object, ""); about != "" {
			head += "  " + about
		}
		p.line(head)
		p.line(p.Wrap(Clean(n.Because), "    ", "    "))
		if n.How != "" {
			p.line(p.Wrap(Clean(n.How), "    -> ", "       "))
		}
		if p.Wide && len(n.Rules) > 0 {
			p.line(p.Wrap(Clean("rules: "+strings.Join(n.Rules, ", ")), "    ", "      "))
		}
	}
}

// Place is "file:line:column", cleaned, without the parts that are unknown.
func Place(at checks.Position) string {
	if at.File == "" {
		return ""
	}
	out := Clean(at.File)
	if at.Line > 0 {
		out += ":" + strconv.Itoa(at.Line)
		if at.Column > 0 {
			out += ":" + strconv.Itoa(at.Column)
		}
	}
	return out
}

// About names an object and a part of it, cleaned: "Cluster default/c1,
// MachineDeployment/md-0".
func About(o *checks.ObjectRef, subject string) string {
	var parts []string
	if o != nil {
		parts = append(parts, Clean(o.Kind+" "+qualified(o)))
	}
	if subject != "" {
		parts = append(parts, Clean(subject))
	}
	return strings.Join(parts, ", ")
}

// ObjectName is the name of an object as -o name prints it: kind in lower case,
// group and name.
func ObjectName(o *checks.ObjectRef) string {
	kind := strings.ToLower(o.Kind)
	if group, _, ok := strings.Cut(o.APIVersion, "/"); ok {
		kind += "." + group
	}
	return kind + "/" + o.Name
}

func qualified(o *checks.ObjectRef) string {
	if o.Namespace == "" {
		return o.Name
	}
	return o.Namespace + "/" + o.Name
}

// relatedText is "place: subject (rule): message" with what is known of it.
func relatedText(r checks.Related) string {
	who := r.Subject
	if r.Rule != "" {
		who = strings.TrimSpace(who + " (" + r.Rule + ")")
	}
	var parts []string
	for _, s := range []string{Place(r.Position), who, r.Message} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, ": ")
}

func suppressedText(s *checks.Suppression) string {
	out := "by " + s.By
	if s.Until != "" {
		out += " until " + s.Until
	}
	if s.Reason != "" {
		out += ": " + s.Reason
	}
	return out
}

// count is "1 finding", "2 findings".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
