package version

import (
	"cmp"
	"strings"
)

// Order is the outcome of a comparison. Unordered means different, but neither
// lower nor higher: build identifiers that are text have no order.
type Order int

// The orders.
const (
	Less Order = iota - 1
	Equal
	Greater
	Unordered
)

// Mode says which parts of a version a comparison looks at.
type Mode int

// The modes of Cluster API. Source: pinning facts 4.2.
const (
	// Plain is semantic version precedence; build metadata does not count.
	Plain Mode = iota
	// CoreOnly looks at major, minor and patch alone.
	CoreOnly
	// BuildTags is Plain, and between equals the build identifiers.
	BuildTags
)

// Compare orders two versions. Both must have been parsed; the zero Version is
// lower than any other.
func Compare(a, b Version, mode Mode) Order {
	if a.IsZero() || b.IsZero() {
		return Order(cmp.Compare(present(a), present(b)))
	}
	for i := range a.core {
		if c := cmp.Compare(a.core[i], b.core[i]); c != 0 {
			return Order(c)
		}
	}
	if mode == CoreOnly {
		return Equal
	}
	if c := comparePre(a.pre, b.pre); c != Equal || mode == Plain {
		return c
	}
	return compareIdentifiers(a.build, b.build, func(_, _ string) Order { return Unordered })
}

func present(v Version) int {
	if v.IsZero() {
		return 0
	}
	return 1
}

// comparePre: a release is higher than its pre-releases; text is in text order.
func comparePre(a, b string) Order {
	if a == "" || b == "" {
		return Order(cmp.Compare(len(b), len(a)))
	}
	return compareIdentifiers(a, b, func(x, y string) Order { return Order(cmp.Compare(x, y)) })
}

// compareIdentifiers goes from left to right; of two that agree so far the
// shorter one is lower. The function orders different texts.
func compareIdentifiers(a, b string, text func(x, y string) Order) Order {
	as, bs := identifiers(a), identifiers(b)
	for i := range min(len(as), len(bs)) {
		if c := compareIdentifier(as[i], bs[i], text); c != Equal {
			return c
		}
	}
	return Order(cmp.Compare(len(as), len(bs)))
}

func identifiers(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, ".")
}

// compareIdentifier: numbers by value and before text.
func compareIdentifier(a, b string, text func(x, y string) Order) Order {
	na, nb := digits(a), digits(b)
	switch {
	case na && nb:
		a, b = trimZeros(a), trimZeros(b)
		return Order(cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)))
	case na:
		return Less
	case nb:
		return Greater
	case a == b:
		return Equal
	}
	return text(a, b)
}

func digits(s string) bool { return strings.Trim(s, "0123456789") == "" }

// Older reports whether a is lower than b; unordered versions are not.
func Older(a, b Version, mode Mode) bool { return Compare(a, b, mode) == Less }

// Newer reports whether a is higher than b; unordered versions are not.
func Newer(a, b Version, mode Mode) bool { return Compare(a, b, mode) == Greater }

// Lowest returns the lowest of the versions that are not zero, with builds
// counted; the first of several that have no order.
func Lowest(versions ...Version) Version {
	var low Version
	for _, v := range versions {
		if !v.IsZero() && (low.IsZero() || Older(v, low, BuildTags)) {
			low = v
		}
	}
	return low
}

// Highest is the counterpart of Lowest.
func Highest(versions ...Version) Version {
	var high Version
	for _, v := range versions {
		if !v.IsZero() && (high.IsZero() || Newer(v, high, BuildTags)) {
			high = v
		}
	}
	return high
}
