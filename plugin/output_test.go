package plugin

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "out.json")
	require.NoError(t, writeFile(file, []byte("one")))
	require.NoError(t, writeFile(file, []byte("two")))
	assert.Equal(t, "two", read(t, file))

	link := filepath.Join(dir, "link.json")
	require.NoError(t, os.Symlink(file, link))
	require.NoError(t, writeFile(link, []byte("three")))
	assert.Equal(t, "three", read(t, file), "a link is followed, not replaced")

	require.Error(t, writeFile(filepath.Join(dir, "absent", "x"), nil))
	require.Error(t, writeFile(dir, nil), "a directory is no report")
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, entries, 2, "failures leave nothing behind")

	assert.NoError(t, writeFile(os.DevNull, []byte("x")), "what is no regular file is written to as it is")
	info, err := os.Stat(os.DevNull)
	require.NoError(t, err)
	assert.False(t, info.Mode().IsRegular())
}

func read(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	return string(data)
}
