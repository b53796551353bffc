package report

import (
	"strings"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

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
