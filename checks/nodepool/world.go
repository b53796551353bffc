package nodepool

import (
	"slices"
	"strings"
)

// World is one complete assignment of the inputs of a decision: what the
// evidence states plus one value for everything that it leaves open. "" means
// absent. Values that differ from everything that is known are fresh symbols;
// decisions compare for equality only, so symbols stand for all such values.
type World struct {
	Generation Generation
	// Full hashes: wanted now, deployed, completed.
	H, D, C string
	// Versions: wanted now, deployed ("" when the workload names none), completed.
	V, DV, S string
	// Rollout hashes with version: wanted now, on the workload, on the pool.
	R, Target, InProgress string
	// Rollout hashes without version: wanted now, baseline.
	Rw, Baseline string
	// CompletedKey tells whether the completed annotation is there at all.
	CompletedKey bool
	// Workload tells whether the workload exists.
	Workload bool
	// Janitor tells whether the secret janitor works on this platform.
	Janitor bool
}

// fresh makes the symbol of a variable. No hash or version starts with "?".
func fresh(variable string) string { return "?" + variable }

// concrete reports whether a value of a world is a real one.
func concrete(value string) bool { return value != "" && !strings.HasPrefix(value, "?") }

// Request is I: what the running rollout was asked for. Generation C trusts
// the workload first, so that a lost patch of the pool does not matter.
func (w World) Request() string {
	if w.Generation == GenerationC && w.Target != "" {
		return w.Target
	}
	return w.InProgress
}

// IsOutdated is the operator's isOutdated: does a change that was asked for
// demand new secrets?
func (w World) IsOutdated() bool {
	return slices.ContainsFunc(w.causes(), func(c cause) bool { return c.holds })
}

// cause is one reason to be outdated.
type cause struct {
	name  string
	holds bool
}

// The names of the causes.
const (
	causeHash     = "hash"
	causeNew      = "new"
	causeVersion  = "version"
	causeBaseline = "baseline"
	causeRequest  = "request"
	causeDeployed = "deployed"
)

// causes lists the comparisons that isOutdated makes, in its order. A pool
// without baseline is being migrated: config differences are absorbed then and
// only the version counts, unless the pool has never completed at all.
func (w World) causes() []cause {
	version := cause{causeVersion, w.V != w.S}
	request := cause{causeRequest, w.Request() != "" && w.R != w.Request()}
	newPool := cause{causeNew, w.Baseline == "" && !w.CompletedKey}
	baseline := cause{causeBaseline, w.Baseline != "" && w.Rw != w.Baseline}
	switch w.Generation {
	case GenerationA:
		return []cause{{causeHash, w.H != w.C}}
	case GenerationB:
		if w.Baseline == "" {
			return []cause{newPool, version}
		}
		return []cause{version, baseline, request}
	}
	deployed := cause{causeDeployed, w.Workload && w.DV != "" && w.DV != w.V}
	return []cause{deployed, request, newPool, version, baseline}
}
