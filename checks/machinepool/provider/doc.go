// Package provider is the table of what is known about resource types: which
// arguments replace a resource, which attributes change with an update, how a
// group of machines rolls, where its size, its user data and its tags are.
//
// The table is data (one file per cloud), because schema dumps do not say which
// arguments replace a resource. Rows that were not checked against a provider
// or a reference module are marked `verified: false`: nothing that rests on
// them is ever an error.
package provider
