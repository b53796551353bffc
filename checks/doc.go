// Package checks holds what every rule group shares: objects with their
// positions, immutable snapshots of them, rules, findings and results.
//
// The package and everything below it is pure: no I/O, no clock, no command
// line, no Kubernetes client. The same rules therefore serve the command, the
// KRM function and programs that import them. A test of the import graph
// enforces this.
package checks
