package topology

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Profile says which revision of the pin rules applies.
type Profile string

// The profiles. Source: pinning facts, status of the sources.
const (
	// CAEP is the text of the proposal.
	CAEP Profile = "caep"
	// DraftImpl is what the tests of the open implementation show.
	DraftImpl Profile = "draft-impl"
	// Released has no pins: only the rules in force today.
	Released Profile = "released"
)

// Profiles lists the profiles, the default first.
func Profiles() []string { return []string{string(CAEP), string(DraftImpl), string(Released)} }

// ParseProfile reads a profile by name.
func ParseProfile(s string) (Profile, error) {
	if !slices.Contains(Profiles(), s) {
		return "", fmt.Errorf("unknown profile %q: use one of %s", s, strings.Join(Profiles(), ", "))
	}
	return Profile(s), nil
}

// Feature gates that rules ask for.
const (
	PinningGate   = "ClusterTopologyWorkerVersionPinning"
	TopologyGate  = "ClusterTopology"
	PreflightGate = "MachineSetPreflightChecks"
)

// knownGates are the gates of Cluster API, so that a misspelt one is noticed and
// the arguments of a manager can be given as they are.
var knownGates = []string{
	PinningGate, TopologyGate, PreflightGate,
	"AllAlpha", "AllBeta", "ClusterResourceSet", "InPlaceUpdates", "KubeadmBootstrapFormatIgnition", "MachinePool",
	"MachineTaintPropagation", "MachineWaitForVolumeDetachConsiderVolumeAttributes", "PriorityQueue", "ReconcilerRateLimiting", "RuntimeSDK",
}

// Gates holds the feature gates that are known, by name.
type Gates map[string]bool

// ParseGates reads "Name=true,Other=false".
func ParseGates(s string) (Gates, error) {
	gates := Gates{}
	for pair := range strings.SplitSeq(s, ",") {
		if strings.TrimSpace(pair) == "" {
			continue
		}
		name, value, _ := strings.Cut(strings.TrimSpace(pair), "=")
		if !slices.Contains(knownGates, name) {
			return nil, fmt.Errorf("unknown feature gate %q: Cluster API has %s", name, strings.Join(knownGates, ", "))
		}
		on, err := strconv.ParseBool(value)
		if err != nil {
			return nil, fmt.Errorf("feature gate %s=%q: use %[1]s=true or %[1]s=false", name, value)
		}
		gates[name] = on
	}
	return gates, nil
}

// state of a gate. Both gates of topologies are alpha, so AllAlpha decides where
// they are not named.
func (g Gates) state(name string) (on, known bool) {
	if on, known = g[name]; known {
		return on, true
	}
	on, known = g["AllAlpha"]
	return on, known && name != PreflightGate
}

// off reports whether a gate is known to be off.
func (g Gates) off(name string) bool {
	on, known := g.state(name)
	return known && !on
}

// Settings are what the user decides.
type Settings struct {
	Profile Profile
	Gates   Gates
	// MaxMinorSkew is an organisation's own limit of minors between a pin and the
	// topology version, nil for none.
	MaxMinorSkew *int
}
