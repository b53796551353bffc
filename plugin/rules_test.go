package plugin

import (
	"testing"

	"github.com/stretchr/testify/assert"

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
