// Package config holds the settings of a project: one schema for
// .rollout-pin.yaml and for the functionConfig of the KRM function, decoded
// strictly and with the position of every value.
package config

import (
	"go.yaml.in/yaml/v3"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// APIVersion and Kind of settings in the envelope of a Kubernetes object.
const (
	APIVersion = "rollout-pin.dev/v1alpha1"
	Kind       = "RolloutPin"
)

// FileName is the file that is looked for when --config is not given.
const FileName = ".rollout-pin.yaml"

// Settings are the choices of a project. A zero field was not set; flags win
// over settings.
type Settings struct {
	// Checks limits which groups the function evaluates: topology, machinepool,
	// nodepool, render. Empty means all.
	Checks []string `json:"checks,omitempty"`
	// Base is the other side of comparisons.
	Base *Base `json:"base,omitempty"`
	// Profile is caep, draft-impl or released.
	Profile string `json:"profile,omitempty"`
	// FeatureGates are those of Cluster API, by name.
	FeatureGates map[string]bool `json:"featureGates,omitempty"`
	// MaxMinorSkew is how many minor versions a pin may trail.
	MaxMinorSkew *int `json:"maxMinorSkew,omitempty"`
	// FailOn is error, warning, info or never.
	FailOn string `json:"failOn,omitempty"`
	// RequireComplete makes missing evidence fail the run.
	RequireComplete *bool `json:"requireComplete,omitempty"`
	// Emit is items or none: what the function returns.
	Emit string `json:"emit,omitempty"`
	// Stamp makes the function mark the objects that it checked.
	Stamp *bool `json:"stamp,omitempty"`
	// RenderPin is a RenderPin object, or the name of the file that holds one.
	RenderPin *yaml.Node `json:"renderPin,omitempty"`
	// Baseline is the file of accepted findings, relative to the settings.
	Baseline string `json:"baseline,omitempty"`
	// IgnorePaths are globs of paths below a directory that are not read.
	IgnorePaths []string `json:"ignorePaths,omitempty"`
	// Ignore lists the findings that are accepted.
	Ignore []checks.Ignore `json:"ignore,omitempty"`
}

// Base is the other side of comparisons: objects, or the files that hold them,
// relative to the settings.
type Base struct {
	Objects []*yaml.Node `json:"objects,omitempty"`
	Files   []string     `json:"files,omitempty"`
}

// allowed lists the words that a setting may have.
var allowed = map[string][]string{
	"checks":  {"topology", "machinepool", "nodepool", "render"},
	"profile": {"caep", "draft-impl", "released"},
	"failOn":  {"error", "warning", "info", "never"},
	"emit":    {"items", "none"},
}
