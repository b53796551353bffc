//go:build !unix

package source

import "testing"

func makeFIFO(t *testing.T, _ string) {
	t.Helper()
	t.Skip("needs named pipes")
}
