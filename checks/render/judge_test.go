package render

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

func side(version int64, output string) *Side {
	return &Side{Version: Version{Number: version}, Digests: Digests{Fingerprint: output}}
}

func TestVerdicts(t *testing.T) {
	unreadable := side(0, "a")
	unreadable.VersionErr = errors.New("no constant")
	for _, c := range []struct {
		name string
		in   Comparison
		want Verdict
	}{
		{"same as the pin", Comparison{Head: side(7, "a"), HasPin: true, Pinned: &Pinned{Version: 7, Fingerprint: "a"}}, OK},
		{"changed under the same version", Comparison{Head: side(7, "b"), HasPin: true, Pinned: &Pinned{Version: 7, Fingerprint: "a"}}, MissingBump},
		{"both changed", Comparison{Head: side(8, "b"), HasPin: true, Pinned: &Pinned{Version: 7, Fingerprint: "a"}}, StalePin},
		{"raised for nothing", Comparison{Head: side(8, "a"), HasPin: true, Pinned: &Pinned{Version: 7, Fingerprint: "a"}}, NeedlessBump},
		{"lowered", Comparison{Head: side(6, "b"), HasPin: true, Pinned: &Pinned{Version: 7, Fingerprint: "a"}}, VersionLowered},
		{"not pinned", Comparison{Head: side(7, "a"), HasPin: true}, Unpinned},
		{"unreadable", Comparison{Head: unreadable, HasPin: true, Pinned: &Pinned{Version: 0, Fingerprint: "a"}}, VersionUnreadable},
		{"a base, changed and raised", Comparison{Base: side(3, "a"), Head: side(4, "b")}, OK},
		{"the pin was moved along, the base tells", Comparison{Base: side(7, "a"), Head: side(7, "b"), HasPin: true, Pinned: &Pinned{Version: 7, Fingerprint: "b"}}, MissingBump},
		{
			"accepted with a reason",
			Comparison{Base: side(7, "a"), Head: side(7, "b"), HasPin: true, Pinned: &Pinned{Version: 7, Fingerprint: "b", Unbumped: "comments only"}},
			OK,
		},
		{
			"a reason for another output",
			Comparison{Base: side(7, "a"), Head: side(7, "c"), HasPin: true, Pinned: &Pinned{Version: 7, Fingerprint: "b", Unbumped: "comments only"}},
			MissingBump,
		},
		{"the base is unreadable", Comparison{Base: unreadable, Head: side(4, "b")}, VersionUnreadable},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, c.in.Verdict())
			result := checks.Run(Rules(), &c.in)
			require.Empty(t, result.NotEvaluated)
			require.Equal(t, c.want == OK, len(result.Findings) == 0, "%v", result.Findings)
		})
	}
}

func TestMaskHidesSecrets(t *testing.T) {
	text := `apiVersion: v1
kind: Thing
metadata: {name: a}
spec:
  token: v
  apiKeys: [v, v]
  registry: {password: v, user: shown}
  secretName: shown
  tokenExpirationSeconds: 600
  automountServiceAccountToken: true
  tls.key: v
  script: |
    #!/bin/sh
    join --token=abc
  plain: shown
  extra: v
`
	r, err := ParseRender("in", []byte(text))
	require.NoError(t, err)
	hidden := map[string]bool{}
	for _, e := range r.contents(Options{SecretPaths: Globs{"/spec/ext*"}})[0].Entries {
		hidden[e.Path] = e.Masked
	}
	for path, want := range map[string]bool{
		"/spec/token": true, "/spec/apiKeys/0": true, "/spec/apiKeys/1": true, "/spec/registry/password": true, "/spec/registry/user": false,
		"/spec/secretName": false, "/spec/tokenExpirationSeconds": false, "/spec/automountServiceAccountToken": false,
		"/spec/tls.key": true, "/spec/script": true, "/spec/plain": false, "/spec/extra": true,
	} {
		require.Equal(t, want, hidden[path], path)
	}
}

func TestSetPinnedKeepsTheRest(t *testing.T) {
	for name, before := range map[string]string{
		"no pin yet":        "# top\nkind: RenderPin\nspec:\n    a: [1,   2] # odd layout\n",
		"no line end":       "kind: RenderPin\nspec: {a: 1}",
		"pin in the middle": "kind: RenderPin\npinned:\n  version: 1 # why one\n  fingerprint: x\n\n# about spec\nspec: {a: 1}\n",
		"pin at the end":    "kind: RenderPin\nspec: {a: 1}\npinned:\n  version: 1\n  documents:\n    a: {b: c}\n# the end\n",
		"windows line ends": "kind: RenderPin\r\npinned:\r\n  version: 1\r\nspec: {a: 1}\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			state := Pinned{Version: 7, Fingerprint: "sha256:00", Documents: map[string]map[string]string{"worker": {"#0": "sha256:11"}}}
			after, err := SetPinned([]byte(before), state)
			require.NoError(t, err)
			again, err := SetPinned(after, state)
			require.NoError(t, err)
			require.Equal(t, string(after), string(again))
			for _, kept := range []string{"# top", "a: [1,   2] # odd layout", "# why one", "# about spec\nspec: {a: 1}", "# the end"} {
				if strings.Contains(before, kept) {
					require.Contains(t, string(after), kept)
				}
			}
			require.Contains(t, string(after), "version: 7")
			require.NotContains(t, string(after), "version: 1")
			if strings.Contains(before, "\r\n") {
				require.NotRegexp(t, `[^\r]\n`, string(after))
			}
		})
	}
}

func TestParsePinIsStrict(t *testing.T) {
	const good = "apiVersion: rollout-pin.dev/v1alpha1\nkind: RenderPin\nmetadata: {name: a}\nspec:\n  versionFrom: {value: 7}\n  cases:\n  - {name: w, renders: [a.yaml]}\n"
	_, err := ParsePin("pin.yaml", []byte(good))
	require.NoError(t, err)
	for name, c := range map[string]struct{ text, want string }{
		"unknown key":   {good + "  colour: blue\n", `pin.yaml:8: unknown key "colour"`},
		"two sources":   {good[:len(good)-1] + "\n" + "pinned: {version: x}\n", "pin.yaml:8: not a valid RenderPin"},
		"no cases":      {"apiVersion: rollout-pin.dev/v1alpha1\nkind: RenderPin\nspec: {versionFrom: {value: 1}}\n", "spec.cases is empty"},
		"other kind":    {"apiVersion: v1\nkind: ConfigMap\n", "a pin has apiVersion"},
		"no version":    {"apiVersion: rollout-pin.dev/v1alpha1\nkind: RenderPin\nspec: {cases: [{name: w, renders: [a]}]}\n", "exactly one of"},
		"two documents": {good + "---\nkind: Other\n", "one document"},
		"bad glob":      {good + "  ignorePaths: ['/a[']\n", "no valid glob"},
		"not YAML":      {"a: [", "not a valid RenderPin"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := ParsePin("pin.yaml", []byte(c.text))
			require.ErrorContains(t, err, c.want)
		})
	}
}
