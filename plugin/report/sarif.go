package report

import (
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
