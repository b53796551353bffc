// Package render finds changes of rendered output that nobody declared.
//
// A renderer (a node configuration operator, a chart, a code generator) carries
// an integer render version that is part of what its machines hash. Output that
// changes under an unchanged version looks like drift on every node and is never
// corrected (seeds/002). The package fingerprints rendered output with its
// secrets left out, and judges a pair of version and output against a pin or
// against the output that was there before.
//
// A renderer written in Go can use it in a unit test of its own: see Fingerprint
// and Verify.
package render
