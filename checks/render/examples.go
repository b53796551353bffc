package render

import (
	"fmt"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

const (
	zeroFingerprint    = "sha256:0000000000000000000000000000000000000000000000000000000000000000"
	exampleFingerprint = "sha256:879d72ccb80bece72b2ac3e357511dd917887cac2875b7c7f33d48abe31f594b"
	exampleHead        = "apiVersion: example.com/v1\nkind: NodeConfig\nmetadata:\n  name: worker\n"
)

// diffExample compares two small renders with the given versions.
func diffExample(baseVersion, headVersion, base, head string) checks.Example {
	return checks.Example{
		Args:  fmt.Sprintf("render-version diff --base base.yaml --head head.yaml --base-version %s --head-version %s", baseVersion, headVersion),
		Files: "-- base.yaml --\n" + exampleHead + "spec:\n  " + base + "\n-- head.yaml --\n" + exampleHead + "spec:\n  " + head + "\n",
	}
}

// gitopsExample compares two manifests that carry their version themselves.
func gitopsExample(baseVersion, headVersion string) checks.Example {
	doc := func(version, hostname string) string {
		annotation := ""
		if version != "" {
			annotation = fmt.Sprintf("  annotations:\n    %s: %q\n", DefaultVersionKey, version)
		}
		return exampleHead + annotation + "spec:\n  hostname: " + hostname + "\n"
	}
	return checks.Example{
		Args:  "render-version diff --base base.yaml --head head.yaml",
		Files: "-- base.yaml --\n" + doc(baseVersion, "pool-a") + "-- head.yaml --\n" + doc(headVersion, "pool-b"),
	}
}

// pinExample checks two bundles against a pin; version 0 stands for no pin.
func pinExample(version, pinned int, fingerprint string) checks.Example {
	state := ""
	if pinned != 0 {
		state = fmt.Sprintf("pinned:\n  version: %d\n  fingerprint: %s\n", pinned, fingerprint)
	}
	return checks.Example{Args: "render-version check -c renderpin.yaml", Files: pinFile(version, state) + bundle("a", "kind: NodeConfig") + bundle("b", "kind: NodeConfig")}
}

// bundlesExample checks two bundles of which the second has the given kind.
func bundlesExample(second string) checks.Example {
	return checks.Example{Args: "render-version check -c renderpin.yaml", Files: pinFile(7, "") + bundle("a", "kind: NodeConfig") + bundle("b", second)}
}

func pinFile(version int, pinned string) string {
	return fmt.Sprintf(`-- renderpin.yaml --
apiVersion: %s
kind: %s
metadata:
  name: node-config
spec:
  versionFrom:
    value: %d
  cases:
  - name: worker
    renders: [a.yaml, b.yaml]
%s`, PinAPIVersion, PinKind, version, pinned)
}

func bundle(name, kind string) string {
	return fmt.Sprintf("-- %s.yaml --\napiVersion: example.com/v1\n%s\nmetadata:\n  name: worker\nspec:\n  hostname: worker-1\n  joinToken: secret-of-%s\n", name, kind, name)
}
