package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/blang/semver/v4"
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// homepage of the project; the pages of rules are below its docs.
const homepage = "https://github.com/rollout-pin/kubectl-rollout-pin"

// writeSARIF writes SARIF 2.1.0 with one run. Missing evidence becomes
// notifications of the invocation, so that it is never taken for a pass.
func writeSARIF(w io.Writer, doc Document, c Context) error {
	s := &sarifRun{Context: c, run: sarif.NewRun()}
	s.run.WithColumnKind("unicodeCodePoints")
	// The category keeps reports of different commands apart where a service
	// replaces the last report of the same category.
	s.run.AutomationDetails = sarif.NewRunAutomationDetails()
	s.run.AutomationDetails.ID = ptr("rollout-pin/" + strings.ReplaceAll(doc.Command(), " ", "-") + "/")
	s.run.Tool = sarif.NewTool()
	s.run.Tool.Driver = s.driver(doc)
	for _, f := range doc.Findings() {
		s.run.AddResult(s.result(f))
	}
	s.run.AddInvocation(s.invocation(doc.NotEvaluated()))
	log := sarif.NewReport().AddRun(s.run)
	return writePruned(w, log)
}

// sarifRun is the run under construction.
type sarifRun struct {
	Context
	run *sarif.Run
}

func (s *sarifRun) driver(doc Document) *sarif.ToolComponent {
	driver := sarif.NewToolComponent().WithName("rollout-pin").WithInformationURI(homepage)
	if s.Version != "" {
		driver.WithVersion(s.Version)
	}
	if v := strings.TrimPrefix(s.Version, "v"); semverText(v) {
		driver.WithSemanticVersion(v)
	}
	for _, id := range ruleIDs(doc) {
		driver.Rules = append(driver.Rules, s.descriptor(id))
	}
	return driver
}

func semverText(v string) bool {
	_, err := semver.Parse(v)
	return err == nil
}

