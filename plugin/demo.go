package plugin

import (
	"bytes"
	"context"
	_ "embed"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/source"
)

// demoFleet is a sample of several HostedClusters whose pools are in every
// state.
//
//go:embed demo.yaml
var demoFleet []byte

// demoTime is the clock of the sample.
const demoTime = "2026-09-20T10:30:00Z"

// loadDemo reads the sample as if it came from standard input.
func loadDemo(ctx context.Context, opts source.Options) (*checks.Snapshot, error) {
	opts.Filenames, opts.Kustomize = []string{"-"}, ""
	opts.Stdin = bytes.NewReader(demoFleet)
	return source.Load(ctx, opts)
}
