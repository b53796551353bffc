package plugin

import (
	"bytes"
	"context"
	_ "embed"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/source"
)

// demoFleet is a sample of several HostedClusters whose pools are in every
// state of every operator generation.
//
//go:embed demo.yaml
var demoFleet []byte

// demoTime is the clock of the sample.
const demoTime = "2026-09-20T10:30:00Z"

// demoAssumptions give the sample the values that no object carries, as a user
// would with --assume; without them some of its states stay undetermined.
func demoAssumptions() []string {
	return []string{
		"clusters/batch:hash=a15a9d19",
		"clusters/web:hash=0b2a1f2c",
		"clusters/frozen:hash=53ccdcca",
		"clusters/frozen:rolloutHash=76b339ad",
		"clusters/frozen:rolloutHashWithoutVersion=c828aec8",
		"clusters/migrated:hash=021774d6",
		"clusters/rollback:hash=89ed14f1",
		"clusters/rollback:rolloutHash=fd4c781c",
		"clusters/drained:hash=1fae70fb",
		"clusters/kiosk:hash=b21941d6",
		"clusters/kiosk:rolloutHash=6943edf5",
		"clusters/kiosk:rolloutHashWithoutVersion=be7d0e9f",
		"clusters/signage:hash=c551c046",
		"clusters/signage:rolloutHash=c03fb390",
		"clusters/signage:rolloutHashWithoutVersion=ae788a62",
		"labs/canary:hash=45775aa6",
	}
}

// loadDemo reads the sample. Like the objects of a cluster its objects have no
// file, so findings about them have no position.
func loadDemo(ctx context.Context, opts source.Options) (*checks.Snapshot, error) {
	opts.Filenames, opts.Kustomize = []string{"-"}, ""
	opts.Stdin = bytes.NewReader(demoFleet)
	s, err := source.Load(ctx, opts)
	if err != nil {
		return nil, err
	}
	for _, o := range s.All() {
		o.Origin.File = ""
	}
	return s, nil
}
