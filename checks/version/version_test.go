package version_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/version"
)

const (
	lt = version.Less
	eq = version.Equal
	gt = version.Greater
	un = version.Unordered
)

// The 30 pairs measured against Cluster API's own comparison. bad: a is no
// strict version; none: a cannot be read at all.
func TestMeasuredPairs(t *testing.T) {
	tests := []struct {
		a, b              string
		bad, none         bool
		plain, tags, core version.Order
	}{
		{a: "v1.31.0", b: "1.31.0", plain: eq, tags: eq, core: eq},
		{a: "v1.31", b: "v1.31.0", bad: true, plain: eq, tags: eq, core: eq},
		{a: "v1.31.0-rc.1", b: "v1.31.0", plain: lt, tags: lt, core: eq},
		{a: "v1.31.0-rc.2", b: "v1.31.0-rc.10", plain: lt, tags: lt, core: eq},
		{a: "v1.31.0-rc1", b: "v1.31.0-rc.1", plain: gt, tags: gt, core: eq},
		{a: "v1.31.0+rke2r1", b: "v1.31.0+rke2r2", plain: eq, tags: un, core: eq},
		{a: "v1.31.0+k3s1", b: "v1.31.0", plain: eq, tags: gt, core: eq},
		{a: "v1.31.0+vmware.1", b: "v1.31.0+vmware.2", plain: eq, tags: lt, core: eq},
		{a: "v1.31.0+xyz.2", b: "v1.31.0+xyz.10", plain: eq, tags: lt, core: eq},
		{a: "v1.31.0+1", b: "v1.31.0+abc", plain: eq, tags: lt, core: eq},
		{a: "v1.31.0+rke2r9", b: "v1.31.0+rke2r10", plain: eq, tags: un, core: eq},
		{a: "v1.30.5+k3s1", b: "v1.30.5+rke2r1", plain: eq, tags: un, core: eq},
		{a: "v1.30.4-eks-a737599", b: "v1.30.4", plain: lt, tags: lt, core: eq},
		{a: "v1.30.4-gke.1000", b: "v1.30.4-gke.200", plain: gt, tags: gt, core: eq},
		{a: "v1.31.0-rke2r2", b: "v1.31.0-rke2r10", plain: gt, tags: gt, core: eq},
		{a: "v1.31.0-rc.1+rke2r1", b: "v1.31.0+rke2r1", plain: lt, tags: lt, core: eq},
		{a: "v1.31.0-alpha", b: "v1.31.0-alpha.1", plain: lt, tags: lt, core: eq},
		{a: "v1.9.0", b: "v1.10.0", plain: lt, tags: lt, core: lt},
		{a: "v2.0.0", b: "v1.99.0", plain: gt, tags: gt, core: gt},
		{a: "v01.31.0", b: "v1.31.0", bad: true, plain: eq, tags: eq, core: eq},
		{a: "v1.31.0.1", b: "v1.31.0", bad: true, none: true},
		{a: "v1.31.0-", b: "v1.31.0", bad: true, none: true},
		{a: "v1.31.0~rc1", b: "v1.31.0", bad: true, none: true},
		{a: "v1.31.0-01", b: "v1.31.0-1", bad: true, none: true},
		{a: "1.31-rke2r1", b: "1.31.0-rke2r1", bad: true, none: true},
		{a: " v1.31.0", b: "v1.31.0", bad: true, plain: eq, tags: eq, core: eq},
		{a: "V1.31.0", b: "v1.31.0", bad: true, none: true},
		{a: "v1.31.0_rke2r1", b: "v1.31.0+rke2r1", bad: true, none: true},
		{a: "v1.31.0+01", b: "v1.31.0+1", plain: eq, tags: eq, core: eq},
		{a: "v1.31.0-99999999999999999999", b: "v1.31.0-1", bad: true, none: true},
	}
	for _, tt := range tests {
		t.Run(tt.a+" and "+tt.b, func(t *testing.T) {
			_, err := version.ParseStrict(tt.a)
			assert.Equal(t, tt.bad, err != nil, "strict: %v", err)
			a, err := version.ParseTolerant(tt.a)
			if tt.none {
				assert.Error(t, err)
				return
			}
			require.NoError(t, err)
			b := read(t, tt.b)
			assert.Equal(t, tt.plain, version.Compare(a, b, version.Plain), "plain")
			assert.Equal(t, tt.tags, version.Compare(a, b, version.BuildTags), "build tags")
			assert.Equal(t, tt.core, version.Compare(a, b, version.CoreOnly), "core only")
			assert.Equal(t, mirror(tt.tags), version.Compare(b, a, version.BuildTags), "mirrored")
		})
	}
}