// ruleIDs lists the rules that the document speaks of, sorted.
func ruleIDs(doc Document) []string {
	var ids []string
	for _, f := range doc.Findings() {
		ids = append(ids, f.Rule)
	}
	for _, n := range doc.NotEvaluated() {
		ids = append(ids, n.Rules...)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

func (s *sarifRun) descriptor(id string) *sarif.ReportingDescriptor {
	d := sarif.NewReportingDescriptor().WithID(id)
	meta, ok := s.rule(id)
	if !ok {
		return d
	}
	group, _, _ := strings.Cut(id, "/")
	d.ShortDescription = multiformat(meta.Title, "")
	d.FullDescription = multiformat(meta.Why, "")
	d.Help = multiformat(
		meta.Why+"\n\nFix: "+meta.Fix+"\n",
		meta.Why+"\n\n**Fix:** "+meta.Fix+"\n",
	)
	d.HelpURI = ptr(RuleURL(id))
	d.DefaultConfiguration = sarif.NewReportingConfiguration()
	d.DefaultConfiguration.Level = sarifLevel(meta.Severity)
	d.Properties = sarif.NewPropertyBag().WithTags([]string{group})
	return d
}

// RuleURL is the page of a rule.
func RuleURL(id string) string { return homepage + "/blob/main/docs/rules/" + id + ".md" }

func (s *sarifRun) result(f *checks.Finding) *sarif.Result {
	r := sarif.NewRuleResult(f.Rule).WithRuleIndex(s.run.GetRuleIndex(f.Rule)).WithLevel(sarifLevel(f.Severity))
	text := Clean(f.Message)
	if f.Fix != nil && f.Fix.Description != "" {
		text += "\nFix: " + Clean(f.Fix.Description)
	}
	r.Message = sarif.NewTextMessage(text)
	r.PartialFingerprints = map[string]string{"rolloutPin/v1": f.Fingerprint()}
	r.Locations = s.locations(f)
	steps := min(len(f.Path), len(f.Related))
	for _, rel := range f.Related[steps:] {
		if l := s.related(rel); l != nil {
			r.AddRelatedLocation(l)
		}
	}
	if len(f.Path) > 0 {
		r.AddCodeFlow(s.codeFlow(f))
	}
	if f.Fix != nil && len(f.Fix.Edits) > 0 {
		r.AddFixe(s.fix(f.Fix))
	}
	if f.Suppressed != nil {
		r.AddSuppression(suppression(f.Suppressed))
	}
	r.Properties = sarif.NewPropertyBag()
	if f.Field != "" {
		r.Properties.Add("field", Clean(f.Field))
	}
	if f.Assumed {
		r.Properties.Add("assumed", true)
	}
	return r
}

// locations is at most one location, never an empty one.
func (s *sarifRun) locations(f *checks.Finding) []*sarif.Location {
	logical := logicalLocation(f.Object, f.Subject)
	if f.File == "" && logical == nil {
		return nil
	}
	l := sarif.NewLocation()
	l.PhysicalLocation = s.physical(f.Position)
	if logical != nil {
		l.LogicalLocations = []*sarif.LogicalLocation{logical}
	}
	return []*sarif.Location{l}
}

func logicalLocation(o *checks.ObjectRef, subject string) *sarif.LogicalLocation {
	var parts []string
	if o != nil {
		parts = append(parts, o.Kind, qualified(o))
	}
	if subject != "" {
		parts = append(parts, subject)
	}
	if len(parts) == 0 {
		return nil
	}
	return sarif.NewLogicalLocation().WithKind("resource").WithFullyQualifiedName(Clean(strings.Join(parts, "/")))
}

// physical is nil for no file; the region holds only numbers that are known.
func (s *sarifRun) physical(at checks.Position) *sarif.PhysicalLocation {
	if at.File == "" {
		return nil
	}
	p := sarif.NewPhysicalLocation()
	p.ArtifactLocation = sarif.NewArtifactLocation()
	p.ArtifactLocation.URI = ptr(s.uri(at.File))
	if at.Line > 0 {
		p.Region = sarif.NewRegion().WithStartLine(at.Line)
		if at.Column > 0 {
			p.Region.WithStartColumn(at.Column)
		}
	}
	return p
}

// related is nil when the entry says nothing that a location can hold.
func (s *sarifRun) related(rel checks.Related) *sarif.Location {
	text := relatedText(checks.Related{Subject: rel.Subject, Rule: rel.Rule, Message: rel.Message})
	if rel.File == "" && text == "" {
		return nil
	}
	l := sarif.NewLocation()
	l.PhysicalLocation = s.physical(rel.Position)
	if text != "" {
		l.Message = sarif.NewTextMessage(text)
	}
	return l
}

// codeFlow turns the path of a proof into one thread flow.
func (s *sarifRun) codeFlow(f *checks.Finding) *sarif.CodeFlow {
	flow := sarif.NewThreadFlow()
	for i, step := range f.Path {
		l := sarif.NewLocation()
		l.Message = sarif.NewTextMessage(Clean(step))
		if i < len(f.Related) {
			l.PhysicalLocation = s.physical(f.Related[i].Position)
		}
		at := sarif.NewThreadFlowLocation()
		at.Location = l
		flow.AddLocation(at)
	}
	return sarif.NewCodeFlow().AddThreadFlow(flow)
}

// fix groups the edits by file, in the order of their first edit.
func (s *sarifRun) fix(f *checks.Fix) *sarif.Fix {
	out := sarif.NewFix()
	out.Description = sarif.NewTextMessage(Clean(f.Description))
	byFile := map[string]*sarif.ArtifactChange{}
	for _, e := range f.Edits {
		change, ok := byFile[e.File]
		if !ok {
			change = sarif.NewArtifactChange()
			change.ArtifactLocation = sarif.NewArtifactLocation()
			change.ArtifactLocation.URI = ptr(s.uri(e.File))
			byFile[e.File] = change
			out.AddArtifactChange(change)
		}
		replacement := sarif.NewReplacement()
		replacement.DeletedRegion = sarif.NewRegion().
			WithStartLine(e.Line).WithStartColumn(e.Column).WithEndLine(e.EndLine).WithEndColumn(e.EndColumn)
		replacement.InsertedContent = sarif.NewArtifactContent().WithText(e.NewText)
		change.AddReplacement(replacement)
	}
	return out
}

func suppression(s *checks.Suppression) *sarif.Suppression {
	kind := "external"
	if s.By == "annotation" || s.By == "comment" {
		kind = "inSource"
	}
	out := sarif.NewSuppression().WithKind(kind).WithStatus("accepted").WithJustification(Clean(s.Reason))
	out.Properties = sarif.NewPropertyBag().Add("by", s.By)
	if s.Until != "" {
		out.Properties.Add("until", s.Until)
	}
	return out
}

func (s *sarifRun) invocation(missing []checks.NotEvaluated) *sarif.Invocation {
	inv := sarif.NewInvocation().WithExecutionSuccessful(true)
	for _, n := range missing {
		note := sarif.NewNotification()
		text := "not evaluated: " + Clean(n.Because)
		if n.How != "" {
			text += "\n" + Clean(n.How)
		}
		note.Message = sarif.NewTextMessage(text)
		note.Descriptor = sarif.NewReportingDescriptorReference().WithID(n.ID)
		if logical := logicalLocation(n.Object, ""); logical != nil {
			l := sarif.NewLocation()
			l.LogicalLocations = []*sarif.LogicalLocation{logical}
			note.Locations = []*sarif.Location{l}
		}
		note.Properties = sarif.NewPropertyBag().Add("rules", NonNil(n.Rules))
		if n.ID == checks.InternalError {
			note.Level = sarif.LevelError
			inv.WithExecutionSuccessful(false).AddToolExecutionNotification(note)
			continue
		}
		inv.AddToolConfigurationNotification(note)
	}
	return inv
}

func sarifLevel(s checks.Severity) string {
	switch s {
	case checks.Error:
		return sarif.LevelError
	case checks.Warning:
		return sarif.LevelWarning
	}
	return sarif.LevelNote
}

func multiformat(text, markdown string) *sarif.MultiformatMessageString {
	m := sarif.NewMultiformatMessageString().WithText(text)
	if markdown != "" {
		m.WithMarkdown(markdown)
	}
	return m
}

func ptr(s string) *string { return &s }

// writePruned writes the log without what the library fills in for absent
// properties: nulls, empty objects and lists, and the index -1. Readers refuse
// or stumble over those more often than not.
func writePruned(w io.Writer, log *sarif.Report) error {
	data, err := json.Marshal(log)
	if err != nil {
		return fmt.Errorf("encode sarif: %w", err)
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var tree any
	if err := dec.Decode(&tree); err != nil {
		return fmt.Errorf("encode sarif: %w", err)
	}
	prune(tree)
	markOpen(tree)
	return encodeJSON(w, tree)
}

// markOpen gives every result a list of suppressions, an empty one where the
// finding is open: SARIF wants all results of a run to have it, or none.
func markOpen(tree any) {
	log, _ := tree.(map[string]any)
	runs, _ := log["runs"].([]any)
	for _, run := range runs {
		fields, _ := run.(map[string]any)
		results, _ := fields["results"].([]any)
		for _, r := range results {
			if result, ok := r.(map[string]any); ok && result["suppressions"] == nil {
				result["suppressions"] = []any{}
			}
		}
	}
}

// prune removes absent values below v and reports whether v itself is one.
func prune(v any) (absent bool) {
	switch v := v.(type) {
	case nil:
		return true
	case json.Number:
		return v == "-1"
	case []any:
		for _, item := range v {
			prune(item)
		}
		return len(v) == 0
	case map[string]any:
		for key, item := range v {
			if prune(item) && key != "results" {
				delete(v, key)
			}
		}
		return len(v) == 0
	}
	return false
}
