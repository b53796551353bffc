package source

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestRolesAreUpToDate: run "go run ./cmd/gen rbac" when it fails.
func TestRolesAreUpToDate(t *testing.T) {
	roles, err := Roles()
	require.NoError(t, err)
	require.Len(t, roles, 2)
	for name, want := range roles {
		got, err := os.ReadFile(filepath.Join("..", "..", "gitops", "rbac", name))
		require.NoError(t, err)
		assert.Equal(t, string(want), string(got), name)
	}
}

// TestNothingIsWritten: the roles permit to read, and nothing else.
func TestNothingIsWritten(t *testing.T) {
	for _, r := range append(ExplainResources(), CheckResources()...) {
		assert.True(t, r.Get || r.List, r.String())
		assert.True(t, r.Kind != "" || r.Matches != nil, r.String())
		assert.True(t, r.Primary || r.Evidence != "", "%s: what is missing without it has a name", r)
	}
}
