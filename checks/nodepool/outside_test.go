package nodepool

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTagVersion(t *testing.T) {
	for image, want := range map[string]string{
		"quay.io/ocp:4.18.5":                  "4.18.5",
		"quay.io/ocp:4.18.5-x86_64":           "4.18.5",
		"quay.io/ocp:4.18.5-multi":            "4.18.5",
		"quay.io/ocp:4.18.5-aarch64":          "4.18.5",
		"quay.io/ocp:4.19.0-rc.1-s390x":       "4.19.0-rc.1",
		"quay.io/ocp:4.19.0-rc.1":             "4.19.0-rc.1",
		"quay.io/ocp:4.19.0-0.nightly-multi":  "4.19.0-0.nightly",
		"quay.io/ocp:latest":                  "",
		"quay.io:5000/ocp":                    "",
		"quay.io/ocp:4.18.5@sha256:012345678": "",
	} {
		require.Equal(t, want, TagVersion(image), image)
	}
}
