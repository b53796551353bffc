package version_test

import (
	"testing"

	"github.com/blang/semver/v4"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/version"
)

// Cluster API uses blang/semver: whatever we read, it must read alike, and it
// must order two such versions as we do.
func FuzzAgainstBlang(f *testing.F) {
	f.Add("v1.31.0", "v1.31.0-rc.1")
	f.Add("v01.31", " 1.31.0+a.1 ")
	f.Add("v1.31.0-rc.2", "v1.31.0-rc.10")
	f.Add("v1.0.0-1-.a--b.0", "1.00.0-x-y+01")
	f.Fuzz(func(t *testing.T, a, b string) {
		va, errA := version.ParseTolerant(a)
		vb, errB := version.ParseTolerant(b)
		if errA != nil || errB != nil {
			return
		}
		ba, err := semver.ParseTolerant(a)
		if err != nil {
			t.Fatalf("%q: only we accept it: %v", a, err)
		}
		bb, err := semver.ParseTolerant(b)
		if err != nil {
			t.Fatalf("%q: only we accept it: %v", b, err)
		}
		if va.Printed() != ba.String() {
			t.Fatalf("%q prints as %s, want %s", a, va.Printed(), ba)
		}
		if got, want := version.Compare(va, vb, version.Plain), version.Order(ba.Compare(bb)); got != want {
			t.Fatalf("%q against %q: %d, want %d", a, b, got, want)
		}
	})
}

// What blang refuses as strict we must refuse too: admission would.
func FuzzStrict(f *testing.F) {
	for _, s := range []string{"v1.31.0", "v1.31", "v1.31.0-01", "v1.31.0+", "v1.2.3-a.b+c.01"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if _, err := version.ParseStrict(s); err != nil {
			return
		}
		if _, err := semver.Parse(s[1:]); err != nil {
			t.Fatalf("%q: only we accept it: %v", s, err)
		}
	})
}