func mirror(o version.Order) version.Order {
	if o == un {
		return un
	}
	return -o
}

func read(t *testing.T, s string) version.Version {
	t.Helper()
	v, err := version.ParseTolerant(s)
	require.NoError(t, err)
	return v
}

// The library that splits versions puts these the other way round.
func TestShorterPreReleaseIsLower(t *testing.T) {
	assert.Equal(t, lt, version.Compare(read(t, "v1.31.0-rc"), read(t, "v1.31.0-rc.x"), version.Plain))
	assert.Equal(t, gt, version.Compare(read(t, "v1.31.0-A.A"), read(t, "v1.31.0-A+0"), version.Plain))
}

func TestThreeEqualities(t *testing.T) {
	a, b := read(t, "v1.31.0+01"), read(t, "1.31.0+01")
	assert.False(t, version.SameString(a, b))
	assert.True(t, version.SamePrinted(a, b))
	assert.False(t, version.SamePrinted(a, read(t, "v1.31.0+1")))
	assert.True(t, version.SameRelease(a, read(t, "v1.31.0+1")))
	assert.False(t, version.SameRelease(read(t, "v1.31.0-rc.1"), read(t, "v1.31.0")))
	assert.Equal(t, "v01.31", read(t, "v01.31").String(), "the text is kept")
	assert.Equal(t, "1.31.0-rc.1+x", read(t, "v1.31.0-rc.1+x").Printed())
}

func TestStrictErrorsSayWhatIsWrong(t *testing.T) {
	for text, want := range map[string]string{
		"1.33.0":                    `it must begin with a lower case "v"`,
		"v":                         "it is empty",
		"v1.34":                     "it needs exactly three numbers, major.minor.patch",
		"v1.34.0.1":                 "it needs exactly three numbers, major.minor.patch",
		"v01.34.0":                  "a number of it has a leading zero",
		"v1.34.0 ":                  "it has blanks around it",
		"v1.31.0_rke2r1":            `it has an underscore, which stands for "+" in image tags only`,
		"vfoo":                      "it is no semantic version such as v1.32.1",
		"v99999999999999.0.0":       "the number 99999999999999 is too large",
		"v1.99999999999999999999.0": "a number of it is too large",
	} {
		_, err := version.ParseStrict(text)
		assert.EqualError(t, err, want, text)
	}
}

func TestSkew(t *testing.T) {
	assert.Equal(t, 3, version.Skew(read(t, "v1.34.0"), read(t, "v1.31.9")))
	assert.Equal(t, -1, version.Skew(read(t, "v1.2.0"), read(t, "v1.3.0")), "signed, unlike the preflight check")
	assert.False(t, version.SameMajor(read(t, "v2.0.0"), read(t, "v1.31.0")))
	assert.Equal(t, 2, version.PolicySkew(read(t, "v1.24.9")))
	assert.Equal(t, 3, version.PolicySkew(read(t, "v1.25.0")))
}

func TestLowestAndHighestSkipWhatIsUnknown(t *testing.T) {
	var none version.Version
	low, high := read(t, "v1.30.1"), read(t, "v1.31.0")
	assert.Equal(t, low, version.Lowest(none, high, low))
	assert.Equal(t, high, version.Highest(low, none, high))
	assert.True(t, version.Lowest().IsZero())
	assert.Equal(t, lt, version.Compare(none, low, version.Plain))
}
