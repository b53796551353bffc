package plugin

import (
	"context"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/machinepool/manifest"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/report"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/source"
)

// manifests checks what --filename names; the snapshot is nil without it.
func (o *lintOptions) manifests(ctx context.Context, doc *report.Lint) (*checks.Snapshot, error) {
	if !o.fromFiles() {
		return nil, nil
	}
	opts := o.fileOptions()
	opts.Kinds = manifest.Reads
	snapshot, err := source.Load(ctx, opts)
	if err != nil {
		return nil, err
	}
	doc.Result.Merge(manifest.Evaluate(&manifest.Input{New: snapshot, Clock: o.clock, ClockKnown: o.now != ""}))
	doc.Result.Merge(checks.Result{Findings: checks.DuplicateKeys(snapshot.All())})
	stats := snapshot.Stats()
	doc.Summary.Read, doc.Summary.Objects = &stats, snapshot.Objects()
	return snapshot, nil
}
