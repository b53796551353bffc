package source

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestModuleTreeStaysInTheDirectory(t *testing.T) {
	top := t.TempDir()
	dir := filepath.Join(top, "pool")
	for name, text := range map[string]string{
		"pool/main.tf": "locals {}", "pool/sub/x.tf": "", "pool/.terraform/y.tf": "", "pool/t/user-data.tftpl": "x", "outside/secret.tf": "s",
	} {
		p := filepath.Join(top, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(p), 0o755))
		require.NoError(t, os.WriteFile(p, []byte(text), 0o644))
	}
	for link, target := range map[string]string{
		"inner": "sub", "outer": "../outside", "leak.tf": "../outside/secret.tf", "gone.tf": "nowhere.tf", "sub/loop": "..",
	} {
		require.NoError(t, os.Symlink(target, filepath.Join(dir, link)))
	}
	tree, err := ModuleTree(dir)
	require.NoError(t, err)
	var files []string
	for name := range tree.Files {
		files = append(files, name)
	}
	assert.ElementsMatch(t, []string{"main.tf", "sub/x.tf", "inner/x.tf", "t/user-data.tftpl"}, files)
	assert.Contains(t, tree.Refused, "outer")
	assert.Contains(t, tree.Refused, "leak.tf")
	assert.Contains(t, tree.Refused, "gone.tf")
	assert.Contains(t, tree.Refused, "sub/loop")
}

func TestModuleTreeMissing(t *testing.T) {
	_, err := ModuleTree(filepath.Join(t.TempDir(), "missing"))
	require.Error(t, err)
	assert.Contains(t, err.Error(), "missing")
}
