// Package version is a Kubernetes version as Cluster API reads it: strict where
// it is written, tolerant where it is observed, and ordered in three ways.
//
// It wraps hashicorp/go-version, which splits a version into its parts. That
// library accepts far more than semantic versions, calls two versions equal that
// differ in build metadata and puts 1.31.0-rc above 1.31.0-rc.x, so the grammar
// and the order are ours and nothing else may use it on a Kubernetes version.
package version

import (
	"strconv"
	"strings"
)

// Version is a parsed version that remembers its text. The zero Version is "no
// version". It has no meaningful ==: equality comes in three kinds, SameString,
// SamePrinted and SameRelease, and none of them implies the order Equal.
type Version struct {
	raw        string
	core       [3]int64
	pre, build string
	known      bool
}

// IsZero reports whether there is no version.
func (v Version) IsZero() bool { return !v.known }

// String is the version as it was written.
func (v Version) String() string { return v.raw }

// Major number.
func (v Version) Major() int { return int(v.core[0]) }

// Minor number.
func (v Version) Minor() int { return int(v.core[1]) }

// Patch number.
func (v Version) Patch() int { return int(v.core[2]) }

// Pre is the pre-release part without its hyphen.
func (v Version) Pre() string { return v.pre }

// Build is the build metadata without its plus sign.
func (v Version) Build() string { return v.build }

// Printed is the normal form without "v": core, pre-release and build.
func (v Version) Printed() string {
	if v.build == "" {
		return v.Release()
	}
	return v.Release() + "+" + v.build
}

// Release is the core and the pre-release, without "v" and build.
func (v Version) Release() string {
	if v.pre == "" {
		return v.Core()
	}
	return v.Core() + "-" + v.pre
}

// Core is "major.minor.patch".
func (v Version) Core() string {
	parts := make([]string, len(v.core))
	for i, n := range v.core {
		parts[i] = strconv.FormatInt(n, 10)
	}
	return strings.Join(parts, ".")
}

// MinorString is "vMAJOR.MINOR", for sentences about minor versions.
func (v Version) MinorString() string { return MinorOf(v.Major(), v.Minor()) }

// MinorOf writes a minor version as "vMAJOR.MINOR".
func MinorOf(major, minor int) string {
	return "v" + strconv.Itoa(major) + "." + strconv.Itoa(minor)
}

// SameString reports whether both are written alike. Class membership, preflight
// checks and kubelet checks of Cluster API use this equality.
func SameString(a, b Version) bool { return a.raw == b.raw }

// SamePrinted reports whether both print alike: core, pre-release and build.
// Cluster API decides with it whether a version changed at all.
func SamePrinted(a, b Version) bool {
	return a.core == b.core && a.pre == b.pre && a.build == b.build
}

// SameRelease reports whether both are the same release, whatever their build.
func SameRelease(a, b Version) bool { return a.core == b.core && a.pre == b.pre }
