package config

import (
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestDocumentedSettings reads the settings that the documentation shows, which
// name every key but those of the function that hold objects.
func TestDocumentedSettings(t *testing.T) {
	page, err := os.ReadFile("../../docs/settings.md")
	require.NoError(t, err)
	block := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindSubmatch(page)
	require.NotNil(t, block)
	l, err := Parse(block[1], "settings.md")
	require.NoError(t, err)
	for _, r := range l.Effective() {
		if r.Name != "renderPin" {
			assert.NotEqual(t, "default", r.Origin, r.Name)
		}
	}
}
