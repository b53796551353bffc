package version

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	goversion "github.com/hashicorp/go-version"
)

// grammar is semantic versioning 2.0.0 without the leading "v".
var grammar = regexp.MustCompile(`^(?:0|[1-9][0-9]*)\.(?:0|[1-9][0-9]*)\.(?:0|[1-9][0-9]*)` +
	`(?:-(?:0|[1-9][0-9]*|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9][0-9]*|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*))*)?` +
	`(?:\+[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*)?$`)

// ParseStrict parses a version as Cluster API accepts it in a spec: a lower case
// "v" and a complete semantic version. The error says what is wrong with the
// text; it does not repeat it.
//
// Source: pinning facts 4.1, CAPI write path.
func ParseStrict(s string) (Version, error) {
	rest, ok := strings.CutPrefix(s, "v")
	if !ok {
		return Version{}, errors.New(`it must begin with a lower case "v"`)
	}
	return parse(s, rest)
}

// ParseTolerant parses an observed version: blanks around it, a missing "v",
// leading zeros and missing parts are forgiven, the latter only without
// pre-release and build.
//
// Source: pinning facts 4.1, CAPI read path.
func ParseTolerant(s string) (Version, error) {
	rest := strings.TrimPrefix(strings.TrimSpace(s), "v")
	parts := strings.SplitN(rest, ".", 3)
	for i, p := range parts {
		parts[i] = trimZeros(p)
	}
	if len(parts) < 3 && strings.ContainsAny(parts[len(parts)-1], "+-") {
		return Version{}, errors.New("a shortened version cannot have a pre-release or build part")
	}
	for len(parts) < 3 {
		parts = append(parts, "0")
	}
	return parse(s, strings.Join(parts, "."))
}

// trimZeros removes leading zeros of a number and leaves one digit.
func trimZeros(s string) string {
	for len(s) > 1 && s[0] == '0' && s[1] >= '0' && s[1] <= '9' {
		s = s[1:]
	}
	return s
}

func parse(raw, text string) (Version, error) {
	if !grammar.MatchString(text) {
		return Version{}, errors.New(explain(text))
	}
	parsed, err := goversion.NewSemver(text)
	if err != nil {
		return Version{}, errors.New("a number of it is too large")
	}
	v := Version{raw: raw, pre: parsed.Prerelease(), build: parsed.Metadata(), known: true}
	for i, n := range parsed.Segments64() {
		if n > math.MaxInt32 {
			return Version{}, fmt.Errorf("the number %d is too large", n)
		}
		v.core[i] = n
	}
	if id := tooLarge(v.pre); id != "" {
		return Version{}, fmt.Errorf("the number %s in the pre-release is too large", id)
	}
	return v, nil
}

// tooLarge finds a numeric identifier beyond 64 bits, which Cluster API cannot read either.
func tooLarge(pre string) string {
	for id := range strings.SplitSeq(pre, ".") {
		if id == "" || !digits(id) {
			continue
		}
		if _, err := strconv.ParseInt(id, 10, 64); err != nil {
			return id
		}
	}
	return ""
}

var leadingZero = regexp.MustCompile(`^(?:[0-9]+\.){0,2}0[0-9]`)

// explain finds the most likely mistake in text that is no semantic version.
func explain(text string) string {
	core, _, _ := strings.Cut(strings.ReplaceAll(text, "+", "-"), "-")
	switch {
	case text == "":
		return "it is empty"
	case strings.TrimSpace(text) != text:
		return "it has blanks around it"
	case strings.Contains(text, "_"):
		return `it has an underscore, which stands for "+" in image tags only`
	case leadingZero.MatchString(core):
		return "a number of it has a leading zero"
	case strings.Trim(core, "0123456789.") == "" && strings.Count(core, ".") != 2:
		return "it needs exactly three numbers, major.minor.patch"
	}
	return "it is no semantic version such as v1.32.1"
}
