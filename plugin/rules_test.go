package plugin

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

func TestMarkdownText(t *testing.T) {
	assert.Equal(t, "a &lt;b&gt; `<c>` d", markdownText("a <b> `<c>` d"))
}

func TestExampleMarkdownFencesFences(t *testing.T) {
	got := exampleMarkdown(checks.Example{Args: "check -f a.md", Files: "-- a.md --\n```\nx\n```\n"})
	assert.Contains(t, got, "````\n```\nx\n```\n````\n")
}

func TestAcceptance(t *testing.T) {
	for id, want := range map[string]string{
		"pin/ceiling":               "rollout-pin.dev/ignore.pin.ceiling: REASON",
		"pool/size":                 "# rollout-pin:ignore pool/size REASON",
		"config/duplicate-key":      "rollout-pin.dev/ignore.config.duplicate-key: REASON",
		"config/suppression-unused": "cannot be suppressed",
	} {
		assert.Contains(t, acceptance(checks.Meta{ID: id}), want)
	}
}

// TestRuleDocsAreFresh compares docs/rules with the catalog.
func TestRuleDocsAreFresh(t *testing.T) {
	const dir, cure = "../docs/rules", "run: go run ./cmd/gen docs"
	pages := RuleDocs()
	for name, want := range pages {
		got, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if assert.NoError(t, err, cure) {
			assert.Equal(t, string(want), string(got), "%s is out of date; %s", name, cure)
		}
	}
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		assert.Contains(t, pages, filepath.ToSlash(name), "%s belongs to no rule; %s", path, cure)
		return err
	}))
}
