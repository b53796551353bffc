package payload

import (
	"strconv"
	"strings"
)

// atLeast compares major and minor; a pre-release counts as its release. An
// unreadable version is not at least anything.
func atLeast(version string, major, minor int) bool {
	parts := strings.SplitN(version, ".", 3)
	if len(parts) < 2 {
		return false
	}
	x, errX := strconv.Atoi(parts[0])
	y, errY := strconv.Atoi(strings.SplitN(parts[1], "-", 2)[0])
	if errX != nil || errY != nil {
		return false
	}
	return x > major || (x == major && y >= minor)
}

// Stream is the RHEL stream as the hash takes it: the one the pool asks for,
// and nothing when that is what the version has anyway. The default is rhel-9
// below 5.0 and rhel-10 from there, but rhel-9 for pools that run runc.
func Stream(requested, version string, runc bool) string {
	standard := "rhel-9"
	if atLeast(version, 5, 0) && !runc {
		standard = "rhel-10"
	}
	if requested == standard {
		return ""
	}
	return requested
}
