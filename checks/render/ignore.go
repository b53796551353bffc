package render

import (
	"fmt"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Globs are patterns over JSON pointers: * stays inside one key, ** crosses
// keys. A pattern that matches a map or list covers everything below it.
type Globs []string

// Validate reports the first malformed pattern.
func (g Globs) Validate() error {
	for _, pattern := range g {
		if !doublestar.ValidatePattern(pattern) {
			return fmt.Errorf("%q is no valid glob over JSON pointers", pattern)
		}
	}
	return nil
}

// Match reports whether the path, or a map or list above it, is covered.
func (g Globs) Match(path string) bool {
	for _, pattern := range g {
		for at := path; at != ""; at = at[:strings.LastIndexByte(at, '/')] {
			if ok, err := doublestar.Match(pattern, at); err == nil && ok {
				return true
			}
		}
	}
	return false
}

// dropIgnored removes covered paths, and containers that held nothing else:
// otherwise an object with only an ignored annotation would differ from one
// without annotations. Entries come in walk order, parents before children.
func dropIgnored(entries []Entry, globs Globs) []Entry {
	if len(globs) == 0 {
		return entries
	}
	had, left := map[string]int{}, map[string]int{}
	keep := make([]bool, len(entries))
	for i := len(entries) - 1; i >= 0; i-- {
		e := entries[i]
		keep[i] = !globs.Match(e.Path)
		if had[e.Path] > 0 && left[e.Path] == 0 {
			keep[i] = false
		}
		if e.Path == "" {
			continue
		}
		parent := e.Path[:strings.LastIndexByte(e.Path, '/')]
		had[parent]++
		if keep[i] {
			left[parent]++
		}
	}
	var out []Entry
	for i, e := range entries {
		if keep[i] {
			out = append(out, e)
		}
	}
	return out
}
