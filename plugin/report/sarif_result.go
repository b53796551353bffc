package report

import (
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

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
